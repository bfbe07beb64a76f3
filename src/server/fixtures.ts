/** A plant as it is served. It may have members beside those that the contract names. */
export type Plant = { name: string; tag?: string }

/** Who asks, by token, and the plants to answer with, in order. */
export type User = { name: string; token: string; plants: readonly Plant[] }

/** What the reference server serves. */
export type Fixtures = { users: readonly User[] }

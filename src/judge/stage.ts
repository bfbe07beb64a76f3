import type { Credentials } from './credentials.ts'
import type { Probe } from './exchange.ts'
import type { Random } from './random.ts'

/** What a stage may depend on: the credentials, and what earlier stages found out. */
export type PlanFacts = {
  credentials: Credentials
  random: Random
  /** The largest number of plants in a valid response; undefined before the first one. */
  plants: number | undefined
  /** The entity tag of the plain response. */
  etag: string | undefined
  /** The value of a Set-Cookie header in an authorised response. */
  cookie: string | undefined
}

/** Probes that are sent one after another; neighbours with the same `parallel` are sent at once. */
export type Stage = {
  id: string
  probes: (facts: PlanFacts) => readonly Probe[]
  /** Send it even if the plain request returned no list. Other stages would only repeat that result. */
  always?: boolean
}

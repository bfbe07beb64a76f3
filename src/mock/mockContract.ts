import type { Contract } from '../contract/contract.ts'

/** What the mock has to know of the contract. */
export type MockContract = {
  title: string
  version: string
  /** SHA-256 of the description, in hex. */
  sha256: string
  /** The operation's path: `/plants`. */
  path: string
  /** The name of the parameter that bounds the list. */
  limitName: string
  /** The examples of the documented responses. */
  examples: readonly { status: number; name: string; value: unknown }[]
}

/** Picks it from the contract as it was read. */
export function mockContract({
  title,
  version,
  sha256,
  operation,
  limit,
  plants,
  error,
}: Contract): MockContract {
  const examples = [plants, error].flatMap((response) =>
    response.examples.map(({ name, value }) => ({ status: response.status, name, value })),
  )
  return { title, version, sha256, path: operation.path, limitName: limit.name, examples }
}

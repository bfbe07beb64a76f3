import type { Contract } from '../contract/contract.ts'

/** The parts of the contract that the mock needs. */
export type MockContract = {
  title: string
  version: string
  /** SHA-256 of the OpenAPI description, in hex. */
  sha256: string
  /** The operation's path: `/plants`. */
  path: string
  /** The name of the parameter that limits the list. */
  limitName: string
  /** The examples of the documented responses. */
  examples: readonly { status: number; name: string; value: unknown }[]
}

/** Picks these parts from a contract. */
export function toMockContract({
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

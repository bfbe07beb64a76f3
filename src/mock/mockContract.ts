import type { Contract } from '../contract/contract.ts'
import { isInt32, type LimitParameter } from '../contract/limit.ts'

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
  /** The limits that the mock accepts, and the one that counts if there is none. Default: 0 to the largest int32. */
  limitRange?: { least: number; most: number; default?: number }
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
  refusals,
}: Contract): MockContract {
  const examples = [plants, error, ...refusals].flatMap((response) =>
    response.examples.map(({ name, value }) => ({ status: response.status, name, value })),
  )
  return {
    title,
    version,
    sha256,
    path: operation.path,
    limitName: limit.name,
    ...(isInt32(limit) && limit.default === undefined ? {} : { limitRange: toRange(limit) }),
    examples,
  }
}

function toRange({
  minimum,
  maximum,
  default: fallback,
}: LimitParameter): MockContract['limitRange'] & object {
  return {
    least: Math.max(minimum, 0),
    most: maximum,
    ...(fallback !== undefined && { default: fallback }),
  }
}

import type { Plant } from './fixtures/fixtures.ts'

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

/** Changes a plant as little as possible so that it fits the contract. The index makes plants differ. */
export type FitPlant = (plant: Plant, index: number) => Plant

/** Makes the body of an error in the shape of the contract; undefined if the usual shape fits. */
export type MakeError = (status: number, message: string) => unknown

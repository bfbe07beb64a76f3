import type { Expectations } from './expectations.ts'
import type { Resolution } from './http/resolution.ts'
import type { EngineName } from './report.ts'

/** How a target is judged. */
export type VerifyOptions = {
  /** The operator's token. Without one, the requests that should be served carry none. */
  token?: string | undefined
  /** A second user's token. */
  otherToken?: string | undefined
  /** Which plants each token must see and must not see, by their names. */
  expectations?: Expectations | undefined
  /** Fields for every request. */
  headers?: readonly (readonly [name: string, value: string])[]
  /**
   * Addresses of hosts that the name service does not have, or not yet: requests go there, and name the host all the same.
   * Prism and Dredd know no such thing and do not judge a target that is among them.
   */
  resolve?: readonly Resolution[]
  /** Milliseconds of silence after which a request is given up. Default 10,000. */
  timeout?: number
  /** Hold SHOULD checks to be as binding as MUST checks. */
  strict?: boolean
  /** Seed for what the plan chooses at random. Default 1. */
  seed?: number
  /** Default 600: far above the 150 of a sound server, as failures are repeated. */
  maxRequests?: number
  /** Requests a second; no limit by default. */
  rate?: number | undefined
  onProgress?: (event: ProgressEvent) => void
  signal?: AbortSignal | undefined
}

/** The defaults of `verify`, for a program and for the command line alike. */
export const verifyDefaults = { timeout: 10_000, seed: 1, maxRequests: 600 } as const satisfies VerifyOptions

/** How far an engine has come. `failed` covers an engine that is not installed too: it will judge nothing. */
export type ProgressEvent = {
  engine: EngineName
  state: 'loading' | 'judging' | 'done' | 'failed'
  /** Requests judged so far. */
  done?: number
  /** Requests that it has been given. */
  total?: number
}

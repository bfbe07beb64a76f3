import type { RequestRecord, ResponseRecord } from '../records.ts'

/** What the journal says about a request that the mock sent to the service behind it. */
export type UpstreamExchange = {
  /** The status of the service's response; undefined if there was none. */
  status?: number
  /** Milliseconds until its response was complete, or until the mock gave up. */
  durationMs: number
  /** Why the mock answered instead. */
  problem?: string
  /** How the service's response violates the contract. */
  violations: readonly string[]
}

/** The service's response, unless the mock answers instead, and what the journal says about it. */
export type UpstreamAnswer = { response?: ResponseRecord; upstream: UpstreamExchange }

/** The service behind the mock. */
export type Upstream = {
  /** Sends a request to the service. Never rejects. Ends the request if the signal is aborted. */
  send: (request: RequestRecord, signal: AbortSignal) => Promise<UpstreamAnswer>
  /** Closes idle connections, and writes what was recorded. */
  close: () => void
}

/** The response of the mock in place of the service's, with the reason as its hint. */
export function withProblem(response: ResponseRecord, { problem }: UpstreamExchange): ResponseRecord {
  return { ...response, hint: `the service ${problem}, so the mock answered` }
}

/** The rule of the service's responses. */
export const UPSTREAM_RULE = 'upstream'

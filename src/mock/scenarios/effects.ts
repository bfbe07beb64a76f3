/** How a response can break on the wire. Most names are WireMock's. */
export const wireFaults = [
  /** Closes the connection without sending a byte. */
  'EMPTY_RESPONSE',
  /** Sends a valid head, then bytes that are not a chunk, and closes. */
  'MALFORMED_RESPONSE_CHUNK',
  /** Sends bytes that are not HTTP, and closes. */
  'RANDOM_DATA_THEN_CLOSE',
  /** Resets the connection (RST) without sending a byte. */
  'CONNECTION_RESET_BY_PEER',
  /** Sends the head and half of the announced body, and closes. */
  'TRUNCATED_BODY',
] as const

export type WireFault = (typeof wireFaults)[number]

/** Random delays in milliseconds. */
export type DelayDistribution =
  | { type: 'uniform'; lower: number; upper: number }
  | { type: 'lognormal'; median: number; sigma: number; maxValue?: number }

/**
 * What a scenario, the settings or one request changes about responses. The names for delays and faults are WireMock's, those for
 * counters MockServer's. Durations are in milliseconds.
 */
export type Effects = {
  fixedDelay?: number
  delayDistribution?: DelayDistribution
  /** Sends the body in this many pieces, spread over this time. */
  chunkedDribbleDelay?: { numberOfChunks: number; totalDuration: number }
  fault?: WireFault
  /** Responds with an Error of this status, 400 to 599; 200 means the usual response. */
  code?: number
  /** The message of that Error. */
  message?: string
  /** Sends this text in place of the Error, or of the plants if the status is 200. */
  body?: string
  /** The media type of a response that fails, or that has a `body`. Default: `text/html` for a body, `application/json` for an Error. */
  contentType?: string
  /** Applies `code`, `body` and `fault` to this fraction of requests, 0 to 1. Default: 1. */
  rate?: number
  /** Fails only the first N requests of a session. */
  failRequestCount?: number
  /** Fails no request of a session before N have succeeded. */
  succeedFirst?: number
  /** Answers N requests of a session in each window; the rest get 429 with Retry-After. */
  quotaLimit?: number
  /** Length of the window. Default: 10,000. */
  quotaWindowMillis?: number
}

/** Whether effects decide how requests fail, or, with `code: 200`, that they don't. */
export function hasFailure(effects: Effects): boolean {
  const { code, body, fault, failRequestCount, succeedFirst, quotaLimit } = effects
  return (code ?? body ?? fault ?? failRequestCount ?? succeedFirst ?? quotaLimit) !== undefined
}

/** What each effect changes. One that is missing here does not compile. */
const KINDS: Readonly<Record<keyof Effects, 'delay' | 'pieces' | 'failure'>> = {
  fixedDelay: 'delay',
  delayDistribution: 'delay',
  chunkedDribbleDelay: 'pieces',
  code: 'failure',
  message: 'failure',
  body: 'failure',
  contentType: 'failure',
  fault: 'failure',
  rate: 'failure',
  failRequestCount: 'failure',
  succeedFirst: 'failure',
  quotaLimit: 'failure',
  quotaWindowMillis: 'failure',
}
const NAMES = Object.keys(KINDS) as (keyof Effects)[]
const DELAYS = NAMES.filter((name) => KINDS[name] === 'delay')
const FAILURES = NAMES.filter((name) => KINDS[name] === 'failure')

/**
 * Merges effects; the second take precedence. A delay in the second replaces every delay in the first, and a failure (or
 * `code: 200`) in the second replaces everything that the first says about failing.
 */
export function mergeEffects(first: Effects, second: Effects): Effects {
  const merged = { ...first }
  if (DELAYS.some((name) => second[name] !== undefined)) for (const name of DELAYS) delete merged[name]
  if (hasFailure(second)) for (const name of FAILURES) delete merged[name]
  return Object.assign(merged, second)
}

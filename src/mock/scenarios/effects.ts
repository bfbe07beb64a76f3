/** How an answer can go wrong on the wire, most by WireMock's names. */
export const wireFaults = [
  /** Closes the connection without a byte. */
  'EMPTY_RESPONSE',
  /** Sends a sound head, then bytes that are no chunk, and closes. */
  'MALFORMED_RESPONSE_CHUNK',
  /** Sends bytes that are no HTTP, and closes. */
  'RANDOM_DATA_THEN_CLOSE',
  /** Resets the connection (RST) without a byte. */
  'CONNECTION_RESET_BY_PEER',
  /** Sends the head and half of the body that it announces, and closes. */
  'TRUNCATED_BODY',
] as const

export type WireFault = (typeof wireFaults)[number]

/** Delays in milliseconds that differ from request to request. */
export type DelayDistribution =
  | { type: 'uniform'; lower: number; upper: number }
  | { type: 'lognormal'; median: number; sigma: number; maxValue?: number }

/**
 * What a scenario, the settings or one request does to answers. The names are WireMock's for what happens on the wire, and
 * MockServer's for what is counted. Durations are in milliseconds.
 */
export type Effects = {
  fixedDelay?: number
  delayDistribution?: DelayDistribution
  /** The body comes in that many pieces, spread over that time. */
  chunkedDribbleDelay?: { numberOfChunks: number; totalDuration: number }
  fault?: WireFault
  /** Status of an Error in place of the usual answer; 200 stands for the usual answer. */
  code?: number
  /** The message of that Error. */
  message?: string
  /** Share of the requests, 0 to 1, that `code` and `fault` befall. Default: all. */
  rate?: number
  /** Only the first so many requests of a session are befallen by `code` and `fault`. */
  failRequestCount?: number
  /** The first so many requests of a session are spared. */
  succeedFirst?: number
  /** So many requests of a session are answered in each window; the rest get 429 with Retry-After. */
  quotaLimit?: number
  /** Default: 10,000. */
  quotaWindowMillis?: number
}

/** Whether effects say how requests fail, or by `code: 200` that they do not. */
export function hasFailure({ code, fault, failRequestCount, succeedFirst, quotaLimit }: Effects): boolean {
  return (code ?? fault ?? failRequestCount ?? succeedFirst ?? quotaLimit) !== undefined
}

const DELAYS = ['fixedDelay', 'delayDistribution'] as const
const FAILURES = [
  'code',
  'message',
  'fault',
  'rate',
  'failRequestCount',
  'succeedFirst',
  'quotaLimit',
  'quotaWindowMillis',
] as const

/**
 * Both. Where the second delays, it does so alone, however each is written; and where it says how to fail (or, by `code: 200`,
 * not to), nothing is left of how the first does.
 */
export function mergeEffects(first: Effects, second: Effects): Effects {
  const merged = { ...first }
  if (DELAYS.some((name) => second[name] !== undefined)) for (const name of DELAYS) delete merged[name]
  if (hasFailure(second)) for (const name of FAILURES) delete merged[name]
  return Object.assign(merged, second)
}

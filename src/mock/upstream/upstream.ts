import { InputError } from '../../contract/shape.ts'
import { listNames } from '../../contract/words.ts'
import type { RequestRecord, ResponseRecord } from '../records.ts'

/** The journal's facts about a request that the mock forwarded to the service. */
export type UpstreamExchange = {
  /** The status of the service's response; undefined if the service did not respond. */
  status?: number
  /** The milliseconds until the service's response was complete, or until the mock stopped waiting. */
  durationMs: number
  /** The reason why the mock answered instead of the service. */
  problem?: string
  /** The contract violations in the service's response. */
  violations: readonly string[]
}

/** The service behind the mock. */
export type Upstream = {
  /** Sends a request to the service, until the signal is aborted. Never rejects. If there is no response, the mock answers instead. */
  send: (
    request: RequestRecord,
    signal: AbortSignal,
  ) => Promise<{ response?: ResponseRecord; upstream: UpstreamExchange }>
  /** Masks the tokens that the service has accepted. */
  hide: (text: string) => string
  /** Writes the recorded plants. */
  close: () => void
}

/** Selects service responses that the mock replaces: a status, a class of statuses, or responses that violate the contract. */
export type MockWhen = number | '3xx' | '4xx' | '5xx' | 'violation'

const NAMES = ['3xx', '4xx', '5xx', 'violation'] as const

/** Reads one element of a list such as `404,5xx,violation`. Throws an InputError. */
export function parseMockWhen(given: string | number, pointer = ''): MockWhen {
  const text = String(given)
  const name = NAMES.find((each) => each === text)
  if (name !== undefined) return name
  if (/^[3-5]\d\d$/.test(text)) return Number(text)
  const expected = `expected statuses from 300 to 599, ${listNames(NAMES)}`
  throw new InputError(pointer, `${expected}, got ${JSON.stringify(given)}`)
}

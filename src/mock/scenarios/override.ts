import { childPointer } from '../../contract/jsonPointer.ts'
import {
  InputError,
  mismatch,
  number,
  type Optional,
  oneOf,
  optional,
  type Shape,
  text,
  wholeNumber,
} from '../../contract/shape.ts'
import { listNames } from '../../contract/words.ts'
import type { Plant } from '../fixtures/fixtures.ts'

/** How a response can break on the wire. Most names are WireMock's. */
export const wireFaults = [
  /** Closes the connection without sending a byte. */
  'EMPTY_RESPONSE',
  /** Sends a valid head, then bytes that are not a chunk, and closes. */
  'MALFORMED_RESPONSE_CHUNK',
  /** Resets the connection (RST) without sending a byte. */
  'CONNECTION_RESET_BY_PEER',
  /** Sends the head and half of the announced body, and closes. */
  'TRUNCATED_BODY',
] as const

export type WireFault = (typeof wireFaults)[number]

/** Bytes that are not a chunk, JSON or UTF-8: the same in every host. */
export const GARBAGE: Uint8Array = Uint8Array.from(
  { length: 48 },
  (_, index) => 0x80 | ((index * 73 + 41) & 0x7f),
)

/** Faults that leave the client without a status. */
export const NO_STATUS: ReadonlySet<WireFault | undefined> = new Set<WireFault | undefined>([
  'EMPTY_RESPONSE',
  'CONNECTION_RESET_BY_PEER',
])

/**
 * What one request, a test, a session, the settings or a scenario changes about responses. In this order, the first one that has a
 * member decides it; `status`, `message`, `body`, `fault`, `count`, `after` and `rate` belong together.
 */
export type Override = {
  /** Responds with an Error of this status, 400 to 599; 200 means the usual response. */
  status?: number
  /** The message of that Error. */
  message?: string
  /** Sends this text, or anything else as JSON, instead of the Error, or of the plants if the status is 200. */
  body?: unknown
  /** Adds these headers to the response, and replaces those of the same name. */
  headers?: Readonly<Record<string, string>>
  /** Milliseconds to wait: `300`, `'100-400'` or a network such as `'slow-3g'`. */
  delay?: Delay
  fault?: WireFault
  /** The plants of every user. */
  plants?: readonly Plant[]
  /** Fails only the first N requests of a session. */
  count?: number
  /** Fails no request of a session before N have succeeded. */
  after?: number
  /** Fails this fraction of the requests, 0 to 1. Default: 1. */
  rate?: number
}

/** Whether an override decides how requests fail, or, with `status: 200`, that they don't. */
export function hasFailure({ status, body, fault, count, after }: Override): boolean {
  return (status ?? body ?? fault ?? count ?? after) !== undefined
}

/** The status of requests that fail. Overrides that only say which requests fail mean 503. */
export function failureStatus({ status, fault, count, after }: Override): number {
  return status ?? (fault === undefined && (count ?? after) !== undefined ? 503 : 200)
}

/** Milliseconds. */
const LONGEST_DELAY = 600_000

/** Milliseconds, a range of them, or a network. */
export type Delay = number | `${number}-${number}` | '4g' | 'slow-4g' | 'slow-3g'

/** Networks with the latencies of Chrome's throttling. */
const networks: Readonly<Record<string, number>> = { '4g': 165, 'slow-4g': 563, 'slow-3g': 2000 }

/** The formats of some members, for messages. */
export const DELAY_IS = `milliseconds such as 300 or 100-400, at most ${LONGEST_DELAY}, or ${listNames(Object.keys(networks))}`
export const STATUS_IS = 'an HTTP status: 200, or 400 to 599'

/** The shortest and the longest delay. Returns undefined for what is not a delay. */
export function parseDelay(delay: number | string): { from: number; to: number } | undefined {
  const text = String(delay)
  if (Object.hasOwn(networks, text)) return { from: networks[text] ?? 0, to: networks[text] ?? 0 }
  const [, from, to = from] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? []
  if (from === undefined || Number(from) > Number(to) || Number(to) > LONGEST_DELAY) return undefined
  return { from: Number(from), to: Number(to) }
}

/** Whether a status can be asked for. */
export function isStatus(value: unknown): value is number {
  return value === 200 || (Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599)
}

const status: Shape<number> = (value, pointer) => {
  if (isStatus(value)) return value
  throw mismatch(pointer, STATUS_IS, value)
}

/** Those that say where the body ends are the host's. */
const FRAMING = /^(?:content-length|transfer-encoding|connection)$/i

const headers: Shape<Readonly<Record<string, string>>> = (value, pointer) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw mismatch(pointer, 'headers, such as { "Retry-After": "5" }', value)
  for (const [name, field] of Object.entries(value)) {
    if (!/^[!#$%&'*+\-.^_`|~\w]+$/.test(name) || FRAMING.test(name))
      throw new InputError(childPointer(pointer, name), 'expected the name of a header that a test can set')
    if (typeof field !== 'string' || !/^[\t -~]*$/.test(field))
      throw mismatch(childPointer(pointer, name), 'a text of printable ASCII characters', field)
  }
  return value as Record<string, string>
}

const body: Shape<NonNullable<unknown>> = (value, pointer) => {
  try {
    if (value !== null && JSON.stringify(value) !== undefined) return value as NonNullable<unknown>
  } catch {
    // Such as an object that contains itself.
  }
  throw new InputError(pointer, 'expected a text, or a value that JSON has')
}

const delay: Shape<Delay> = (value, pointer) => {
  const isDelay = typeof value === 'number' || typeof value === 'string'
  if (!isDelay || !parseDelay(value)) throw mismatch(pointer, DELAY_IS, value)
  return /^\d+$/.test(String(value)) ? Number(value) : (value as Delay)
}

const requests = wholeNumber(0, 1_000_000)

/** The members of overrides but their plants, which need the contract. One that is missing here does not compile. */
export const overrideShapes: {
  [Name in keyof Required<Omit<Override, 'plants'>>]: Optional<NonNullable<Override[Name]>>
} = {
  status: optional(status),
  message: optional(text()),
  body: optional<NonNullable<unknown>>(body),
  headers: optional(headers),
  delay: optional(delay),
  fault: optional(oneOf(wireFaults)),
  count: optional(requests),
  after: optional(requests),
  rate: optional(number(0, 1)),
}

/** The names that settings can have. */
export const settingNames: readonly string[] = ['scenario', ...Object.keys(overrideShapes)]

import type { BuiltInScenario } from 'plant-store-kit/fixtures'
import { childPointer } from '../../contract/jsonPointer.ts'
import type { Shape } from '../../contract/shape.ts'
import { InputError, mismatch, oneOf, optional, parsed, text, wholeNumber } from '../../contract/shape.ts'
import type { Plant } from '../fixtures/fixtures.ts'

/** The ways in which a response can break on the wire. Most names are WireMock's. */
export const wireFaults = [
  /** Closes the connection without sending a byte. */
  'EMPTY_RESPONSE',
  /** Resets the connection (RST) without sending a byte. */
  'CONNECTION_RESET_BY_PEER',
  /** Sends the head and half of the announced body, and then closes the connection. */
  'TRUNCATED_BODY',
] as const

export type WireFault = (typeof wireFaults)[number]

/** Faults that leave the client without a status. */
export const NO_STATUS: ReadonlySet<WireFault | undefined> = new Set<WireFault | undefined>([
  'EMPTY_RESPONSE',
  'CONNECTION_RESET_BY_PEER',
])

/** The name of a built-in scenario, which editors complete, or of your own scenario. */
export type ScenarioName = BuiltInScenario | (string & {})

/**
 * Changes to responses. Overrides can come from a request, a test, a session, the settings or a scenario: in this order, the first override
 * with a property wins. `status`, `message`, `body`, `fault` and `count` all come from the same override.
 */
export type Override = {
  /** Responds with an Error with this status, from 400 to 599. With 200, sends the usual response. */
  status?: number
  /** The message in the Error for `status`. */
  message?: string
  /** Sends this body instead of the Error or, with status 200, instead of the plants. Sends strings unchanged, other values as JSON. */
  body?: unknown
  /** Adds these headers to the response, or replaces headers with the same names. */
  headers?: Readonly<Record<string, string>>
  /** The milliseconds to wait before the response. */
  delay?: number
  fault?: WireFault
  /** Makes only the first requests of a session fail, up to this number. */
  count?: number
  /** The plants of every user. */
  plants?: readonly Plant[]
  /** The name of a scenario, which applies right after this override. Only the first scenario that an override names counts. */
  scenario?: ScenarioName
}

/** Whether an override makes requests fail or, with `status: 200`, prevents failures. */
export function hasFailure({ status, body, fault, count }: Omit<Override, 'plants'>): boolean {
  return (status ?? body ?? fault ?? count) !== undefined
}

/** Returns the status of failing requests: 503 if an override sets `count`, but no status and no fault. */
export function failureStatus({ status, fault, count }: Omit<Override, 'plants'>): number {
  return status ?? (fault === undefined && count !== undefined ? 503 : 200)
}

/** The maximum delay in milliseconds. */
const LONGEST_DELAY = 600_000
const STATUS_IS = 'an HTTP status: 200, or 400 to 599'

/** The values that a test can queue as the response to one request. */
export const RESPONSE_IS = `the name of a scenario, a list of plants, an object such as { status: 503, delay: 300 }, or ${STATUS_IS}`

/** The shape of a status: a number, or a string of three digits. */
export const status: Shape<number> = parsed((text) => {
  const isStatus = text === '200' || /^[45]\d\d$/.test(text)
  return isStatus ? Number(text) : undefined
}, STATUS_IS)

/** The shape of a delay: a number, or a string of digits. */
export const delay: Shape<number> = parsed(
  (text) => (/^\d{1,6}$/.test(text) && Number(text) <= LONGEST_DELAY ? Number(text) : undefined),
  `milliseconds such as 300, at most ${LONGEST_DELAY}`,
)

/** Headers that an override may not set, because they say where the body, the response or the connection ends. */
const FRAMING = /^(?:content-length|transfer-encoding|trailer|connection)$/i

const headers: Shape<Readonly<Record<string, string>>> = (value, pointer) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw mismatch(pointer, 'headers, such as { "Retry-After": "5" }', value)
  for (const [name, field] of Object.entries(value)) {
    if (!/^[!#$%&'*+\-.^_`|~\w]+$/.test(name) || FRAMING.test(name))
      throw new InputError(childPointer(pointer, name), 'expected a header name, but no framing header')
    if (typeof field !== 'string' || !/^[\t -~]*$/.test(field))
      throw mismatch(childPointer(pointer, name), 'a string of printable ASCII characters', field)
  }
  return value as Record<string, string>
}

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce((most: number, each) => Math.max(most, depthOf(each)), 0)
    : 0

const body: Shape<NonNullable<unknown>> = (value, pointer) => {
  try {
    if (value !== null && JSON.stringify(value) !== undefined && depthOf(value) <= 100)
      return value as NonNullable<unknown>
  } catch {
    // JSON cannot represent some values, such as an object that contains itself.
  }
  throw new InputError(pointer, 'expected a string or other JSON with at most 100 levels, but not null')
}

/** The shapes of all properties of an override, except `plants` and `scenario`. If a shape is missing, the code does not compile. */
export const overrideShapes: {
  [Name in keyof Required<Omit<Override, 'plants' | 'scenario'>>]: Shape<Override[Name] | undefined>
} = {
  status: optional(status),
  message: optional(text()),
  body: optional<NonNullable<unknown>>(body),
  headers: optional(headers),
  delay: optional(delay),
  fault: optional(oneOf(wireFaults)),
  count: optional(wholeNumber(0, 1_000_000)),
}

/** The names of all settings. */
export const settingNames: readonly string[] = ['scenario', ...Object.keys(overrideShapes)]

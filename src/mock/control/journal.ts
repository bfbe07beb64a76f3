import { object, oneOf, optional, parsed, text } from '../../contract/shape.ts'
import { SECRET_NAME } from '../../contract/words.ts'
import { createTokenHider } from '../handler/bearer.ts'
import { headerValue, type RequestHeaders, type RequestRecord } from '../records.ts'
import type { WireFault } from '../scenarios/override.ts'
import type { ScenarioResponse } from '../scenarios/respond.ts'
import type { UpstreamExchange } from '../upstream/upstream.ts'

/** The data for a journal entry. The journal builds the entry only when someone reads it, because masking is slower than answering. */
export type JournalRecord = Omit<ScenarioResponse, 'isUsual'> & {
  at: number
  request: RequestRecord
  upstream: UpstreamExchange | undefined
  /** Masks the tokens of all users of the service behind the mock. */
  hide: ((text: string) => string) | undefined
}

/**
 * A record in memory, the length of the whole body, and the end of the response. The duration of a response is NaN until the response ends,
 * because V8 can overwrite a number in place. New objects in old records would need more memory.
 */
type Kept = JournalRecord & Ending & { bytes: number }

/** Selects the entries of a journal. */
export type JournalFilter = {
  session?: string
  status?: number
  /** The path without a query, for example `/plants`, with any prefix. */
  path?: string
  method?: string
  limit?: number
}

const CAPACITY = 500
/** The maximum number of bytes that the journal keeps of a body, because 500 long lists would fill the memory. */
const MAX_BYTES = 16_384

/** Creates a journal, which remembers the last 500 requests. */
export function createJournal() {
  let ring: Kept[] = []
  let latest: RequestRecord | undefined
  let total = 0
  let cleared = 0
  const keptAs = (id: number): Kept | undefined =>
    id > Math.max(cleared, total - CAPACITY) && id <= total ? ring[(id - 1) % CAPACITY] : undefined
  return {
    /** Adds a request and returns its id. */
    add(record: JournalRecord): number {
      // Clients often repeat a request, and V8's garbage collector would copy hundreds of equal requests and records. Therefore,
      // equal consecutive requests share one object, and new records overwrite the oldest records.
      if (latest === undefined || !isSame(latest, record.request)) latest = record.request
      const index = total % CAPACITY
      let { response } = record
      const bytes = response.body.byteLength
      if (bytes > MAX_BYTES)
        response = { ...response, body: new Uint8Array(response.body.subarray(0, MAX_BYTES)) }
      const kept = { request: latest, response, bytes, durationMs: Number.NaN, complete: false }
      ring[index] = Object.assign(ring[index] ?? {}, record, kept)
      total++
      return total
    },
    /** Lists the entries that match the filter, newest first. */
    list(filter: JournalFilter = {}): Entry[] {
      const { limit = CAPACITY } = filter
      const found: Entry[] = []
      for (let id = total; found.length < limit; id--) {
        const kept = keptAs(id)
        if (kept === undefined) break
        const entry = toEntry(id, kept)
        if (matches(entry, filter)) found.push(entry)
      }
      return found
    },
    /** Finds the request with this id, and its response. */
    find(id: number): EntryDetails | undefined {
      const kept = keptAs(id)
      return kept && { ...toEntry(id, kept), response: describeResponse(kept) }
    },
    /** Records the end of a response. Returns false if the journal has already deleted the entry. */
    end(id: number, ending: Ending): boolean {
      const kept = keptAs(id)
      if (kept === undefined) return false
      Object.assign(kept, ending)
      return true
    },
    /** Counts the requests since the journal was cleared, and the requests that the journal still has. */
    meta: () => ({ total: total - cleared, kept: Math.min(total - cleared, CAPACITY) }),
    clear(): void {
      ring = []
      cleared = total
    },
  }
}

function isSame(one: RequestRecord, other: RequestRecord): boolean {
  if (one.target !== other.target || one.method !== other.method || one.isLinked !== other.isLinked)
    return false
  const names = Object.keys(one.headers)
  if (names.length !== Object.keys(other.headers).length) return false
  return names.every((name) => one.headers[name] === other.headers[name])
}

/** Whether a filter selects an entry. */
export function matches(entry: Entry, { path, limit: _, ...exact }: JournalFilter): boolean {
  const isSame = Object.entries(exact).every(([name, value]) => entry[name as keyof typeof exact] === value)
  return isSame && (path === undefined || entry.url.split('?')[0]?.endsWith(path) === true)
}

/** A request and its response. */
export type Entry = {
  /** The number of the request since the mock started, from 1. */
  id: number
  /** The time when the mock received the request, in ISO 8601. */
  loggedDate: string
  method: string
  /** The path and query, with masked secrets. */
  url: string
  session: string
  status: number
  rule: string
  scenario: string
  /** Whether the `__` parameters of the URL come from the address of the page that sent the request. */
  linked?: true
  /** The preferences that the mock applied, as in `Preference-Applied`. */
  applied: readonly string[]
  delayMs: number
  fault?: WireFault
  hint?: string
  /** The user whose token the request had. */
  user?: string
  /** The length of the whole body. If a fault breaks the response, the client receives at most a part of the body. */
  bytes: number
  /** The service's response, if the mock forwarded the request. If `rule` is `upstream`, the client got this response. */
  upstream?: UpstreamExchange
  /** The request's headers by lower-case name, with masked secrets. */
  headers: Readonly<Record<string, string>>
} & Partial<Ending>

/** The end of a response: the fields of an entry whose response has ended. Without a server, only aborted requests have these fields. */
export type Ending = {
  /** The milliseconds from the request to the last byte of the response or to the end of the connection. */
  durationMs: number
  /** False if a fault broke the response, or if the client disconnected too early. */
  complete: boolean
}

/** An entry with its response. */
export type EntryDetails = Entry & {
  response: {
    headers: Readonly<Record<string, string>>
    /** The start of the body, as text. */
    body: string
  }
}

/** Converts a record to the entry that users see. */
export function toEntry(id: number, record: JournalRecord & Partial<Kept>): Entry {
  const { at, request, user, session, scenario, applied, delay, fault, upstream } = record
  const { status, rule, hint, body } = record.response
  const { bytes = body.byteLength, durationMs = Number.NaN, complete } = record
  return {
    id,
    loggedDate: new Date(at).toISOString(),
    method: request.method,
    url: createHider(request)(maskTarget(request.target)),
    ...(request.isLinked && { linked: true }),
    session,
    status,
    rule,
    scenario,
    applied,
    delayMs: delay,
    ...(fault !== undefined && { fault }),
    ...(hint !== undefined && { hint }),
    ...(user !== undefined && { user }),
    bytes,
    ...(!Number.isNaN(durationMs) && { durationMs, complete: complete === true }),
    ...(upstream && { upstream }),
    headers: maskHeaders(request.headers),
  }
}

function describeResponse({ request, response, ...record }: JournalRecord): EntryDetails['response'] {
  const { headers, body } = response
  const own = createHider(request)
  const hide = (text: string): string => own(record.hide?.(text) ?? text)
  const pairs = headers.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), hide(headers[index + 1] ?? '')]] : [],
  )
  const text = new TextDecoder().decode(body)
  // A body that was cut may end in the middle of a token.
  const whole = !record.hide || body.byteLength < MAX_BYTES ? text : text.replace(/[\w.~+/=%-]{1,4096}$/, '')
  return { headers: maskHeaders(Object.fromEntries(pairs)), body: hide(whole) }
}

/** Creates the function that masks a request's secrets wherever they occur: clients may send a token twice, and a service may repeat it. */
function createHider({ headers }: RequestRecord): (text: string) => string {
  const names = Object.keys(headers).filter((name) => SECRET_NAME.test(name))
  const tokens = names.map((name) => (headerValue(headers, name) ?? '').replace(SCHEME, ''))
  // Search for only a few tokens, because someone may read hundreds of requests at once.
  return createTokenHider(tokens, 20)
}

/** Returns the shape of a number, which may also be a string of digits, as in a query. */
const digits = (expected: string, digits: RegExp) =>
  optional(parsed((text) => (digits.test(text) ? Number(text) : undefined), expected))

const members = {
  session: optional(text()),
  status: digits('an HTTP status', /^[1-9]\d\d$/),
  path: optional(text()),
  method: optional(text()),
  limit: digits('a whole number', /^\d{1,9}$/),
}
const filterShape = object(members, 'a filter, such as { status: 200 }')
const exportShape = object({ ...members, format: optional(oneOf(['json', 'har'])) })
const sessionShape = object({ session: members.session })

/** Checks a filter of the journal. Throws an InputError if the filter is invalid. */
export const readJournalFilter = (filter: unknown): JournalFilter => filterShape(filter, '')

/** Reads the filter from the query of a request's target, and the journal's format. Throws an InputError if one is invalid. */
export function readExport(target: string): { filter: JournalFilter; format: 'json' | 'har' } {
  const { format = 'json', ...filter } = exportShape(readQuery(target), '')
  return { filter, format }
}

/** Reads the session from the query of a request's target. Throws an InputError if the query is invalid. */
export const readSession = (target: string): { session?: string } => sessionShape(readQuery(target), '')

function readQuery(target: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(target.split('?')[1]))
}

const CREDENTIALS = /^(?:proxy-)?authorization$/i
const SCHEME = /^(Bearer|Basic|Digest) +(?=\S)/i
const MASK = '***'

/** Masks the secrets in headers, but not the schemes Bearer, Basic and Digest. In URLs, masks only the secrets in the query. */
export function maskHeaders(headers: RequestHeaders): Record<string, string> {
  const names = Object.keys(headers)
  return Object.fromEntries(names.map((name) => [name, maskHeader(name, headerValue(headers, name) ?? '')]))
}

function maskHeader(name: string, value: string): string {
  if (/^(?:referr?er|location)$/i.test(name)) return maskTarget(value)
  if (!SECRET_NAME.test(name)) return value
  const [, scheme] = (CREDENTIALS.test(name) && SCHEME.exec(value)) || []
  return scheme === undefined ? MASK : `${scheme} ${MASK}`
}

/** Masks the secrets in a query, because clients sometimes put tokens into the query by mistake. */
export function maskTarget(target: string): string {
  const mark = target.indexOf('?')
  if (mark === -1) return target
  return target.slice(0, mark + 1) + target.slice(mark + 1).replaceAll(/[^&]+/g, maskPair)
}

/** Masks a query parameter. Semicolons may also separate parameters: if one part is secret, masks all parts after the first name. */
function maskPair(pair: string): string {
  const equals = pair.indexOf('=')
  if (equals === -1) return pair
  const named = decodeBytes(pair.includes(';') ? pair : pair.slice(0, equals))
  return SECRET_NAME.test(named) ? pair.slice(0, equals + 1) + MASK : pair
}

/** Decodes percent-encoded bytes one by one, which is enough for the ASCII names of secrets, and never fails. */
function decodeBytes(name: string): string {
  return name.replaceAll(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

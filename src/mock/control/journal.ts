import { number, object, oneOf, optional, text, wholeNumber } from '../../contract/shape.ts'
import { readBearerToken } from '../handler/bearer.ts'
import { leaveOutUndefined } from '../readOptions.ts'
import { headerValue, type RequestHeaders, type RequestRecord } from '../records.ts'
import type { WireFault } from '../scenarios/override.ts'
import type { ScenarioResponse } from '../scenarios/respond.ts'
import type { UpstreamExchange } from '../upstream/upstream.ts'

/** What an entry is made from when it is first read: masking takes longer than answering. */
export type JournalRecord = Pick<
  ScenarioResponse,
  'response' | 'user' | 'session' | 'scenario' | 'applied' | 'delay' | 'fault'
> & {
  at: number
  request: RequestRecord
  upstream: UpstreamExchange | undefined
}

/** A record in memory: only the start of a long body, and how the response ended. */
type Kept = { record: JournalRecord; bytes: number; ending: Ending | undefined }

/** Selects entries. */
export type JournalFilter = {
  session?: string
  status?: number
  /** The path without a query, for example `/v1/plants`. */
  path?: string
  method?: string
  limit?: number
}

const CAPACITY = 500
/** How much of a body is kept. 500 long lists would fill the memory. */
const MAX_BYTES = 16_384

/** Remembers the last 500 requests. */
export function createJournal() {
  let ring: Kept[] = []
  let total = 0
  let cleared = 0
  const recordOf = (id: number): Kept | undefined =>
    id > Math.max(cleared, total - CAPACITY) && id <= total ? ring[(id - 1) % CAPACITY] : undefined
  return {
    /** Adds a request and returns its id. */
    add(record: JournalRecord): number {
      ring[total % CAPACITY] = keep(record)
      total++
      return total
    },
    /** Newest first. */
    list(filter: JournalFilter = {}): Entry[] {
      const { limit = CAPACITY } = filter
      const found: Entry[] = []
      for (let id = total; found.length < limit; id--) {
        const kept = recordOf(id)
        if (kept === undefined) break
        const entry = describe(id, kept)
        if (matches(entry, filter)) found.push(entry)
      }
      return found
    },
    /** The request with this id, and its response. */
    find(id: number): EntryDetails | undefined {
      const kept = recordOf(id)
      return kept && { ...describe(id, kept), response: describeResponse(kept.record) }
    },
    /** Adds how a response ended. Returns false if its entry is no longer kept. */
    end(id: number, ending: Ending): boolean {
      const kept = recordOf(id)
      if (kept === undefined) return false
      kept.ending = ending
      return true
    },
    /** How many requests were received since the journal was cleared, and how many of them it still has. */
    meta: () => ({ total: total - cleared, kept: Math.min(total - cleared, CAPACITY) }),
    clear(): void {
      ring = []
      cleared = total
    },
  }
}

/** Whether a filter selects an entry. */
export function matches(entry: Entry, { path, limit: _, ...exact }: JournalFilter): boolean {
  const isSame = Object.entries(exact).every(([name, value]) => entry[name as keyof typeof exact] === value)
  return isSame && (path === undefined || entry.url.split('?')[0] === path)
}

function keep(record: JournalRecord): Kept {
  const { body } = record.response
  const bytes = body.byteLength
  if (bytes <= MAX_BYTES) return { record, bytes, ending: undefined }
  const start = { ...record.response, body: body.slice(0, MAX_BYTES) }
  return { record: { ...record, response: start }, bytes, ending: undefined }
}

function describe(id: number, { record, bytes, ending }: Kept): Entry {
  return { ...toEntry(id, record), bytes, ...ending }
}

const UTF8 = new TextDecoder()

function describeResponse({ request, response }: JournalRecord): EntryDetails['response'] {
  const { headers, body } = response
  const bearer = readBearerToken(headerValue(request.headers, 'authorization'))
  // A service can repeat the token of a request.
  const hide = (text: string): string =>
    typeof bearer === 'string' ? text : text.replaceAll(bearer.token, '***')
  const pairs = headers.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), hide(headers[index + 1] ?? '')]] : [],
  )
  return { headers: maskHeaders(Object.fromEntries(pairs)), body: hide(UTF8.decode(body)) }
}

/** A request in the form that users see. */
export function toEntry(id: number, record: JournalRecord): Entry {
  const { at, request, user, session, scenario, applied, delay, fault, upstream } = record
  const { status, rule, hint, body } = record.response
  return {
    id,
    loggedDate: new Date(at).toISOString(),
    method: request.method,
    url: maskTarget(request.target),
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
    bytes: body.byteLength,
    ...(upstream && { upstream }),
    headers: maskHeaders(request.headers),
  }
}

/** A request and how it was answered. */
export type Entry = {
  /** Counts up from 1 over the life of the mock. */
  id: number
  /** When the request was received: ISO 8601. */
  loggedDate: string
  method: string
  /** Path and query, with secrets masked. */
  url: string
  session: string
  status: number
  rule: string
  scenario: string
  /** If the `__` parameters of the URL come from the address of the page that sent the request. */
  linked?: true
  /** The preferences that had an effect, as in `Preference-Applied`. */
  applied: readonly string[]
  delayMs: number
  fault?: WireFault
  hint?: string
  /** The user whose token the request had. */
  user?: string
  /** The length of the whole body; a fault can keep the client from receiving all of it. */
  bytes: number
  /** If the request was sent to the service behind the mock. The service answered if `rule` is `upstream`. */
  upstream?: UpstreamExchange
  /** By lower-case name, with secrets masked. */
  headers: Readonly<Record<string, string>>
} & Partial<Ending>

/** How a response ended. An entry has these members once it did. In a page, only those of clients that left do. */
export type Ending = {
  /** From the request until the last byte was sent, or the connection closed. */
  durationMs: number
  /** False if a fault broke the response, or if the client disconnected first. */
  complete: boolean
}

/** An entry with the response to it. */
export type EntryDetails = Entry & {
  response: {
    headers: Readonly<Record<string, string>>
    /** The start of the body, as text. */
    body: string
  }
}

const members = {
  session: optional(text()),
  status: optional(number(100, 999, 'an HTTP status')),
  path: optional(text()),
  method: optional(text()),
  limit: optional(wholeNumber(0, 999_999_999)),
}
const filterShape = object(members, 'a filter, such as { status: 200 }')
const exportShape = object({ ...members, format: optional(oneOf(['json', 'har'])) })

/** Checks a filter of the journal. Throws an InputError. */
export function readJournalFilter(filter: unknown): JournalFilter {
  return filterShape(leaveOutUndefined(filter), '')
}

/** Reads the filter from the query of a request's target, and the format in which to return the journal. Throws an InputError. */
export function readExport(target: string): { filter: JournalFilter; format: 'json' | 'har' } {
  // The first of repeated parameters counts.
  const pairs = [...new URLSearchParams(target.split('?')[1])].toReversed()
  const { format = 'json', ...filter } = exportShape(Object.fromEntries(pairs.map(readPair)), '')
  return { filter, format }
}

/** What cannot be read stays a text, which the shape rejects. */
function readPair([name, text]: [name: string, text: string]): [string, unknown] {
  return [name, (name === 'status' || name === 'limit') && /^\d+$/.test(text) ? Number(text) : text]
}

const session = object({ session: optional(text()) })

/** Reads the session that a request's target names. Throws an InputError. */
export function readSession(target: string): { session?: string } {
  return session(Object.fromEntries(new URLSearchParams(target.split('?')[1])), '')
}

// Names that are parts of other words (side, compass) only count on their own. `session` names a session of the mock, which is
// not a secret.
const SECRET =
  /auth|token|secret|passw|passphrase|pwd|cookie|(?:api|access)[-_. ]?key|sess(?:ion)?[-_]?id|credential|signature|jwt|bearer|(?<![a-z])(?:pass|sid)(?![a-z])/i
const CREDENTIALS = /^(?:proxy-)?authorization$/i
const SCHEME = /^(Bearer|Basic|Digest) +\S/i
const MASK = '***'

/** Masks the secrets in headers. Credentials keep their scheme, and a referrer and a location keep all but the secrets in their query. */
export function maskHeaders(headers: RequestHeaders): Record<string, string> {
  const names = Object.keys(headers)
  return Object.fromEntries(names.map((name) => [name, maskHeader(name, headerValue(headers, name) ?? '')]))
}

function maskHeader(name: string, value: string): string {
  if (/^(?:referr?er|location)$/i.test(name)) return maskTarget(value)
  if (!SECRET.test(name)) return value
  const [, scheme] = (CREDENTIALS.test(name) && SCHEME.exec(value)) || []
  return scheme === undefined ? MASK : `${scheme} ${MASK}`
}

/** Masks the secrets in a query: clients sometimes put tokens there by mistake. */
export function maskTarget(target: string): string {
  const mark = target.indexOf('?')
  if (mark === -1) return target
  const masked = target
    .slice(mark + 1)
    .split('&')
    .map(maskPairs)
  return `${target.slice(0, mark)}?${masked.join('&')}`
}

/** Semicolons can separate pairs or be part of a value, so text without a name after a secret is masked too. */
function maskPairs(pairs: string): string {
  let isSecret = false
  const masked = pairs.split(';').map((pair) => {
    const equals = pair.indexOf('=')
    if (equals === -1) return isSecret ? MASK : pair
    const name = pair.slice(0, equals)
    isSecret = SECRET.test(decodeBytes(name))
    return isSecret ? `${name}=${MASK}` : pair
  })
  return masked.join(';')
}

/** Decodes bytes one by one, which is enough for the names above and cannot fail on invalid UTF-8. */
function decodeBytes(name: string): string {
  return name.replaceAll(/%[0-9a-f]{2}/gi, (encoded) =>
    String.fromCharCode(Number.parseInt(encoded.slice(1), 16)),
  )
}

import { readBearerToken } from '../handler/bearer.ts'
import { headerValue, type RequestRecord } from '../records.ts'
import type { ScenarioResponse } from '../scenarios/respond.ts'
import type { UpstreamExchange } from '../upstream/upstream.ts'
import type { Ending, Entry, EntryDetails } from './entry.ts'
import { maskHeaders, maskTarget } from './mask.ts'

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
  /** Only requests to paths where nothing is served. */
  unmatched?: boolean
  session?: string
  status?: number
  /** The path without a query, for example `/v1/plants`. */
  path?: string
  method?: string
  /** Only requests received after this time: milliseconds since 1970. */
  since?: number
  limit?: number
}

const CAPACITY = 500
/** How much of a body is kept. 500 long lists would fill the memory. */
const MOST_BYTES = 16_384
const UNMATCHED = new Set(['not-found', 'bad-path'])

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
    list({ limit = CAPACITY, ...filter }: JournalFilter = {}): Entry[] {
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

function matches(entry: Entry, { unmatched, since, path, ...exact }: JournalFilter): boolean {
  if (unmatched && entry.matched) return false
  if (path !== undefined && entry.url.split('?')[0] !== path) return false
  const { session, status, method } = exact
  if (session !== undefined && entry.session !== session) return false
  if (status !== undefined && entry.status !== status) return false
  if (method !== undefined && entry.method !== method) return false
  return since === undefined || Date.parse(entry.loggedDate) > since
}

function keep(record: JournalRecord): Kept {
  const { body } = record.response
  const bytes = body.byteLength
  if (bytes <= MOST_BYTES) return { record, bytes, ending: undefined }
  const start = { ...record.response, body: body.slice(0, MOST_BYTES) }
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
    matched: !UNMATCHED.has(rule),
    ...(user !== undefined && { user }),
    bytes: body.byteLength,
    ...(upstream && { upstream }),
    headers: maskHeaders(request.headers),
  }
}

import type { RequestRecord, ResponseRecord } from '../records.ts'
import type { ScenarioResponse } from '../scenarios/respond.ts'
import type { Entry } from './entry.ts'
import { maskHeaders, maskTarget } from './mask.ts'

/** What an entry is made from when it is first read: masking takes longer than answering. */
export type JournalRecord = Pick<ResponseRecord, 'status' | 'rule' | 'hint'> &
  Omit<ScenarioResponse, 'response'> & { at: number; request: RequestRecord }

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
const UNMATCHED = new Set(['not-found', 'bad-path'])

/** Remembers the last 500 requests. */
export function createJournal() {
  let ring: JournalRecord[] = []
  let total = 0
  let cleared = 0
  return {
    /** Adds a request and returns its id. */
    add(record: JournalRecord): number {
      ring[total % CAPACITY] = record
      total++
      return total
    },
    /** Newest first. */
    list({ limit = CAPACITY, ...filter }: JournalFilter = {}): Entry[] {
      const found: Entry[] = []
      for (let id = total; id > Math.max(cleared, total - CAPACITY) && found.length < limit; id--) {
        const entry = toEntry(id, ring[(id - 1) % CAPACITY] as JournalRecord)
        if (matches(entry, filter)) found.push(entry)
      }
      return found
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

/** A request in the form that users see. */
export function toEntry(id: number, record: JournalRecord): Entry {
  const { at, request, session, status, rule, scenario, applied, delay, fault, hint } = record
  return {
    id,
    loggedDate: new Date(at).toISOString(),
    method: request.method,
    url: maskTarget(request.target),
    session,
    status,
    rule,
    scenario,
    applied,
    delayMs: delay,
    ...(fault !== undefined && { fault }),
    ...(hint !== undefined && { hint }),
    matched: !UNMATCHED.has(rule),
    headers: maskHeaders(request.headers),
  }
}

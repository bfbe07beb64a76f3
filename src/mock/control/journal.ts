import type { RequestHeaders } from '../records.ts'
import type { WireFault } from '../scenarios/effects.ts'
import { maskFields, maskTarget } from './mask.ts'

/** A request and what became of it. */
export type Entry = {
  /** Counts up from 1 over the life of the mock. */
  id: number
  /** When it came: ISO 8601. */
  loggedDate: string
  method: string
  /** Path and query, with secrets masked. */
  url: string
  session: string
  status: number
  rule: string
  scenario: string
  /** Preferences that were followed, as `Preference-Applied` has them. */
  applied: readonly string[]
  delayMs: number
  fault?: WireFault
  hint?: string
  /** False where nothing is at that path. */
  matched: boolean
  /** By their names in lower case, with secrets masked. */
  headers: Readonly<Record<string, string>>
}

/** What is kept of a request until somebody asks: masking and formatting are left until then. */
export type Kept = Omit<Entry, 'id' | 'loggedDate' | 'url' | 'headers' | 'matched' | 'fault' | 'hint'> & {
  at: number
  target: string
  headers: RequestHeaders
  fault: WireFault | undefined
  hint: string | undefined
}

/** Which entries are meant. */
export type Filter = {
  /** Only those that met no path of the contract. */
  unmatched?: boolean
  session?: string
  /** Only those that came after this time: milliseconds since 1970. */
  since?: number
  limit?: number
}

const MOST = 500
const UNMATCHED = new Set(['not-found', 'bad-path'])

/** The last 500 requests. */
export function createJournal() {
  let ring: Kept[] = []
  let total = 0
  let forgotten = 0
  const entryAt = (id: number): Entry => toEntry(id, ring[(id - 1) % MOST] as Kept)
  return {
    /** Keeps a request, and returns its id. */
    add(kept: Kept): number {
      ring[total % MOST] = kept
      total++
      return total
    },
    /** Newest first. */
    list({ limit = MOST, ...filter }: Filter = {}): Entry[] {
      const found: Entry[] = []
      for (let id = total; id > Math.max(forgotten, total - MOST) && found.length < limit; id--) {
        const entry = entryAt(id)
        if (isMeant(entry, filter)) found.push(entry)
      }
      return found
    },
    /** How many came since it was cleared, and how many of those are kept. */
    meta: () => ({ total: total - forgotten, kept: Math.min(total - forgotten, MOST) }),
    clear(): void {
      ring = []
      forgotten = total
    },
  }
}

function isMeant(entry: Entry, { unmatched, session, since }: Filter): boolean {
  if (unmatched && entry.matched) return false
  if (session !== undefined && entry.session !== session) return false
  return since === undefined || Date.parse(entry.loggedDate) > since
}

/** A request as it is shown. */
export function toEntry(id: number, { at, target, headers, fault, hint, ...kept }: Kept): Entry {
  return {
    id,
    loggedDate: new Date(at).toISOString(),
    ...kept,
    url: maskTarget(target),
    ...(fault !== undefined && { fault }),
    ...(hint !== undefined && { hint }),
    matched: !UNMATCHED.has(kept.rule),
    headers: maskFields(headers),
  }
}

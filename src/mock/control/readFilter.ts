import { boolean, number, object, oneOf, optional, parsed, text } from '../../contract/shape.ts'
import { leaveOutUndefined } from '../readOptions.ts'
import type { JournalFilter } from './journal.ts'

/** The last time that a Date can have. */
const LATEST = 8.64e15

const members = {
  unmatched: optional(oneOf(['true', 'false'])),
  session: optional(text()),
  status: optional(parsed(parseStatus, 'an HTTP status')),
  path: optional(text()),
  method: optional(text()),
  since: optional(parsed(parseTime, 'an ISO 8601 time')),
  limit: optional(parsed(parseCount, 'a whole number')),
}
const shape = object(members)
const withFormat = object({ ...members, format: optional(oneOf(['json', 'har'])) })

const inCode = object(
  {
    ...members,
    unmatched: optional(boolean),
    since: optional(number(-LATEST, LATEST, 'milliseconds since 1970')),
  },
  'a filter, such as { status: 200 }',
)

/** Checks a filter of the journal. Throws an InputError. */
export function readJournalFilter(filter: unknown): JournalFilter {
  return inCode(leaveOutUndefined(filter), '')
}

/** Reads the filter of the journal from the query of a request's target. Throws an InputError. */
export function readFilter(target: string): JournalFilter {
  return toFilter(shape(readQuery(target), ''))
}

/** Reads the filter, and the format in which to return the journal. Throws an InputError. */
export function readExport(target: string): { filter: JournalFilter; format: 'json' | 'har' } {
  const { format = 'json', ...filter } = withFormat(readQuery(target), '')
  return { filter: toFilter(filter), format }
}

/** The first of repeated parameters counts. */
function readQuery(target: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(target.split('?')[1])].toReversed())
}

function toFilter({ unmatched, ...filter }: ReturnType<typeof shape>): JournalFilter {
  return { unmatched: unmatched === 'true', ...filter }
}

const session = object({ session: optional(text()) })

/** Reads the session that a request's target names. Throws an InputError. */
export function readSession(target: string): { session?: string } {
  return session(Object.fromEntries(new URLSearchParams(target.split('?')[1])), '')
}

function parseTime(text: string): number | undefined {
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}

function parseStatus(text: string): number | undefined {
  return /^[1-9]\d\d$/.test(text) ? Number(text) : undefined
}

function parseCount(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

import { object, oneOf, optional, parsed, text } from '../../contract/input/shape.ts'
import type { JournalFilter } from './journal.ts'

const shape = object({
  unmatched: optional(oneOf(['true', 'false'])),
  session: optional(text()),
  status: optional(parsed(parseStatus, 'an HTTP status')),
  path: optional(text()),
  method: optional(text()),
  since: optional(parsed(parseTime, 'an ISO 8601 time')),
  limit: optional(parsed(parseCount, 'a whole number')),
})

/** Reads the filter of the journal from the query of a request's target. Throws an InputError. */
export function readFilter(target: string): JournalFilter {
  const query = new URLSearchParams(target.split('?')[1])
  // The first of repeated parameters counts.
  const { unmatched, ...filter } = shape(Object.fromEntries([...query].toReversed()), '')
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
  return /^[1-5]\d\d$/.test(text) ? Number(text) : undefined
}

function parseCount(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

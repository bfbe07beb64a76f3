import type { Entry } from '../types.ts'
import { isBroken } from './outcome.ts'

/** What the journal shows. */
export type JournalFilter = {
  /** Words that a request must contain. */
  text: string
  /** An option of the select: `4xx`, `broken`, `unmatched`, `violation`, or nothing. */
  result: string
}

export function matchesFilter(entry: Entry, { text, result }: JournalFilter): boolean {
  return matchesResult(entry, result) && matchesText(entry, text)
}

function matchesResult(entry: Entry, result: string): boolean {
  if (result === '') return true
  if (result === 'broken') return isBroken(entry)
  if (result === 'unmatched') return !entry.matched
  if (result === 'violation') return (entry.upstream?.violations.length ?? 0) > 0
  return !isBroken(entry) && result === `${String(entry.status)[0]}xx`
}

function matchesText(
  { method, url, session, rule, scenario, applied, status }: Entry,
  text: string,
): boolean {
  const words = text.toLowerCase().split(/\s+/)
  const all = [method, url, session, rule, scenario, status, ...applied].join(' ').toLowerCase()
  return words.every((word) => all.includes(word))
}

import type { Report } from '../../harness/report.ts'
import { escapeText } from './escapeText.ts'

/** Escapes every text of a report, because the server under test wrote much of it. */
export function escapeReport(report: Report): Report {
  return JSON.parse(JSON.stringify(report), (_name, value) =>
    typeof value === 'string' ? escapeText(value) : value,
  )
}

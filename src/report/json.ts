import type { Report } from '../judge/report.ts'
import { escapeJson } from './text/escapeText.ts'

/** The report as JSON, described by `spec/report.schema.json`. */
export function json(report: Report): string {
  return `${escapeJson(JSON.stringify(report, null, 2))}\n`
}

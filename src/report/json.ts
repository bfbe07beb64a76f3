import type { Report } from '../judge/report.ts'
import { escapeJson } from './text/escapeText.ts'

/** The report as JSON, described by `spec/report.schema.json`. */
export function json(report: Report): string {
  return listJsonParts(report).join('')
}

/** The same in short texts, one for each finding: V8 keeps a long text in memory for a while after the last use. */
export function listJsonParts({ findings, ...rest }: Report): string[] {
  const head = format({ ...rest, findings: [] })
  // The list is the last member, and empty.
  const end = head.lastIndexOf(']')
  const parts = findings.map((finding, index) => {
    const text = format(finding).replaceAll('\n', '\n    ')
    return `${index === 0 ? '' : ','}\n    ${text}`
  })
  return [head.slice(0, end), ...parts, `${findings.length === 0 ? '' : '\n  '}${head.slice(end)}\n`]
}

function format(value: unknown): string {
  return escapeJson(JSON.stringify(value, null, 2))
}

import type { Report } from '../judge/report.ts'
import { escapeJson } from './text/escapeText.ts'

/** A report as JSON, described by `spec/report.schema.json`, or a comparison. */
export function json(value: object): string {
  return `${escapeJson(JSON.stringify(value, null, 2))}\n`
}

/** The report as one JSON object per line: the findings, then the run, with the members of the JSON report. */
export function ndjson({ findings, ...run }: Report): string {
  const checks = findings.map((finding) => ({ type: 'check', target: run.target.name, ...finding }))
  return [...checks, { type: 'run', ...run }].map((line) => `${escapeJson(JSON.stringify(line))}\n`).join('')
}

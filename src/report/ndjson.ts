import type { Report } from '../judge/report.ts'
import { escapeJson } from './text/escapeText.ts'

/** The report as one JSON object per line: the findings, then the run, with the members of the JSON report. */
export function ndjson({ findings, ...run }: Report): string {
  const lines = [
    ...findings.map((finding) => ({ type: 'check', target: run.target.name, ...finding })),
    { type: 'run', ...run },
  ]
  return lines.map((line) => `${escapeJson(JSON.stringify(line))}\n`).join('')
}

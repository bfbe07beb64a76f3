import type { Report } from '../harness/report.ts'

/** The report as JSON, described by `spec/report.schema.json`. */
export function json(report: Report): string {
  return `${JSON.stringify(report, null, 2).replaceAll(/[\u007F-\u009F]/g, escapeControl)}\n`
}

// JSON allows these characters, but some terminals interpret them: U+009B starts a command. Escaped, they are the same
// value to any parser.
function escapeControl(character: string): string {
  return `\\u00${character.charCodeAt(0).toString(16)}`
}

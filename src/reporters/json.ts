import type { Report } from '../harness/report.ts'

/** The report as `spec/report.schema.json` describes it. */
export function json(report: Report): string {
  return `${JSON.stringify(report, null, 2).replaceAll(/[\u007F-\u009F]/g, escaped)}\n`
}

// JSON allows these raw, but some terminals take U+009B and its neighbours for the start of a command. Escaped, they
// are the same value to any parser.
function escaped(character: string): string {
  return `\\u00${character.charCodeAt(0).toString(16)}`
}

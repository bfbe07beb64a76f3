import type { Report } from '../judge/report.ts'
import type { Document, DocumentFormat, ReporterOptions, ReportFormat, TextOptions } from './document.ts'
import { annotate, github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { writeHtml } from './html.ts'
import { junit } from './junit.ts'
import { writeMarkdown } from './markdown.ts'
import { sarif } from './sarif.ts'
import { escapeJson } from './text/escapeText.ts'
import { writeText } from './text.ts'
import { viewReport } from './viewReport.ts'

/** The functions that write a document, by format. Each output ends with a newline. */
export const documentWriters = {
  terminal: writeText,
  html: writeHtml,
  markdown: writeMarkdown,
  github: annotate,
} as const satisfies Record<DocumentFormat, (document: Document, options: TextOptions) => string>

/** Formats a report as the contents of a file, with a newline at the end. */
type Reporter = (report: Report, options: ReporterOptions) => string

export const reporters: Record<ReportFormat, Reporter> = {
  terminal: (report, options) => writeText(viewReport(report, options), options),
  html: (report, options) => writeHtml(viewReport(report, options)),
  markdown: (report, options) => writeMarkdown(viewReport(report, options)),
  github,
  junit,
  sarif,
  gitlab,
  json,
  ndjson,
}

/** Writes a comparison, or a report as described by `spec/report.schema.yaml`, as JSON. */
export function json(value: object): string {
  return `${escapeJson(JSON.stringify(value, null, 2))}\n`
}

/** Writes the report as one JSON object per line: the findings, then the run, with the same fields as in the JSON report. */
function ndjson({ findings, ...run }: Report): string {
  const checks = findings.map((finding) => ({ type: 'check', target: run.target.name, ...finding }))
  return [...checks, { type: 'run', ...run }].map((line) => `${escapeJson(JSON.stringify(line))}\n`).join('')
}

import type { Report } from '../judge/report.ts'
import type { Document, ReporterOptions, TextOptions } from './document.ts'
import { annotate, github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { writeHtml } from './html.ts'
import { junit } from './junit.ts'
import { writeMarkdown } from './markdown.ts'
import { sarif } from './sarif.ts'
import { escapeJson } from './text/escapeText.ts'
import { writeText } from './text.ts'
import { viewReport } from './viewReport.ts'

/** The formats of every document: a report, the table of several targets, a comparison. Each text ends with a newline. */
export const documentFormats = {
  terminal: writeText,
  html: writeHtml,
  markdown: writeMarkdown,
  github: annotate,
} as const satisfies Record<string, (document: Document, options: TextOptions) => string>

export type DocumentFormat = keyof typeof documentFormats

/** Formats a report as the text of a file, which ends with a newline. */
type Reporter = (report: Report, options: ReporterOptions) => string

const formats = {
  terminal: (report, options) => writeText(viewReport(report, options), options),
  html: (report, options) => writeHtml(viewReport(report, options)),
  markdown: (report, options) => writeMarkdown(viewReport(report, options)),
  github,
  junit,
  sarif,
  gitlab,
  json,
  ndjson,
} as const satisfies Record<string, Reporter>

/** The formats in which a report can be written. */
export type ReportFormat = keyof typeof formats

export const reporters: Record<ReportFormat, Reporter> = formats

export const reportFormats = Object.keys(reporters) as ReportFormat[]

/** The formats of a comparison. */
export const comparisonFormats = [...(Object.keys(documentFormats) as DocumentFormat[]), 'json'] as const

/** A report as JSON, described by `spec/report.schema.json`, or a comparison. */
export function json(value: object): string {
  return `${escapeJson(JSON.stringify(value, null, 2))}\n`
}

/** The report as one JSON object per line: the findings, then the run, with the same fields as in the JSON report. */
function ndjson({ findings, ...run }: Report): string {
  const checks = findings.map((finding) => ({ type: 'check', target: run.target.name, ...finding }))
  return [...checks, { type: 'run', ...run }].map((line) => `${escapeJson(JSON.stringify(line))}\n`).join('')
}

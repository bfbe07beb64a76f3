import type { Report } from '../harness/report.ts'

/** The formats in which a report can be written. */
export type ReportFormat = 'terminal' | 'json' | 'junit' | 'html'

export type ReporterOptions = {
  /** Use ANSI colours in formats that support them. */
  color: boolean
}

/** Formats a report as the text of a file, which ends with a line end. */
export type Reporter = (report: Report, options: ReporterOptions) => string

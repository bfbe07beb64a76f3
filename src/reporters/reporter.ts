import type { Report } from '../harness/report.ts'

export type ReportFormat = 'terminal' | 'json' | 'junit'

export type ReporterOptions = {
  /** Mark verdicts with ANSI colours, where the format is read by people. */
  color: boolean
}

/** Writes a report as the whole text of a file, its last line end included. */
export type Reporter = (report: Report, options: ReporterOptions) => string

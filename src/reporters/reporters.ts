import { html } from './html/html.ts'
import { json } from './json.ts'
import { junit } from './junit.ts'
import type { Reporter, ReportFormat } from './reporter.ts'
import { terminal } from './terminal/terminal.ts'

/** The reporter of every format. A format without a reporter does not compile. */
export const reporters: Record<ReportFormat, Reporter> = { terminal, json, junit, html }

export const reportFormats = Object.keys(reporters) as ReportFormat[]

export function isReportFormat(name: string): name is ReportFormat {
  return Object.hasOwn(reporters, name)
}

import type { Report } from '../../judge/report.ts'
import { completeReport } from '../completeReport.ts'
import type { ReporterOptions } from '../reporter.ts'
import { createReplayLine } from '../text/createReplayLine.ts'
import { render } from './markup/markup.ts'
import { page } from './page.ts'

/**
 * The report as one HTML page of less than 400 kB, without anything from a network. It works without scripts. Long texts are
 * shortened as much as the size requires, and the page says where.
 */
export function html(report: Report, options: Pick<ReporterOptions, 'saved' | 'program'> = {}): string {
  return `${render(page(completeReport(report), createReplayLine(report, options)))}\n`
}

import type { Report } from '../../harness/report.ts'
import { completeReport } from './completeReport.ts'
import { render } from './markup/markup.ts'
import type { Limits } from './markup/shorten.ts'
import { page } from './page.ts'

const MOST_BYTES = 400_000

/** From a page with everything that is useful to one that has little of each finding. */
const LIMITS: readonly Limits[] = [
  { text: 4000, body: 12_000, examples: 3, steps: 30, findings: 400 },
  { text: 2000, body: 4000, examples: 3, steps: 30, findings: 400 },
  { text: 1000, body: 1000, examples: 2, steps: 12, findings: 400 },
  { text: 500, body: 300, examples: 1, steps: 6, findings: 400 },
  { text: 200, body: 100, examples: 1, steps: 3, findings: 200 },
  { text: 80, body: 0, examples: 1, steps: 1, findings: 50 },
]

/**
 * The report as one HTML page of less than 400 kB, without anything from a network. It works without scripts. Long texts are
 * shortened as much as the size requires, and the page says where.
 */
export function html(report: Report): string {
  const complete = completeReport(report)
  let text = ''
  for (const limits of LIMITS) {
    text = `${render(page(complete, limits))}\n`
    if (Buffer.byteLength(text) < MOST_BYTES) break
  }
  return text
}

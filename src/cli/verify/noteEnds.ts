import { pluralize } from '../../contract/words.ts'
import type { Report } from '../../judge/report.ts'

/** Notes in a report that its server ended by itself during the run, and how. Without violations, the run is incomplete. */
export function noteEnds(report: Report, ends: readonly string[]): Report {
  const [first] = ends
  if (first === undefined || report.requests === 0) return report
  const times = ends.length > 1 ? `, and ${pluralize(ends.length - 1, 'more time')}` : ''
  const reason = `During the run, ${first}${times}.`
  const noted: Report = { ...report, reasons: [...report.reasons, reason] }
  return report.verdict === 'conformant' ? { ...noted, verdict: 'incomplete', exitCode: 3 } : noted
}

import { isListed } from '../judge/baseline/applyBaseline.ts'
import type { Finding, Report } from '../judge/report.ts'
import { createFindPlace } from './filePlaces.ts'
import { fingerprint } from './fingerprint.ts'
import type { ReporterOptions } from './reporter.ts'
import { describeMark } from './text/baselineMark.ts'
import { OWN_PATH } from './text/clausePlace.ts'
import { summariseFinding } from './text/describeFinding.ts'
import { escapeReport } from './text/escapeReport.ts'

type Subject = { finding?: Finding; place?: { path: string; line: number } | undefined }

/** A file that every repository has that runs the kit in GitLab. */
const PIPELINE = '.gitlab-ci.yml'

/** The report as a code quality report for GitLab: failed checks, warnings, and what kept the run from being complete. */
export function gitlab(unsafe: Report, { contract }: ReporterOptions): string {
  const report = escapeReport(unsafe)
  const findPlace = createFindPlace(report, contract)
  // The kit's own contract is not in the user's repository, and GitLab needs a file.
  const isInRepository = contract !== undefined || findPlace().path !== OWN_PATH
  const issue = (
    id: string,
    severity: string,
    description: string,
    { finding, place = isInRepository ? findPlace(finding) : { path: PIPELINE, line: 1 } }: Subject = {},
  ): object => {
    const { path, line } = place
    return {
      type: 'issue',
      check_name: id,
      description,
      categories: ['Compatibility'],
      severity,
      fingerprint: fingerprint(report, id),
      location: { path, lines: { begin: line } },
    }
  }
  const issues = [
    ...report.findings
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
      .map((finding) => issue(finding.id, severity(finding), describe(finding), { finding })),
    ...(report.baseline?.problems ?? []).map(({ id, message, place }) =>
      issue(`baseline/${id}`, 'critical', message, { place }),
    ),
    ...(report.reasons.length === 0 ? [] : [issue('run-complete', 'blocker', report.reasons.join(' '))]),
  ]
  return `${JSON.stringify(issues, null, 2)}\n`
}

function describe(finding: Finding): string {
  const { baseline } = finding
  const mark = baseline === undefined ? '' : ` (baseline: ${describeMark(baseline)})`
  return `${summariseFinding(finding)}${mark} fix: ${finding.fix}`
}

function severity(finding: Finding): string {
  const { level, verdict } = finding
  if (isListed(finding)) return 'info'
  if (verdict === 'warn') return 'minor'
  return level === 'MUST' ? 'critical' : 'major'
}

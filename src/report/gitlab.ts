import type { Finding, Report } from '../judge/report.ts'
import { fingerprint, listProblems, type Problem, summarise } from './problems.ts'
import type { ReporterOptions } from './reporter.ts'
import { escapeReport } from './text/escapeText.ts'
import { describeMark } from './words.ts'

/** GitLab needs a file. Without a copy of the contract, every repository that runs the kit in GitLab has this one. */
const PIPELINE = { path: '.gitlab-ci.yml', line: 1 }

/** The report as a code quality report for GitLab: failed checks, warnings, and what kept the run from being complete. */
export function gitlab(unsafe: Report, { contract }: ReporterOptions): string {
  const report = escapeReport(unsafe)
  const file = contract === undefined ? PIPELINE : { path: contract.path, line: 1 }
  const issues = listProblems(report, contract).map((problem) => {
    const { id, lines, finding, place } = problem
    const { path, line } = place ?? file
    return {
      type: 'issue',
      check_name: id,
      description: finding === undefined ? lines.join(' ') : describe(finding),
      categories: ['Compatibility'],
      severity: severity(problem),
      fingerprint: fingerprint(report, id),
      location: { path, lines: { begin: line } },
    }
  })
  return `${JSON.stringify(issues, null, 2)}\n`
}

function describe(finding: Finding): string {
  const { baseline, fix } = finding
  const mark = baseline === undefined ? '' : ` (baseline: ${describeMark(baseline)})`
  return `${summarise(finding)}${mark} fix: ${fix}`
}

function severity({ level, finding, id }: Problem): string {
  if (level === 'accepted') return 'info'
  if (level === 'warning') return 'minor'
  if (finding === undefined) return id === 'run-complete' ? 'blocker' : 'critical'
  return finding.level === 'MUST' ? 'critical' : 'major'
}

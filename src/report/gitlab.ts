import type { Report } from '../judge/report.ts'
import type { ReporterOptions } from './document.ts'
import { fingerprint, listResults, type Result, selectProblems } from './results.ts'

/** The file for problems without a place: GitLab requires a file in the repository, and this file usually exists. */
const PIPELINE = { path: '.gitlab-ci.yml', line: 1 }

/** Writes the report as a code quality report for GitLab: problems of checks, the baseline and the run. */
export function gitlab(unsafe: Report, options: ReporterOptions): string {
  const { report, results } = listResults(unsafe, options)
  const issues = selectProblems(results).map((problem) => {
    const { id, message, fix, place: { path, line } = PIPELINE } = problem
    return {
      type: 'issue',
      check_name: id,
      description: fix === undefined ? message : `${message.replace(/[.]?$/, '.')} ${fix}`,
      categories: ['Compatibility'],
      severity: findSeverity(problem),
      fingerprint: fingerprint(report, problem),
      location: { path, lines: { begin: line } },
    }
  })
  return `${JSON.stringify(issues, null, 2)}\n`
}

function findSeverity({ status, level = 'MUST' }: Result): string {
  if (status === 'failed') return level === 'MUST' ? 'critical' : 'major'
  return status === 'error' ? 'blocker' : status === 'warning' ? 'minor' : 'info'
}

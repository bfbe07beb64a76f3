import type { CheckResult } from './judgeChecks.ts'
import type { Mask } from './mask.ts'
import type { Report } from './report.ts'

/** Describes what the server does where the contract is silent: see `Report`. */
export function describeProfile(results: readonly CheckResult[], mask: Mask): Report['profile'] {
  const entries = results
    .filter(({ check, judged }) => check.level === 'INFO' && judged > 0)
    .flatMap(({ check, violations }) =>
      check.describes
        ? violations.map(({ violation }) => [mask(violation.pointer), mask(violation.actual)])
        : [[check.id, violations.length === 0 ? 'yes' : 'no']],
    )
  // The first of each name is about the plainest request.
  const names = entries.map(([name]) => name)
  return Object.fromEntries(entries.filter(([name], index) => names.indexOf(name) === index))
}

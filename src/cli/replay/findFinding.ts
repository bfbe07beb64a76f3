import { didYouMean } from '../../contract/suggest.ts'
import type { Finding, FindingVerdict, Report } from '../../judge/report.ts'
import { UsageError } from '../errors.ts'

const SHOWN = 10
/** Findings that have nothing to replay, in words. */
const NOTHING: Partial<Record<FindingVerdict, string>> = {
  pass: 'passed',
  'not-exercised': 'was not exercised',
  inconclusive: 'was inconclusive',
}

/** The finding of a report that can be replayed. Throws a UsageError if it is unknown, or has no violation. */
export function findFinding({ findings }: Report, id: string, file: string): Finding {
  const finding = findings.find(({ check }) => check === id)
  const found = findings.filter(({ violations }) => violations.length > 0).map(({ check }) => check)
  if (!finding) {
    const near = didYouMean(
      id,
      findings.map(({ check }) => check),
      3,
    )
    throw new UsageError(
      `expected the id of a finding in ${file}, got "${id}"; ${near}${near && ' '}${describe(found)}`,
    )
  }
  const nothing = NOTHING[finding.verdict]
  if (nothing !== undefined)
    throw new UsageError(`${id} ${nothing} in ${file}, so there is nothing to replay; ${describe(found)}`)
  if (!finding.engines.includes('probes'))
    throw new UsageError(
      `only ${finding.engines.join(' and ')} reported ${id} in ${file}, and replay sends the kit's own requests; run verify again`,
    )
  return finding
}

function describe(found: readonly string[]): string {
  if (found.length === 0) return 'no check was violated'
  const more = found.length > SHOWN ? `, and ${found.length - SHOWN} more` : ''
  return `violated: ${found.slice(0, SHOWN).join(', ')}${more}`
}

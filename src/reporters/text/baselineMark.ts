import { isListed } from '../../harness/baseline/applyBaseline.ts'
import type { BaselineMark, Finding, FindingVerdict, Report } from '../../harness/report.ts'

/** What a report shows of a finding: its verdict, or that the baseline lists its problem. */
export type ShownVerdict = FindingVerdict | 'listed'

export function shownVerdict(finding: Finding): ShownVerdict {
  return isListed(finding) ? 'listed' : finding.verdict
}

/** The findings that are shown with one of these verdicts, in the order of the verdicts. */
export function selectShown(findings: readonly Finding[], ...verdicts: ShownVerdict[]): Finding[] {
  return verdicts.flatMap((verdict) => findings.filter((finding) => shownVerdict(finding) === verdict))
}

/** `accepted until 2027-01-31: ships with 4.2 (owner: catalogue, ticket: PLANT-12, first seen 2026-11-22)` */
export function describeMark({ status, reason, expires, owner, ticket, firstSeen }: BaselineMark): string {
  const state = {
    listed: `accepted until ${expires}`,
    expired: `expired on ${expires}`,
    gone: 'no longer occurs',
  }
  const details = [
    ...(owner === undefined ? [] : [`owner: ${owner}`]),
    ...(ticket === undefined ? [] : [`ticket: ${ticket}`]),
    ...(firstSeen === undefined ? [] : [`first seen ${firstSeen}`]),
  ]
  return `${state[status]}: ${reason}${details.length === 0 ? '' : ` (${details.join(', ')})`}`
}

/** What fails or limits a run besides its findings: entries of the baseline, and what kept it from being complete. Sentences. */
export function listReasons({ baseline, reasons }: Report): string[] {
  return [...(baseline?.problems.map(({ message }) => message) ?? []), ...reasons]
}

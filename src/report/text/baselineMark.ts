import { isListed } from '../../judge/baseline/applyBaseline.ts'
import type { BaselineMark, BaselineProblem, Finding, FindingVerdict, Report } from '../../judge/report.ts'

/** What a report shows of a finding: its verdict, or that the baseline lists its problem. */
export type ShownVerdict = FindingVerdict | 'listed'

export function shownVerdict(finding: Finding): ShownVerdict {
  return isListed(finding) ? 'listed' : finding.verdict
}

/** The findings that are shown with one of these verdicts, in the order of the verdicts. */
export function selectShown(findings: readonly Finding[], ...verdicts: ShownVerdict[]): Finding[] {
  return verdicts.flatMap((verdict) => findings.filter((finding) => shownVerdict(finding) === verdict))
}

/** The intermittent findings of the baseline that did not occur in the run. */
export function selectAbsent(findings: readonly Finding[]): Finding[] {
  return findings.filter(
    ({ verdict, baseline }) =>
      verdict === 'pass' && baseline?.status === 'listed' && baseline.intermittent === true,
  )
}

/** What the baseline says about a finding that it lists, and whether an intermittent one occurred. */
export function describeListed({ title, verdict, baseline }: Finding): string {
  if (baseline === undefined) return title
  return `${verdict === 'pass' ? 'did not occur in this run, ' : ''}${describeMark(baseline)}`
}

/** `accepted until 2027-01-31: ships with 4.2 (owner: catalogue, ticket: PLANT-12, first seen 2026-11-22)` */
export function describeMark(mark: BaselineMark): string {
  const { status, reason, expires, owner, ticket, firstSeen, intermittent = false } = mark
  const state = {
    listed: `accepted until ${expires}`,
    expired: `expired on ${expires}`,
    gone: 'no longer occurs',
  }
  const details = [
    ...(intermittent ? ['comes and goes'] : []),
    ...(owner === undefined ? [] : [`owner: ${owner}`]),
    ...(ticket === undefined ? [] : [`ticket: ${ticket}`]),
    ...(firstSeen === undefined ? [] : [`first seen ${firstSeen}`]),
  ]
  return `${state[status]}: ${reason}${details.length === 0 ? '' : ` (${details.join(', ')})`}`
}

/** What fails the run again or will soon, and what will not for too long. */
export function selectNotices({ baseline }: Pick<Report, 'baseline'>): BaselineProblem[] {
  return [...(baseline?.expired ?? []), ...(baseline?.expiring ?? []), ...(baseline?.distant ?? [])]
}

/** The same as sentences. */
export function listNotices(report: Pick<Report, 'baseline'>): string[] {
  return selectNotices(report).map(({ message }) => message)
}

/** What fails or limits a run besides its findings: entries of the baseline, and what kept it from being complete. Sentences. */
export function listReasons({ baseline, reasons }: Report): string[] {
  return [...(baseline?.problems.map(({ message }) => message) ?? []), ...reasons]
}

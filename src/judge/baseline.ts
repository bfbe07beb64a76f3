import type { BaselineEntry, BaselineProblem, Finding, Report } from './report.ts'

/** The findings that a team knows. They do not count for the verdict. */
export type Baseline = {
  entries: readonly BaselineEntry[]
  /** The run removes the entries that no longer occur, so they do not count. */
  prunes?: boolean
  /** Its path in the repository, and the lines of its entries, by their ids. */
  file?: { path: string; lines: Readonly<Record<string, number>> }
}

/** Entries that end so soon are announced, so that the failure does not come as a surprise. */
const NOTICE_DAYS = 14
/** A date that is further away is soon forgotten. */
const MAX_DAYS = 366

/** Marks the findings that the baseline lists. An entry counts until the end of its last day, in UTC; `startedAt` is in ISO 8601. */
export function markListed(
  findings: readonly Finding[],
  { entries }: Baseline,
  startedAt: string,
): Finding[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  return findings.map((finding) => {
    const entry = byId.get(finding.id)
    if (entry === undefined) return finding
    const { id: _id, check: _check, ...rest } = entry
    const status = startedAt.slice(0, 10) > entry.expires ? 'expired' : 'listed'
    return { ...finding, baseline: { status, ...rest } }
  })
}

/**
 * Marks the entries that no longer occur. Only a complete run of the full plan can tell, and of an intermittent finding no single run
 * can.
 */
export function markGone(findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => {
    const { baseline, verdict } = finding
    return baseline && baseline.intermittent !== true && verdict === 'pass'
      ? { ...finding, baseline: { ...baseline, status: 'gone' } }
      : finding
  })
}

/** Whether a finding has a problem that does not count, because the baseline lists it. */
export function isListed({ verdict, baseline }: Finding): boolean {
  return baseline?.status === 'listed' && (verdict === 'fail' || verdict === 'warn')
}

/** Says what is wrong with entries, or will be soon, and what to do about it. Only the problems fail the run. */
export function describeBaseline(
  findings: readonly Finding[],
  { entries, prunes = false, file }: Baseline,
  startedAt: string,
): NonNullable<Report['baseline']> {
  const soon = addDays(startedAt, NOTICE_DAYS)
  const far = addDays(startedAt, MAX_DAYS)
  const list = (describe: (finding: Finding, expires: string) => string | undefined): BaselineProblem[] =>
    findings.flatMap((finding) => {
      const { id, baseline } = finding
      const message = baseline && describe(finding, baseline.expires)
      const line = file?.lines[id]
      const place = file && line !== undefined ? { place: { path: file.path, line } } : {}
      return message === undefined ? [] : [{ id, message, ...place }]
    })
  const problems = list(({ id, verdict, baseline }, expires) => {
    if (baseline?.status === 'gone' && !prunes)
      return `${id} no longer occurs. Remove its entry from the baseline, or run with --baseline-update. If it comes and goes, add "intermittent: true" to the entry.`
    return baseline?.status === 'expired' && verdict !== 'fail'
      ? `The baseline entry of ${id} expired on ${expires}${describeContact(baseline)}. Remove it, or agree on a later date.`
      : undefined
  })
  const expiring = list((finding, expires) =>
    isListed(finding) && expires <= soon
      ? `The baseline accepts ${finding.id} only until ${expires}${describeContact(finding.baseline)}. Fix it by then, or agree on a later date.`
      : undefined,
  )
  const distant = list((finding, expires) =>
    isListed(finding) && expires > far
      ? `The baseline accepts ${finding.id} until ${expires}${describeContact(finding.baseline)}, which is more than a year. Agree on an earlier date.`
      : undefined,
  )
  const expired = list(({ id, verdict, baseline }, expires) =>
    baseline?.status === 'expired' && verdict === 'fail'
      ? `The baseline accepted ${id} until ${expires}${describeContact(baseline)}, so it counts again. Fix it, or agree on a later date.`
      : undefined,
  )
  return {
    entries: entries.length,
    problems,
    ...(expiring.length > 0 && { expiring }),
    ...(distant.length > 0 && { distant }),
    ...(expired.length > 0 && { expired }),
  }
}

function describeContact({ owner, ticket }: Partial<BaselineEntry> = {}): string {
  const parts = [
    ...(owner === undefined ? [] : [`owner: ${owner}`]),
    ...(ticket === undefined ? [] : [`ticket: ${ticket}`]),
  ]
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

function addDays(startedAt: string, days: number): string {
  return new Date(Date.parse(startedAt) + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}

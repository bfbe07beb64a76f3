import type { BaselineEntry, BaselineProblem, Finding, Report } from './report.ts'

/** The findings that a team has accepted. They do not count towards the verdict. */
export type Baseline = {
  entries: readonly BaselineEntry[]
  /** Whether the run removes the entries that no longer occur, so that they are not reported as problems. */
  prunes?: boolean
  /** The baseline file's path in the repository, and the line of each entry, by the entry's id. */
  file?: { path: string; lines: Readonly<Record<string, number>> }
}

/** Entries that expire within this many days are announced, so that the failure comes as no surprise. */
const NOTICE_DAYS = 14
/** Entries that expire later than this are soon forgotten. */
const MAX_DAYS = 366
const DAY = 24 * 60 * 60 * 1000

/** Marks the findings that the baseline lists. An entry is valid until the end of its expiry day, in UTC. `startedAt` is in ISO 8601. */
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
 * Marks the entries that no longer occur. Only a complete run of the full plan can tell; for an intermittent finding, no single run can.
 */
export function markGone(findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => {
    const { baseline, verdict } = finding
    return baseline && baseline.intermittent !== true && verdict === 'pass'
      ? { ...finding, baseline: { ...baseline, status: 'gone' } }
      : finding
  })
}

/** Whether a finding is a problem that does not count because the baseline lists it. */
export function isListed({ verdict, baseline }: Finding): boolean {
  return baseline?.status === 'listed' && (verdict === 'fail' || verdict === 'warn')
}

/** Says what is wrong with baseline entries, or soon will be, and what to do about it. Only the `problems` fail the run. */
export function describeBaseline(
  findings: readonly Finding[],
  { entries, prunes = false, file }: Baseline,
  startedAt: string,
): NonNullable<Report['baseline']> {
  const day = (days: number): string =>
    new Date(Date.parse(startedAt) + days * DAY).toISOString().slice(0, 10)
  const described: Record<Group, BaselineProblem[]> = { problems: [], expiring: [], distant: [], expired: [] }
  for (const finding of findings) {
    const group = groupEntry(finding, day)
    if (group === undefined || (prunes && finding.baseline?.status === 'gone')) continue
    const line = file?.lines[finding.id]
    described[group].push({
      id: finding.id,
      message: describeEntry(finding, group),
      ...(file && line !== undefined && { place: { path: file.path, line } }),
    })
  }
  const { problems, ...others } = described
  const found = Object.entries(others).filter(([, list]) => list.length > 0)
  return { entries: entries.length, problems, ...Object.fromEntries(found) }
}

type Group = 'problems' | 'expiring' | 'distant' | 'expired'

function groupEntry(finding: Finding, day: (days: number) => string): Group | undefined {
  const { baseline, verdict } = finding
  if (baseline?.status === 'gone') return 'problems'
  if (baseline?.status === 'expired') return verdict === 'fail' ? 'expired' : 'problems'
  if (baseline === undefined || !isListed(finding)) return undefined
  if (baseline.expires <= day(NOTICE_DAYS)) return 'expiring'
  return baseline.expires > day(MAX_DAYS) ? 'distant' : undefined
}

function describeEntry({ id, baseline }: Finding, group: Group): string {
  const { status, expires, owner, ticket } = baseline ?? {}
  const contact = Object.entries({ owner, ticket }).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${value}`,
  )
  const until = `${expires}${contact.length === 0 ? '' : ` (${contact.join(', ')})`}`
  if (status === 'gone')
    return `${id} no longer occurs. Remove its entry from the baseline, or run with --baseline-update. If the finding is intermittent, add "intermittent: true" to the entry.`
  return {
    problems: `The baseline entry of ${id} expired on ${until}. Remove it, or agree on a later date.`,
    expiring: `The baseline accepts ${id} only until ${until}. Fix it by then, or agree on a later date.`,
    distant: `The baseline accepts ${id} until ${until}, which is more than a year. Agree on an earlier date.`,
    expired: `The baseline accepted ${id} until ${until}, so it counts again. Fix it, or agree on a later date.`,
  }[group]
}

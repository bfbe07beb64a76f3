import type { BaselineEntry, BaselineMark, BaselineProblem, Finding, Report } from './report.ts'

/** The findings that a team has accepted. Until they expire, accepted findings do not count towards the verdict. */
export type Baseline = {
  entries: readonly BaselineEntry[]
  /** Whether the run removes entries whose finding no longer occurs, so that such entries are not problems. */
  prunes?: boolean
}

/** Marks the findings that the baseline lists. An entry expires at the end of its day in UTC. A finding can be gone only if `isWhole`. */
export function markListed(
  findings: readonly Finding[],
  entries: readonly BaselineEntry[],
  { startedAt, isWhole }: { startedAt: string; isWhole: boolean },
): Finding[] {
  return findings.map((finding) => {
    const entry = entries.find(({ id }) => id === finding.id)
    if (entry === undefined) return finding
    const { id: _id, place: _place, ...rest } = entry
    // A single run cannot show that an intermittent finding is gone.
    const isGone = isWhole && entry.intermittent !== true && finding.verdict === 'pass'
    const status = startedAt.slice(0, 10) > entry.expires ? 'expired' : 'listed'
    return { ...finding, baseline: { status: isGone ? 'gone' : status, ...rest } }
  })
}

/** Whether a finding is a violation or a warning that does not count, because the baseline lists it. */
export const isListed = ({ verdict, baseline }: Finding): boolean =>
  baseline?.status === 'listed' && (verdict === 'fail' || verdict === 'warn')

/** The report lists entries that expire at most `SOON` days after the run, or more than `FAR` days after it. */
const [SOON, FAR] = [14, 366]
const DAY = 24 * 60 * 60 * 1000

/** Lists the baseline's problems, which fail the run, and its entries that expire soon, expire in over a year, or have expired. */
export function describeBaseline(
  findings: readonly Finding[],
  { entries, prunes = false }: Baseline,
  startedAt: string,
): NonNullable<Report['baseline']> {
  const day = (days: number) => new Date(Date.parse(startedAt) + days * DAY).toISOString().slice(0, 10)
  const list = (isIn: (mark: BaselineMark, finding: Finding) => boolean): BaselineProblem[] =>
    findings.flatMap((finding) => {
      const { id, baseline } = finding
      if (baseline === undefined || !isIn(baseline, finding)) return []
      const place = entries.find((entry) => entry.id === id)?.place
      return [{ id, message: describeMark(id, baseline), ...(place && { place }) }]
    })
  const others = {
    expiring: list(({ expires }, finding) => isListed(finding) && expires <= day(SOON)),
    distant: list(({ expires }, finding) => isListed(finding) && expires > day(FAR)),
    expired: list(({ status }, { verdict }) => status === 'expired' && verdict === 'fail'),
  }
  return {
    entries: entries.length,
    problems: list(({ status }) => status === 'expired' || (status === 'gone' && !prunes)),
    ...Object.fromEntries(Object.entries(others).filter(([, found]) => found.length > 0)),
  }
}

function describeMark(id: string, { status, expires }: BaselineMark): string {
  if (status === 'gone')
    return `${id} no longer occurs. Remove the finding's entry from the baseline, or run with --baseline-update. If the finding is intermittent, add "intermittent: true" to the entry.`
  return `The baseline ${status === 'expired' ? 'accepted' : 'accepts'} ${id} until ${expires}. Fix the finding and remove its entry, or agree on another date.`
}

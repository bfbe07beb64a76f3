import type { BaselineEntry, BaselineMark, Finding, Report } from './report.ts'

/** The findings that a team has accepted. They do not count towards the verdict. */
export type Baseline = {
  entries: readonly BaselineEntry[]
  /** Whether the run removes the entries that no longer occur, so that they are not reported as problems. */
  prunes?: boolean
  /** The baseline file, and the line of each entry, by the entry's id. */
  file?: { path: string; lines: Readonly<Record<string, number>> }
}

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

/** Says which baseline entries no longer occur or have expired, and what to do about it. Each of them fails the run. */
export function describeBaseline(
  findings: readonly Finding[],
  { entries, prunes = false, file }: Baseline,
): NonNullable<Report['baseline']> {
  const problems = findings.flatMap(({ id, baseline }) => {
    const message = baseline && describeMark(id, baseline)
    if (message === undefined || (prunes && baseline?.status === 'gone')) return []
    const line = file?.lines[id]
    return [{ id, message, ...(file && line !== undefined && { place: { path: file.path, line } }) }]
  })
  return { entries: entries.length, problems }
}

function describeMark(id: string, { status, expires }: BaselineMark): string | undefined {
  if (status === 'gone')
    return `${id} no longer occurs. Remove its entry from the baseline, or run with --baseline-update. If the finding is intermittent, add "intermittent: true" to the entry.`
  return status === 'expired'
    ? `The baseline accepted ${id} until ${expires}. Fix it and remove its entry, or agree on a later date.`
    : undefined
}

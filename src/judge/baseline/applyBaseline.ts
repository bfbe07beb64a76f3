import type { BaselineMark, BaselineProblem, Finding } from '../report.ts'
import type { Baseline } from './baseline.ts'

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

/** What is wrong with the baseline itself, and what to do about it. An expired entry of a failed check is not: the failure counts. */
export function listProblems(
  findings: readonly Finding[],
  { prunes = false, file }: Baseline,
): BaselineProblem[] {
  return findings.flatMap(({ id, verdict, baseline }) => {
    if (baseline?.status === 'gone' && !prunes)
      return {
        id,
        message: `${id} no longer occurs. Remove its entry from the baseline, or run with --baseline-update. If it comes and goes, add "intermittent: true" to the entry.`,
        ...findPlace(file, id),
      }
    if (baseline?.status === 'expired' && verdict !== 'fail')
      return {
        id,
        message: `The baseline entry of ${id} expired on ${baseline.expires}${describeContact(baseline)}. Remove it, or agree on a later date.`,
        ...findPlace(file, id),
      }
    return []
  })
}

/** Entries of violations and warnings that expire in the next two weeks, so that the failure does not come as a surprise. */
export function listExpiring(
  findings: readonly Finding[],
  { file }: Baseline,
  startedAt: string,
): BaselineProblem[] {
  const soon = addDays(startedAt, NOTICE_DAYS)
  return listAccepted(findings, file, (id, entry) =>
    entry.expires > soon
      ? undefined
      : `The baseline accepts ${id} only until ${entry.expires}${describeContact(entry)}. Fix it by then, or agree on a later date.`,
  )
}

/** Entries of violations and warnings that count for more than a year, because a date so far away is soon forgotten. */
export function listDistant(
  findings: readonly Finding[],
  { file }: Baseline,
  startedAt: string,
): BaselineProblem[] {
  const far = addDays(startedAt, LONGEST_DAYS)
  return listAccepted(findings, file, (id, entry) =>
    entry.expires <= far
      ? undefined
      : `The baseline accepts ${id} until ${entry.expires}${describeContact(entry)}, which is more than a year. Agree on an earlier date.`,
  )
}

/** Entries of violations that have ended, so that the run fails. */
export function listExpired(findings: readonly Finding[], { file }: Baseline): BaselineProblem[] {
  return findings.flatMap(({ id, verdict, baseline }) =>
    baseline?.status === 'expired' && verdict === 'fail'
      ? {
          id,
          message: `The baseline accepted ${id} until ${baseline.expires}${describeContact(baseline)}, so it counts again. Fix it, or agree on a later date.`,
          ...findPlace(file, id),
        }
      : [],
  )
}

/** The accepted entries about which there is something to say, each at its line in the file. */
function listAccepted(
  findings: readonly Finding[],
  file: Baseline['file'],
  describe: (id: string, entry: NonNullable<Finding['baseline']>) => string | undefined,
): BaselineProblem[] {
  return findings.flatMap((finding) => {
    const { id, baseline } = finding
    const message = baseline && isListed(finding) ? describe(id, baseline) : undefined
    return message === undefined ? [] : { id, message, ...findPlace(file, id) }
  })
}

const NOTICE_DAYS = 14
const LONGEST_DAYS = 366

function addDays(startedAt: string, days: number): string {
  return new Date(Date.parse(startedAt) + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}

function findPlace(file: Baseline['file'], id: string): Pick<BaselineProblem, 'place'> {
  const line = file?.lines[id]
  return file === undefined || line === undefined ? {} : { place: { path: file.path, line } }
}

function describeContact({ owner, ticket }: BaselineMark): string {
  const parts = [
    ...(owner === undefined ? [] : [`owner: ${owner}`]),
    ...(ticket === undefined ? [] : [`ticket: ${ticket}`]),
  ]
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

/** Whether a finding has a problem that does not count, because the baseline lists it. */
export function isListed({ verdict, baseline }: Finding): boolean {
  return baseline?.status === 'listed' && (verdict === 'fail' || verdict === 'warn')
}

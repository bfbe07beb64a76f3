import { splitPointer } from '../contract/jsonPointer.ts'
import { pluralize } from '../contract/words.ts'
import { isListed } from '../judge/baseline.ts'
import type {
  BaselineMark,
  BaselineProblem,
  EngineReport,
  Finding,
  FindingVerdict,
  Report,
  Verdict,
} from '../judge/report.ts'
import type { Tone } from './document.ts'

/** What a report shows of a finding: its verdict, or that the baseline lists its problem. */
export type ShownVerdict = FindingVerdict | 'listed'

export function shownVerdict(finding: Finding): ShownVerdict {
  return isListed(finding) ? 'listed' : finding.verdict
}

/** The findings that are shown with one of these verdicts, in the order of the verdicts. */
export function selectShown(findings: readonly Finding[], ...verdicts: ShownVerdict[]): Finding[] {
  return verdicts.flatMap((verdict) => findings.filter((finding) => shownVerdict(finding) === verdict))
}

export const symbols: Record<Tone, string> = {
  good: '✓',
  bad: '✗',
  warning: '!',
  remark: '·',
  accepted: '~',
  absent: '–',
}

export const findingTones: Record<ShownVerdict, Tone> = {
  pass: 'good',
  fail: 'bad',
  warn: 'warning',
  listed: 'accepted',
  info: 'remark',
  'not-exercised': 'absent',
  inconclusive: 'absent',
}

export const verdictTones: Record<Verdict, Tone> = {
  conformant: 'good',
  violations: 'bad',
  incomplete: 'warning',
}

export const engineTones: Record<EngineReport['status'], Tone> = {
  completed: 'good',
  failed: 'warning',
  missing: 'warning',
  skipped: 'absent',
}

/** What fails the run, in a few words, or that nothing does. */
export function nameVerdict({ verdict, summary, baseline }: Report): string {
  if (verdict !== 'violations') return verdict
  const { violations } = summary
  if (violations > 0 || baseline === undefined) return `${pluralize(violations, 'requirement')} broken`
  return `${pluralize(baseline.problems.length, 'entry', 'entries')} of the baseline out of date`
}

/** `in 3 of 41 responses` */
export function formatSeen({ occurrences: { seen, judged } }: Finding): string {
  return `in ${seen} of ${pluralize(judged, 'response')}`
}

/** How many there are in a part of a document: `1 violation`, `99 passed`. */
export function nameCount(count: number, title: string): string {
  return `${count} ${(count === 1 ? title.replace(/s$/, '') : title).toLowerCase()}`
}

/** `840 ms`, `1.4 s`, `2 min 5 s`. */
export function formatElapsed(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** The findings that the baseline lists, and those of its intermittent entries that did not occur. */
export function selectListed(findings: readonly Finding[]): Finding[] {
  const absent = findings.filter(
    ({ verdict, baseline }) => verdict === 'pass' && baseline?.status === 'listed',
  )
  return [...selectShown(findings, 'listed'), ...absent]
}

/** `accepted until 2027-01-31: ships with 4.2 (owner: catalogue, ticket: PLANT-12, first seen 2026-11-22)` */
export function describeMark(mark: BaselineMark): string {
  const { status, reason, expires, owner, ticket, firstSeen, intermittent = false } = mark
  const state = { listed: `accepted until ${expires}`, expired: `expired on ${expires}`, gone: 'is gone' }
  const details = [
    ...(intermittent ? ['intermittent'] : []),
    ...(owner === undefined ? [] : [`owner: ${owner}`]),
    ...(ticket === undefined ? [] : [`ticket: ${ticket}`]),
    ...(firstSeen === undefined ? [] : [`first seen ${firstSeen}`]),
  ]
  return `${state[status]}: ${reason}${details.length === 0 ? '' : ` (${details.join(', ')})`}`
}

/** What is wrong with entries of the baseline, or will be soon, but does not fail the run. */
export function listNotices({ baseline }: Report): BaselineProblem[] {
  return [...(baseline?.expired ?? []), ...(baseline?.expiring ?? []), ...(baseline?.distant ?? [])]
}

/** What says where the requirement of a check stands. */
type Source = Pick<Finding, 'clause' | 'line'>

/** The kit's own contract in a clause, and in the kit. Another contract has its own path in the clause. */
const OWN = 'openapi.yaml'
export const OWN_PATH = 'spec/openapi.yaml'

/** Whether a requirement stands in the contract. Otherwise it stands in a standard. */
export function isInContract({ clause }: Source): boolean {
  return clause.includes('#/') || clause.endsWith('#')
}

/** Splits a clause of the contract. A clause of a standard counts as the whole contract. */
export function splitClause(clause: string): { file: string; pointer: string } {
  const end = clause.indexOf('#')
  const path = end < 0 ? OWN : clause.slice(0, end)
  return { file: path === OWN ? OWN_PATH : path, pointer: end < 0 ? '' : clause.slice(end + 1) }
}

/** The file and line of a clause, or the section of a standard: `spec/openapi.yaml:35`. */
export function clauseSource(finding: Source): string {
  if (!isInContract(finding)) return finding.clause
  const { file } = splitClause(finding.clause)
  return finding.line === undefined ? file : `${file}:${finding.line}`
}

/** Where to read the clause of a finding: `spec/openapi.yaml:35 › /plants › get › responses › 200`, or `RFC 9110 section 15.5.6`. */
export function clausePlace(finding: Source): string {
  if (!isInContract(finding)) return finding.clause
  const [root = '', ...names] = splitPointer(splitClause(finding.clause).pointer)
  // Omits `paths` and `components`: they say little, and most clauses then fit on one line.
  const place = ['paths', 'components'].includes(root) ? names : [root, ...names]
  return [clauseSource(finding), ...place].filter(Boolean).join(' › ')
}

import { pluralize } from '../contract/words.ts'
import type { Finding, FindingVerdict, Level, Report } from '../judge/report.ts'
import type { Document, Section, Table, Tone } from './document.ts'
import { looks } from './words.ts'

/** One of the two reports. */
type Side = Pick<Report, 'target' | 'startedAt' | 'verdict' | 'exitCode'> & { plan: 'full' | 'monitor' }

/** A check whose result differs. `message` is the first violation in the worse of the two reports. */
export type Change = {
  check: string
  level: Level
  title: string
  before: FindingVerdict
  after: FindingVerdict
  message?: string
}

/** What differs between two reports, as in the JSON of `plant-store-kit compare`. */
export type Comparison = {
  schemaVersion: 1
  before: Side
  after: Side
  /** Checks that fail or warn now, and did not before. */
  worse: Change[]
  better: Change[]
  /** Behaviour that the contract leaves open: what the server did before, and what it does now. */
  behaviour: { what: string; before: string; after: string }[]
  /**
   * Checks that cannot be compared, whatever their verdicts are: only one of the runs judged them, or only the full plan sent the
   * requests that a violation needs.
   */
  unclear: Change[]
  /** The ids of checks that fail or warn as before. */
  unchanged: string[]
  /** 1 if a check got worse and `failsOnWorse` is set, 3 if that is unknown because a run was incomplete, otherwise 0. */
  exitCode: 0 | 1 | 3
  /** Other differences, in sentences: the kit, the contract, the plan, the options of the run. */
  runs: string[]
}

/** Compares two reports, of two versions of a server or of two servers. `failsOnWorse`: what got worse sets the exit code. Pure. */
export function compareReports(before: Report, after: Report, failsOnWorse = false): Comparison {
  const earlier = new Map(before.findings.map((finding) => [finding.id, finding]))
  const [sideBefore, sideAfter] = [describeSide(before), describeSide(after)]
  const pairs = after.findings.flatMap((now) => {
    const then = earlier.get(now.id)
    if (then === undefined || now.level === 'INFO') return []
    return [{ then, now, trend: findTrend(then, now, sideBefore.plan, sideAfter.plan) }]
  })
  const select = (wanted: Trend): Change[] =>
    pairs.filter(({ trend }) => trend === wanted).map(({ then, now }) => describeChange(then, now))
  const worse = select('worse')
  const isOpen = before.reasons.length + after.reasons.length > 0
  const exitCode = worse.length > 0 ? 1 : isOpen ? 3 : 0
  return {
    schemaVersion: 1,
    exitCode: failsOnWorse ? exitCode : 0,
    before: sideBefore,
    after: sideAfter,
    worse,
    better: select('better'),
    // Behaviour that only one of the runs found out cannot be compared.
    behaviour: Object.entries(after.profile).flatMap(([what, now]) => {
      const then = before.profile[what]
      return then === undefined || then === now ? [] : [{ what, before: then, after: now }]
    }),
    unclear: select('unclear'),
    unchanged: pairs.filter(({ trend, now }) => trend === 'same' && rank(now) > 0).map(({ now }) => now.id),
    runs: describeRuns(before, after),
  }
}

function describeSide({ target, startedAt, verdict, exitCode, options }: Report): Side {
  return { target, startedAt, verdict, exitCode, plan: options.plan ?? 'full' }
}

type Trend = 'worse' | 'better' | 'unclear' | 'same'

function findTrend(then: Finding, now: Finding, planThen: Side['plan'], planNow: Side['plan']): Trend {
  const [worse, better] = [rank(now) > rank(then), rank(now) < rank(then)]
  // A pass of the shorter plan says less.
  if (planThen !== planNow && (planThen === 'monitor' ? worse : better)) return 'unclear'
  // Another violation may have hidden this one.
  if (worse) return then.blockedBy === undefined ? 'worse' : 'unclear'
  if (isTested(then) !== isTested(now)) return isTested(now) && rank(now) === 0 ? 'same' : 'unclear'
  return better ? 'better' : 'same'
}

/** Whether the baseline lists a finding makes no difference: the server is just as good or bad. */
function rank({ verdict }: Finding): number {
  return { fail: 2, warn: 1 }[verdict as string] ?? 0
}

function isTested({ verdict }: Finding): boolean {
  return verdict !== 'not-exercised' && verdict !== 'inconclusive'
}

function describeChange(then: Finding, now: Finding): Change {
  const { check, level, title } = now
  const [shown] = rank(now) >= rank(then) ? now.violations : then.violations
  const message = shown && { message: shown.message }
  return { check, level, title, before: then.verdict, after: now.verdict, ...message }
}

/** Differences between two runs other than the server. They may explain differences in the results. */
function describeRuns(before: Report, after: Report): string[] {
  const [then, now] = [listConditions(before, after), listConditions(after, before)]
  return [
    ...Object.entries(now).flatMap(([what, value]) =>
      then[what] === value ? [] : [`${what}: ${then[what]} before, ${value} after.`],
    ),
    ...before.reasons.map((reason) => `Incomplete before: ${reason}`),
    ...after.reasons.map((reason) => `Incomplete after: ${reason}`),
  ]
}

function listConditions(report: Report, other: Report): Record<string, string> {
  const { kit, contract, engines, findings } = report
  const { plan = 'full', engines: _asked, ...options } = report.options
  const used = engines.filter(({ status }) => status === 'completed').map(({ name }) => name)
  const own = findings.filter(({ id }) => !other.findings.some((each) => each.id === id))
  return {
    Kit: kit.version,
    Contract: `${contract.title} ${contract.version} (${contract.sha256.slice(0, 8)})`,
    Plan: plan,
    Engines: used.join(', ') || 'none',
    'Other checks': own.map(({ id, verdict }) => `${id} (${looks[verdict].word})`).join(', ') || 'none',
    ...Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)])),
  }
}

/** A comparison as a document: what got worse, what got better, and other differences. */
export function viewComparison(comparison: Comparison): Document {
  const { before, after, worse, better, behaviour, unclear, unchanged, runs, exitCode } = comparison
  const describe = ({ target, startedAt, verdict, plan }: Side): string =>
    `${target.name}, ${startedAt}, ${plan} plan, ${verdict}`
  const listChanges = (changes: readonly Change[], tone?: Tone): Table => ({
    columns: ['check', 'change', 'requirement', 'violation'],
    rows: changes.map((change) => ({
      tone: tone ?? looks[change.after].tone,
      cells: [{ code: change.check }, describeStep(change), change.title, change.message ?? ''],
    })),
  })
  const differing = behaviour.map((each) => ({ cells: [{ code: each.what }, each.before, each.after] }))
  const tables: Record<string, Table> = {
    Worse: listChanges(worse),
    Better: listChanges(better, 'good'),
    'Other behaviour': { columns: ['', 'before', 'after'], rows: differing },
    Unclear: listChanges(unclear, 'absent'),
    'As before, broken or with warnings': { columns: [''], rows: unchanged.map((id) => ({ cells: [id] })) },
  }
  const sections = Object.entries(tables).map(
    ([title, table], index): Section => ({ id: `_${index}`, title, weight: 'open', table }),
  )
  // The tone is good only if both runs could tell.
  const isOpen = unclear.length > 0 || [before, after].some(({ verdict }) => verdict === 'incomplete')
  const counts = [
    worse.length > 0 && `${worse.length} worse`,
    better.length > 0 && `${better.length} better`,
    behaviour.length > 0 && pluralize(behaviour.length, 'other behaviour'),
    unclear.length > 0 && `${unclear.length} unclear`,
  ]
  return {
    headline: {
      tone: worse.length > 0 ? 'bad' : isOpen || exitCode === 3 ? 'warning' : 'good',
      text: counts.filter(Boolean).join(', ') || 'no difference',
      counts: [],
      subject: [],
      facts: [],
      exitCode,
      // Differences between the runs explain what is unclear.
      notes: [`before: ${describe(before)}`, `after: ${describe(after)}`, ...runs],
    },
    sections: sections.filter(({ table }) => table?.rows.length),
    footer: [],
  }
}

/** `passed → broken` */
export function describeStep({ before, after }: Change): string {
  return `${looks[before].word} → ${looks[after].word}`
}

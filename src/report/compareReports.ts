import type { Finding, FindingVerdict, Level, Report } from '../judge/report.ts'
import type { Document, Section, Table, Tone } from './document.ts'
import { looks } from './words.ts'

/** The part of each report that is in a comparison. */
type Side = Pick<Report, 'target' | 'startedAt' | 'verdict' | 'exitCode'> & { plan: 'full' | 'monitor' }

/** A check whose result differs between two reports. `message` is the first violation in the worse of the two reports. */
export type Change = {
  check: string
  level: Level
  title: string
  before: FindingVerdict
  after: FindingVerdict
  message?: string
}

/** The differences between two reports, as in the JSON of `plant-store-kit compare`. */
export type Comparison = {
  schemaVersion: 1
  before: Side
  after: Side
  /** Checks whose result in the later report is worse than in the earlier report. */
  worse: Change[]
  better: Change[]
  /** Checks whose results cannot be compared, because one of the runs may have missed the violation. */
  unclear: Change[]
  /** The ids of checks that fail or warn as before. */
  unchanged: string[]
  /** The exit code: with `failsOnWorse`, 1 if a result got worse, or else 3 if a result may have got worse. Otherwise 0. */
  exitCode: 0 | 1 | 3
}

/** Compares reports on two versions of a server or on two servers. With `failsOnWorse`, the exit code is 1 if a result got worse. */
export function compareReports(before: Report, after: Report, failsOnWorse = false): Comparison {
  const all = new Map([...after.findings, ...before.findings].map((finding) => [finding.id, finding]))
  const [sideBefore, sideAfter] = [describeSide(before), describeSide(after)]
  // A report with another contract or version of the kit may lack a check, which its run then did not test.
  const find = ({ findings }: Report, finding: Finding): Finding =>
    findings.find(({ id }) => id === finding.id) ?? { ...finding, verdict: 'not-exercised', violations: [] }
  const pairs = [...all.values()].map((finding) => [find(before, finding), find(after, finding)] as const)
  const select = (wanted: Trend): Change[] =>
    pairs
      .filter(([then, now]) => findTrend(then, now, sideBefore.plan, sideAfter.plan) === wanted)
      .map(([then, now]) => describeChange(then, now))
  const worse = select('worse')
  const unclear = select('unclear')
  // After an incomplete run, or if the earlier run could not find a violation, it is unknown whether the server got worse.
  const isBroken = unclear.some((change) => change.after === 'fail' || change.after === 'warn')
  const isOpen = before.reasons.length + after.reasons.length > 0 || isBroken
  const exitCode = worse.length > 0 ? 1 : isOpen ? 3 : 0
  return {
    schemaVersion: 1,
    exitCode: failsOnWorse ? exitCode : 0,
    before: sideBefore,
    after: sideAfter,
    worse,
    better: select('better'),
    unclear,
    unchanged: pairs.flatMap(([then, now]) => (rank(now) > 0 && rank(now) === rank(then) ? now.id : [])),
  }
}

function describeSide({ target, startedAt, verdict, exitCode, options }: Report): Side {
  return { target, startedAt, verdict, exitCode, plan: options.plan ?? 'full' }
}

type Trend = 'worse' | 'better' | 'unclear' | 'same'

/** Finds a check's trend, which is `unclear` if the run without the violation had a shorter plan, or may have missed the violation. */
function findTrend(then: Finding, now: Finding, planThen: Side['plan'], planNow: Side['plan']): Trend {
  const isShorter = (one: Side['plan'], other: Side['plan']): boolean => one === 'monitor' && other === 'full'
  if (rank(now) > rank(then)) return isShorter(planThen, planNow) || !isTested(then) ? 'unclear' : 'worse'
  if (rank(now) < rank(then)) return isShorter(planNow, planThen) || !isTested(now) ? 'unclear' : 'better'
  return 'same'
}

/** Ranks a finding's verdict. Ignores the baseline, because it says nothing about the server. */
const rank = ({ verdict }: Finding): number => ({ fail: 2, warn: 1 })[verdict as string] ?? 0

const isTested = ({ verdict }: Finding): boolean => verdict !== 'not-exercised' && verdict !== 'inconclusive'

function describeChange(then: Finding, now: Finding): Change {
  const { check, level, title } = now
  const [shown] = rank(now) >= rank(then) ? now.violations : then.violations
  const message = shown && { message: shown.message }
  return { check, level, title, before: then.verdict, after: now.verdict, ...message }
}

/** Shows a comparison as a document: the checks that got worse, got better, are unclear, or are unchanged. */
export function viewComparison(comparison: Comparison): Document {
  const { before, after, worse, better, unclear, unchanged, exitCode } = comparison
  const describe = ({ target, startedAt, verdict, plan }: Side): string =>
    `${target.name}, ${startedAt}, ${plan} plan, ${verdict}`
  const listChanges = (changes: readonly Change[], tone?: Tone): Table => ({
    columns: ['check', 'change', 'requirement', 'violation'],
    rows: changes.map((change) => ({
      tone: tone ?? looks[change.after].tone,
      cells: [{ code: change.check }, describeStep(change), change.title, change.message ?? ''],
    })),
  })
  const tables: Record<string, Table> = {
    Worse: listChanges(worse),
    Better: listChanges(better, 'good'),
    Unclear: listChanges(unclear, 'absent'),
    'Unchanged: broken or with warnings': { columns: [''], rows: unchanged.map((id) => ({ cells: [id] })) },
  }
  const sections = Object.entries(tables).map(
    ([title, table], index): Section => ({ id: `_${index}`, title, weight: 'open', table }),
  )
  // The tone is good only if both runs were complete, and if the results of all checks can be compared.
  const isOpen = unclear.length > 0 || [before, after].some(({ verdict }) => verdict === 'incomplete')
  const counts = Object.entries({ worse, better, unclear }).filter(([, changes]) => changes.length > 0)
  return {
    headline: {
      tone: worse.length > 0 ? 'bad' : isOpen ? 'warning' : 'good',
      text: counts.map(([name, changes]) => `${changes.length} ${name}`).join(', ') || 'no difference',
      counts: [],
      subject: [],
      facts: [],
      exitCode,
      notes: [
        `before: ${describe(before)}`,
        `after: ${describe(after)}`,
        ...(exitCode === 3 ? ['exit code 3: the runs do not show whether a result got worse'] : []),
      ],
    },
    sections: sections.filter(({ table }) => table?.rows.length),
    footer: [],
  }
}

/** Describes how a check's result changed: `passed → broken`. */
export function describeStep({ before, after }: Change): string {
  return `${looks[before].word} → ${looks[after].word}`
}

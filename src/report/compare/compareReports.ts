import { readPrerequisites } from '../../judge/prerequisites.ts'
import type { Finding, FindingVerdict, Report } from '../../judge/report.ts'
import type { Behaviour, Change, Comparison, Side } from './comparison.ts'
import { describeRuns } from './describeRuns.ts'

/** Compares two reports, of two versions of a server or of two servers. With `failsOnWorse`, what got worse decides the exit code. Pure. */
export function compareReports(before: Report, after: Report, failsOnWorse = false): Comparison {
  const [planBefore, planAfter] = [planOf(before), planOf(after)]
  const isLess: IsLess = { before: isShorter(planBefore, planAfter), after: isShorter(planAfter, planBefore) }
  const earlier = new Map(before.findings.map((finding) => [finding.id, finding]))
  const pairs = after.findings.flatMap((now) => {
    const then = earlier.get(now.id)
    return then && now.level !== 'INFO' ? [{ then, now, trend: findTrend(then, now, isLess) }] : []
  })
  const select = (wanted: Trend): Change[] =>
    pairs.filter(({ trend }) => trend === wanted).map(({ then, now }) => describeChange(then, now))
  const worse = select('worse')
  const isOpen = before.reasons.length + after.reasons.length > 0
  const exitCode = worse.length > 0 ? 1 : isOpen ? 3 : 0
  return {
    schemaVersion: 1,
    exitCode: failsOnWorse ? exitCode : 0,
    before: describeSide(before),
    after: describeSide(after),
    worse,
    better: select('better'),
    behaviour: compareProfiles(before.profile, after.profile),
    unclear: select('unclear'),
    unchanged: pairs.filter(({ trend, now }) => trend === 'same' && rank(now) > 0).map(({ now }) => now.id),
    runs: describeRuns(before, after),
  }
}

type Trend = 'worse' | 'better' | 'unclear' | 'same'

/** Whether the plan of a run left out requests that the other one sent, so that its passes say less. */
type IsLess = { before: boolean; after: boolean }

function isShorter(plan: Side['plan'], other: Side['plan']): boolean {
  return plan === 'monitor' && other === 'full'
}

function planOf({ options }: Report): Side['plan'] {
  return options.plan ?? 'full'
}

function findTrend(then: Finding, now: Finding, isLess: IsLess): Trend {
  const [worse, better] = [rank(now) > rank(then), rank(now) < rank(then)]
  if ((worse && isLess.before) || (better && isLess.after)) return 'unclear'
  // Another violation may have hidden this one.
  if (worse) return readPrerequisites(then.note).length > 0 ? 'unclear' : 'worse'
  if (isTested(then) !== isTested(now)) return isTested(now) && rank(now) === 0 ? 'same' : 'unclear'
  return better ? 'better' : 'same'
}

const RANKS: Partial<Record<FindingVerdict, number>> = { warn: 1, fail: 2 }

/** Whether the baseline lists it makes no difference: the server is as good or bad. */
function rank({ verdict }: Finding): number {
  return RANKS[verdict] ?? 0
}

function isTested({ verdict }: Finding): boolean {
  return verdict !== 'not-exercised' && verdict !== 'inconclusive'
}

function describeChange(then: Finding, now: Finding): Change {
  const { check, level, title } = now
  const [shown] = rank(now) >= rank(then) ? now.violations : then.violations
  return {
    check,
    level,
    title,
    before: then.verdict,
    after: now.verdict,
    ...(shown && { message: shown.message }),
  }
}

/** What only one of the runs found out says nothing. */
function compareProfiles(before: Report['profile'], after: Report['profile']): Behaviour[] {
  return Object.entries(after).flatMap(([what, now]) => {
    const then = before[what]
    return then === undefined || then === now ? [] : [{ what, before: then, after: now }]
  })
}

function describeSide(report: Report): Side {
  const { target, startedAt, verdict, exitCode } = report
  return { target, startedAt, verdict, exitCode, plan: planOf(report) }
}

import { pluralize } from '../contract/words.ts'
import type { Finding, FindingVerdict, Level, Report } from '../judge/report.ts'
import type { Document, Section, Tone } from './document.ts'
import { type Annotation, formatAnnotations } from './github.ts'
import { writeMarkdown } from './markdown.ts'
import { escapeJson, escapeReport } from './text/escapeText.ts'
import { writeText } from './text.ts'
import { findingTones } from './words.ts'

/** One of the two reports. */
type Side = Pick<Report, 'target' | 'startedAt' | 'verdict' | 'exitCode'> & { plan: 'full' | 'monitor' }

/** A check whose result differs. `message` is the first violation, of the worse of the two. */
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
  /** What the contract leaves open, and what the server did then and does now. */
  behaviour: { what: string; before: string; after: string }[]
  /**
   * Checks that cannot be compared, whatever their verdicts are: only one of the runs judged them, or only the full plan sent the
   * requests that a violation needs.
   */
  unclear: Change[]
  /** The ids of checks that fail or warn as before. */
  unchanged: string[]
  /** 1 if a check got worse and that is to fail, 3 if that cannot be told because a run was incomplete, and otherwise 0. */
  exitCode: 0 | 1 | 3
  /** What else was different: the kit, the contract, the plan, what was asked of the run. Sentences. */
  runs: string[]
}

/** The formats of `plant-store-kit compare`. Each text ends with a newline. */
export const comparisonFormats = {
  terminal: (comparison, options) => writeText(viewComparison(comparison), options),
  markdown: (comparison) => writeMarkdown(viewComparison(comparison)),
  github: (comparison) => formatAnnotations(annotate(escapeReport(comparison))),
  json: (comparison) => `${escapeJson(JSON.stringify(comparison, null, 2))}\n`,
} as const satisfies Record<string, (comparison: Comparison, options: { color: boolean }) => string>

export type ComparisonFormat = keyof typeof comparisonFormats

/** Compares two reports, of two versions of a server or of two servers. With `failsOnWorse`, what got worse decides the exit code. Pure. */
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
    // What only one of the runs found out says nothing.
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

/** Whether the baseline lists it makes no difference: the server is as good or bad. */
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

/** What was different about two runs, other than the server. A difference in their results may come from it. */
function describeRuns(before: Report, after: Report): string[] {
  const [then, now] = [listConditions(before), listConditions(after)]
  const listOnly = (when: string, one: Report, other: Report): string[] => {
    const known = new Set(other.findings.map(({ id }) => id))
    const own = one.findings.filter(({ id }) => !known.has(id))
    const ids = own.map(({ id, verdict }) => (verdict === 'fail' ? `${id} (broken)` : id))
    return ids.length === 0 ? [] : [`Checks only ${when}: ${ids.join(', ')}.`]
  }
  return [
    ...Object.entries(now).flatMap(([what, value]) =>
      then[what] === value ? [] : [`${what}: ${then[what]} before, ${value} after.`],
    ),
    ...listOnly('after', after, before),
    ...listOnly('before', before, after),
    ...before.reasons.map((reason) => `Incomplete before: ${reason}`),
    ...after.reasons.map((reason) => `Incomplete after: ${reason}`),
  ]
}

function listConditions({ kit, contract, options, engines }: Report): Record<string, string> {
  const used = engines.filter(({ status }) => status === 'completed').map(({ name }) => name)
  return {
    Kit: kit.version,
    Contract: `${contract.title} ${contract.version} (${contract.sha256.slice(0, 8)})`,
    Plan: options.plan ?? 'full',
    Engines: used.join(', ') || 'none',
    Users: String(options.users),
    'Expected plants': options.expectations ? 'known' : 'unknown',
    'SHOULD violations': options.strict ? 'failures' : 'warnings',
  }
}

/** A comparison as a document: what got worse, what got better, and what is only different. */
function viewComparison(comparison: Comparison): Document {
  const { before, after, worse, better, behaviour, unclear, unchanged, runs, exitCode } = comparison
  const describe = ({ target, startedAt, verdict, plan }: Side): string =>
    `${target.name}, ${startedAt}, ${plan} plan, ${verdict}`
  const listTexts = (title: string, texts: readonly string[]): Section =>
    listRows(
      title,
      [''],
      texts.map((text) => ({ cells: [text] })),
    )
  const behaviours = behaviour.map((each) => ({ cells: [{ code: each.what }, each.before, each.after] }))
  const sections = [
    listChanges('Worse', worse),
    listChanges('Better', better),
    listRows('Other behaviour', ['', 'before', 'after'], behaviours),
    // What was different about the runs explains what is unclear.
    listTexts('About the runs', runs),
    listChanges('Unclear', unclear),
    listTexts('As before, broken or with warnings', unchanged),
  ]
  return {
    headline: {
      tone: findTone(comparison),
      text: summarise(comparison),
      counts: [],
      subject: [],
      facts: [`exit ${exitCode}`],
      notes: [`before: ${describe(before)}`, `after: ${describe(after)}`],
    },
    sections: sections.filter(({ table }) => table?.rows.length),
    footer: [],
  }
}

function listRows(title: string, columns: string[], rows: NonNullable<Section['table']>['rows']): Section {
  return { id: '', weight: 'open', title, table: { columns, rows } }
}

function listChanges(title: string, changes: readonly Change[]): Section {
  const rows = changes.map((change) => ({
    tone: findingTones[change.after],
    cells: [{ code: change.check }, describeStep(change), change.title, change.message ?? ''],
  }))
  return listRows(title, ['check', 'change', 'requirement', 'violation'], rows)
}

const WORDS: Record<FindingVerdict, string> = {
  fail: 'broken',
  warn: 'warning',
  pass: 'passed',
  info: 'observed',
  'not-exercised': 'not tested',
  inconclusive: 'inconclusive',
}

/** `passed → broken` */
export function describeStep({ before, after }: Change): string {
  return `${WORDS[before]} → ${WORDS[after]}`
}

/** It is that of a pass only if both runs could tell. */
function findTone({ worse, unclear, exitCode, before, after }: Comparison): Tone {
  if (worse.length > 0) return 'bad'
  const isOpen = exitCode === 3 || [before, after].some(({ verdict }) => verdict === 'incomplete')
  return isOpen || unclear.length > 0 ? 'warning' : 'good'
}

/** `2 worse, 1 better, 3 other behaviours` */
function summarise({ worse, better, behaviour, unclear }: Comparison): string {
  const counts = [
    ...(worse.length > 0 ? [`${worse.length} worse`] : []),
    ...(better.length > 0 ? [`${better.length} better`] : []),
    ...(behaviour.length > 0 ? [pluralize(behaviour.length, 'other behaviour')] : []),
    ...(unclear.length > 0 ? [`${unclear.length} unclear`] : []),
  ]
  return counts.join(', ') || 'no difference'
}

/** An annotation for each check that got worse, and one with the counts. */
function annotate(comparison: Comparison): Annotation[] {
  const { worse, exitCode, runs } = comparison
  const counts = summarise(comparison)
  return [
    ...worse.map((change): Annotation => {
      const message = [`${describeStep(change)}: ${change.title}`, change.message ?? ''].filter(Boolean)
      // An error would make the step look failed.
      return { type: exitCode === 1 ? 'error' : 'warning', title: change.check, message: message.join('\n') }
    }),
    // Nothing else would say why the step fails.
    exitCode === 3
      ? { type: 'error', title: 'compare', message: [counts, ...runs].join('\n') }
      : { type: 'notice', title: 'compare', message: counts },
  ]
}

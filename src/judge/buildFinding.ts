import type { Contract } from '../contract/contract.ts'
import { pluralize } from '../contract/words.ts'
import { type Cause, findContrast, listOutcomes } from './cause.ts'
import type { Check, Facts } from './check.ts'
import { buildEvidence, type EvidenceOptions } from './evidence/buildEvidence.ts'
import { chooseEvidence } from './evidence/chooseEvidence.ts'
import { findNeeded } from './evidence/findNeeded.ts'
import type { CheckResult } from './judgeChecks.ts'
import { notePrerequisites } from './prerequisites.ts'
import type { EngineName, Finding, FindingVerdict, Follower, Violation } from './report.ts'
import { isDeadly } from './silence.ts'
import type { ListTraits } from './traits.ts'
import { writeFix } from './writeFix.ts'

const VIOLATIONS_SHOWN = 10
/** Characters of a text that the server may have written. */
const LONGEST = 2_000

/** The results of one check, by the engine whose exchanges were judged. */
export type ResultsByEngine = ReadonlyMap<EngineName, CheckResult>

export type FindingOptions = EvidenceOptions & {
  contract: Contract
  strict: boolean
  /** Whether the plan has requests for the check. */
  isInPlan: boolean
  /** The checks that are violated, in order. */
  violated: readonly string[]
  listTraits: ListTraits
  /** Why the check is violated. */
  cause: Cause | undefined
  /** Checks whose violations follow from those of this check. */
  follows: readonly Follower[]
}

/** Builds the finding of one check from its results on the exchanges of every engine. */
export function buildFinding(check: Check, results: ResultsByEngine, options: FindingOptions): Finding {
  const all = [...results.values()]
  const violations = all.flatMap((result) => result.violations)
  // If there are violations, only engines that report them count. Otherwise a pass of one would water down the rate of another.
  const counted = violations.length > 0 ? all.filter((result) => result.violations.length > 0) : all
  const judged = counted.reduce((sum, result) => sum + result.judged, 0)
  const seen = new Set(violations.map(({ exchange }) => exchange)).size
  const inconclusive = all.flatMap((result) => result.inconclusive)
  const { outages } = options.facts
  const isHiccup = seen === 1 && !violations.some(({ exchange }) => isDeadly(exchange, outages))
  const counts = { seen, judged, inconclusive: inconclusive.length, isHiccup }
  const verdict = decideFindingVerdict(check, counts, options)
  const { clause } = check
  const { cause, follows, mask } = options
  const reporting = [...results].filter(([, result]) =>
    violations.length > 0 ? result.violations.length > 0 : result.judged > 0,
  )
  const isOnlyAtOnce = violations.every(({ exchange }) => exchange.probe.parallel !== undefined)
  const note = writeNote(check, verdict, all, options)
  const shown = chooseEvidence(all, cause, options.facts.exchanges, (exchange) =>
    findNeeded(check, exchange, options.facts),
  )
  const passing = all.flatMap((result) => result.passing)
  const [first] = shown
  const contrast = first && findContrast(first, passing, options.listTraits)
  const violating = violations.map(({ exchange }) => exchange)
  // The first violation is the one that the first evidence shows.
  const isShown = ({ exchange }: (typeof violations)[number]): boolean => exchange === shown[0]
  const pointer =
    violations.find(isShown)?.violation.clause ?? ('pointer' in clause ? clause.pointer : undefined)
  return {
    id: check.id,
    check: check.id,
    clause: 'standard' in clause ? clause.standard : `${options.contract.name}#${pointer}`,
    ...(pointer !== undefined && { line: options.contract.findLine(pointer) }),
    level: check.level,
    verdict,
    engines: reporting.map(([name]) => name),
    title: check.title,
    fix: writeFix({ ...check, fix: chooseFix(check, violations, options.facts) }, cause),
    ...(cause && { when: mask(cause.when), cause: cause.data }),
    ...(contrast && { contrast: mask(contrast.text) }),
    ...(cause?.data.kind === 'intermittent' && { outcomes: listOutcomes({ violating, passing }) }),
    ...(note !== undefined && { note: mask(note) }),
    ...(seen > 0 && follows.length > 0 && { follows: [...follows] }),
    violations: listDistinctViolations([...violations.filter(isShown), ...violations], mask),
    occurrences: { seen, judged },
    evidence: [...shown, ...(contrast ? [contrast.exchange] : [])].map((exchange, index) => {
      const found = violations.find((each) => each.exchange === exchange)
      return buildEvidence(
        exchange,
        { check, violation: found?.violation, cause, isOnlyAtOnce, isFirst: index === 0 },
        options,
      )
    }),
  }
}

function chooseFix(
  { chooseFix: choose, fix }: Check,
  violations: CheckResult['violations'],
  facts: Facts,
): string {
  const exact =
    violations.length > 0
      ? choose?.(
          violations.map(({ exchange }) => exchange),
          facts,
        )
      : undefined
  return exact ?? fix
}

type Counts = {
  seen: number
  judged: number
  inconclusive: number
  /** It was seen once, and the server went on. */
  isHiccup: boolean
}

function decideFindingVerdict(
  check: Check,
  { seen, judged, inconclusive, isHiccup }: Counts,
  { strict }: Pick<FindingOptions, 'strict'>,
): FindingVerdict {
  if (seen > 0) {
    if (check.level === 'INFO') return 'info'
    // Once in a whole run, and not when the request was repeated: worth a warning only.
    if (check.allowOnce === true && isHiccup) return 'warn'
    return check.level === 'MUST' || strict ? 'fail' : 'warn'
  }
  if (inconclusive > 0) return 'inconclusive'
  return judged > 0 ? 'pass' : 'not-exercised'
}

function writeNote(
  check: Check,
  verdict: FindingVerdict,
  results: readonly CheckResult[],
  { cause, violated, isInPlan }: Pick<FindingOptions, 'cause' | 'violated' | 'isInPlan'>,
): string | undefined {
  const [explanation] = results.flatMap(({ explained }) => explained)
  if (verdict === 'not-exercised') {
    const obstacles = explanation
      ? [explanation.by]
      : violated.filter((id) => check.preventedBy?.includes(id))
    if (obstacles.length > 0) return notePrerequisites(obstacles)
    return `needs ${isInPlan ? check.requires : '--plan full'}`
  }
  if (verdict === 'inconclusive')
    return [...new Set(results.flatMap(({ inconclusive }) => inconclusive))].join('; ')
  const unstable =
    cause?.data.kind === 'intermittent' ? results.map(describeInstability).find(Boolean) : undefined
  if (unstable !== undefined) return `unstable: ${unstable}`
  return explanation && `${explanation.by} explains it in ${pluralize(explanation.seen, 'more response')}`
}

/** For a probe that violated the check in some of its attempts only: in how many of them. */
function describeInstability({ violations, passing }: CheckResult): string | undefined {
  const byProbe = Map.groupBy(violations, ({ exchange }) => exchange.probe.id)
  for (const [id, found] of byProbe) {
    const seen = new Set(found.map(({ exchange }) => exchange)).size
    const passed = passing.filter(({ probe }) => probe.id === id).length
    if (passed > 0) return `the same request violated it in ${seen} of ${seen + passed} attempts`
  }
  return undefined
}

/** The first of each kind of violation: those that differ only in the place in the list are of one kind. */
function listDistinctViolations(
  violations: CheckResult['violations'],
  mask: (text: string) => string,
): Violation[] {
  const distinct = new Map<string, Violation>()
  for (const { violation } of violations) {
    const { message, pointer, expected, actual, clause } = violation
    const key = `${pointer.replace(/^\/\d+/, '/*')} ${expected} ${actual}`
    if (!distinct.has(key))
      distinct.set(key, {
        message: mask(shorten(message)),
        pointer: mask(shorten(pointer)),
        expected: mask(shorten(expected)),
        actual: mask(shorten(actual)),
        ...(clause !== undefined && { clause }),
      })
  }
  return [...distinct.values()].slice(0, VIOLATIONS_SHOWN)
}

function shorten(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

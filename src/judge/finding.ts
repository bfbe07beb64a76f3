import type { Contract } from '../contract/contract.ts'
import { pluralize } from '../contract/words.ts'
import { type Cause, findContrast, listOutcomes } from './cause.ts'
import type { Check, CheckResult } from './check.ts'
import { buildEvidence, chooseEvidence, type EvidenceOptions } from './evidence.ts'
import { isAuthorised } from './exchange.ts'
import { countExchanges } from './judgeChecks.ts'
import { isMoment, type ListParts, type Moment } from './parts.ts'
import type { EngineName, Finding, FindingVerdict, Follower, Violation } from './report.ts'
import { isDeadly, isDropped } from './silence.ts'

const MAX_VIOLATIONS = 10
/** Characters of a text that the server may have written. */
const MAX_TEXT = 2_000

/** The results of one check, by the engine whose exchanges were judged. */
export type ResultsByEngine = ReadonlyMap<EngineName, CheckResult>

export type FindingOptions = EvidenceOptions & {
  contract: Contract
  strict: boolean
  /** Whether the plan has requests for the check. */
  isInPlan: boolean
  /** The checks that are violated, in order. */
  violated: readonly string[]
  listParts: ListParts
  /** Why the check is violated. */
  cause: Cause | undefined
  /** Checks whose violations follow from those of this check. */
  follows: readonly Follower[]
}

/** Builds the finding of one check from its results on the exchanges of every engine. */
export function buildFinding(check: Check, results: ResultsByEngine, options: FindingOptions): Finding {
  const { cause, follows, mask, contract } = options
  const { requirement } = check
  const all = [...results.values()]
  const violations = all.flatMap((result) => result.violations)
  const passing = all.flatMap((result) => result.passing)
  const violating = violations.map(({ exchange }) => exchange)
  // If there are violations, only engines that report them count. Otherwise a pass of one would water down the rate of another.
  const reporting = [...results].filter(([, result]) =>
    violations.length > 0 ? result.violations.length > 0 : result.judged > 0,
  )
  const occurrences = {
    seen: countExchanges(violations),
    judged: reporting.reduce((sum, [, result]) => sum + result.judged, 0),
  }
  const verdict = decideFindingVerdict(check, all, occurrences, options)
  const blockedBy = verdict === 'not-exercised' ? listBlockers(check, all, options) : []
  const note = writeNote(check, verdict, all, blockedBy, options)
  const shown = chooseEvidence(violating, cause, options.facts)
  const [first] = shown
  const contrast = first && findContrast(first, passing, cause, options.listParts)
  // The first violation is the one that the first evidence shows.
  const isShown = ({ exchange }: (typeof violations)[number]): boolean => exchange === first
  const pointer =
    violations.find(isShown)?.violation.clause ?? ('pointer' in requirement ? requirement.pointer : undefined)
  return {
    id: check.id,
    check: check.id,
    clause: 'standard' in requirement ? requirement.standard : `${contract.name}#${pointer}`,
    ...(pointer !== undefined && { line: contract.findLine(pointer) }),
    level: check.level,
    verdict,
    engines: reporting.map(([name]) => name),
    title: check.title,
    fix: writeFix(check, cause),
    ...(cause && { when: mask(cause.when), cause: maskCause(cause.data, mask) }),
    ...(contrast && { contrast: mask(contrast.text) }),
    ...(cause?.data.kind === 'intermittent' && { outcomes: listOutcomes({ violating, passing }) }),
    ...(blockedBy.length > 0 && { blockedBy: [...blockedBy] }),
    ...(note !== undefined && { note: mask(note) }),
    ...(occurrences.seen > 0 && follows.length > 0 && { follows: [...follows] }),
    violations: listDistinctViolations([...violations.filter(isShown), ...violations], mask),
    occurrences,
    evidence: [...shown, ...(contrast ? [contrast.exchange] : [])].map((exchange, index) => {
      const violation = violations.find((each) => each.exchange === exchange)?.violation
      const isOnlyParallel = violating.every(({ probe }) => probe.parallel !== undefined)
      return buildEvidence(
        exchange,
        { check, violation, cause, isOnlyParallel, isFirst: index === 0 },
        options,
      )
    }),
  }
}

function decideFindingVerdict(
  check: Check,
  results: readonly CheckResult[],
  { seen, judged }: Finding['occurrences'],
  { strict, facts }: Pick<FindingOptions, 'strict' | 'facts'>,
): FindingVerdict {
  if (seen > 0) {
    if (check.level === 'INFO') return 'info'
    const violating = results.flatMap(({ violations }) => violations.map(({ exchange }) => exchange))
    const isOnce = seen === 1 && !violating.some((exchange) => isDeadly(exchange, facts.outages))
    const isMinor = violating.every((each) => isDropped(each, facts.exchanges) || !isAuthorised(each))
    // Once in a whole run, never when repeated, or for requests that a server may refuse: worth a warning only.
    if (check.special === 'once-is-a-warning' && (isOnce || isMinor)) return 'warn'
    return check.level === 'MUST' || strict ? 'fail' : 'warn'
  }
  if (results.some(({ inconclusive }) => inconclusive.length > 0)) return 'inconclusive'
  return judged > 0 ? 'pass' : 'not-exercised'
}

/** The checks that must pass before this one can be judged: one that explains all its violations or, for an essential check, the violated checks in its `after`. */
function listBlockers(
  { special, after = [] }: Check,
  results: readonly CheckResult[],
  { violated }: Pick<FindingOptions, 'violated'>,
): readonly string[] {
  const [explanation] = results.flatMap(({ explained }) => explained)
  if (explanation) return [explanation.by]
  return special === 'essential' ? violated.filter((id) => after.includes(id)) : []
}

function writeNote(
  { requires }: Check,
  verdict: FindingVerdict,
  results: readonly CheckResult[],
  blockedBy: readonly string[],
  { isInPlan }: Pick<FindingOptions, 'isInPlan'>,
): string | undefined {
  if (blockedBy.length > 0) return `${blockedBy.join(' and ')} must pass first`
  if (verdict === 'not-exercised') return `needs ${isInPlan ? requires : '--plan full'}`
  if (verdict === 'inconclusive')
    return [...new Set(results.flatMap(({ inconclusive }) => inconclusive))].join('; ')
  const [explanation] = results.flatMap(({ explained }) => explained)
  return explanation && `${explanation.by} explains it in ${pluralize(explanation.seen, 'more response')}`
}

const RANDOM =
  'The same request is right at other times, so look for what differs between two attempts: an instance behind a load balancer, a cache, or state that requests share.'

/** What the moment of a request suggests. It says more than the fix of the check, which is about what is wrong at all times. */
const HINTS: Readonly<Record<Moment, string>> = {
  parallel:
    'Look for state that concurrent requests share, such as a global variable, a static field or a pooled object.',
  position:
    'Look for what is kept from one request of a connection to the next, such as a user, a buffer or a response object.',
  before: 'Look for what the request before leaves behind, such as a cached response or a changed setting.',
}

/** Parts of a request that are no header: the fix of the check already speaks of them. */
const NO_HEADERS = new Set(['limit', 'user', 'credentials', 'method', 'path'])

/** What to change in the server. If the request is not the whole cause, the fix of the check alone would mislead. */
export function writeFix({ fix }: Pick<Check, 'fix'>, cause: Cause | undefined): string {
  if (cause?.data.kind === 'intermittent') return `${RANDOM} ${fix}`
  const [trait, ...others] = cause?.traits ?? []
  const moment = cause?.traits.map(({ part }) => part).find(isMoment)
  if (moment) return `${HINTS[moment]} ${fix}`
  if (!trait || others.length > 0 || cause?.data.kind !== 'condition' || NO_HEADERS.has(trait.part))
    return fix
  return `Look for code or middleware that depends on ${trait.words.replace(/^with(out)? /, '')}. ${fix}`
}

function maskCause(cause: Cause['data'], mask: (text: string) => string): Cause['data'] {
  if (cause.kind === 'condition') return { ...cause, parts: cause.parts.map(mask) }
  if (cause.kind === 'sequence') return { ...cause, steps: cause.steps.map(mask) }
  return cause.kind === 'unknown' && cause.seen ? { ...cause, seen: cause.seen.map(mask) } : cause
}

/** The first of each kind of violation: those that differ only in the place in the list are of one kind. */
function listDistinctViolations(
  violations: CheckResult['violations'],
  mask: (text: string) => string,
): Violation[] {
  const show = (text: string): string => mask(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)
  const distinct = new Map<string, Violation>()
  for (const { violation } of violations) {
    const { message, pointer, expected, actual, clause } = violation
    const key = `${pointer.replace(/^\/\d+/, '/*')} ${expected} ${actual}`
    if (distinct.size === MAX_VIOLATIONS) break
    if (!distinct.has(key))
      distinct.set(key, {
        message: show(message),
        pointer: show(pointer),
        expected: show(expected),
        actual: show(actual),
        ...(clause !== undefined && { clause }),
      })
  }
  return [...distinct.values()]
}

import type { Contract } from '../contract/contract.ts'
import { pluralize } from '../contract/words.ts'
import { type Cause, findCause, findContrast, listOutcomes } from './cause.ts'
import type { Check, CheckResult } from './check.ts'
import { buildEvidence, chooseEvidence, type EvidenceOptions } from './evidence.ts'
import { type Exchange, isAuthorised } from './exchange.ts'
import { countExchanges } from './judgeChecks.ts'
import type { ListParts } from './parts.ts'
import type { EngineName, Finding, FindingVerdict, Follower, Violation } from './report.ts'
import { isDeadly, isDropped } from './silence.ts'

const MAX_VIOLATIONS = 10
/** Maximum characters of a string that may come from the server. */
const MAX_TEXT = 2_000

/** Advice for a kind of cause. It precedes the check's fix, which assumes that the violation always occurs. */
const HINTS: Partial<Record<Cause['data']['kind'], string>> = {
  intermittent:
    'The same request passes at other times: look for what differs, such as an instance behind a load balancer, a cache, or state that requests share.',
  parallel: 'Look for state that concurrent requests share, such as a global variable or a pooled object.',
  sequence:
    'Look for what one request leaves behind for the next, such as a user, a buffer or a cached response.',
}

/** The result of a check on the exchanges of one engine. */
type EngineResult = { name: EngineName; result: CheckResult }

type FindingContext = EvidenceOptions & {
  contract: Contract
  strict: boolean
  /** The checks for which the plan has no requests. */
  unplanned: ReadonlySet<string> | undefined
  /** The checks that are violated, in order. */
  violated: readonly string[]
  listParts: ListParts
  /** By the id of a check: the checks whose violations follow from that check's violations. */
  followers: Partial<Record<string, Follower[]>>
}

/** Builds the finding of one check from its results on the exchanges of every engine. The kit's own results come first. */
export function buildFinding(
  check: Check,
  results: readonly EngineResult[],
  context: FindingContext,
): Finding {
  const { mask, contract, facts, listParts } = context
  const { requirement } = check
  const violations = results.flatMap(({ result }) => result.violations)
  const passing = results.flatMap(({ result }) => result.passing)
  const violating = violations.map(({ exchange }) => exchange)
  const isViolated = violations.length > 0
  // If there are violations, only engines that report them count. Otherwise, one engine's passes would dilute another's failure rate.
  const reporting = results.filter(({ result }) =>
    isViolated ? result.violations.length > 0 : result.judged > 0,
  )
  const judged = reporting.reduce((sum, { result }) => sum + result.judged, 0)
  const cause = isViolated ? findCause({ violating: [...new Set(violating)], passing }, listParts) : undefined
  const shown = chooseEvidence(violating, cause, facts)
  const [first] = shown
  const contrast = first && findContrast(first, passing, cause, listParts)
  // Start with the violation that the first piece of evidence shows.
  const sorted = [...violations.filter(({ exchange }) => exchange === first), ...violations]
  const pointer = sorted[0]?.violation.clause ?? ('pointer' in requirement ? requirement.pointer : undefined)
  const { [check.id]: follows } = context.followers
  return {
    id: check.id,
    check: check.id,
    clause: 'standard' in requirement ? requirement.standard : `${contract.name}#${pointer}`,
    ...(pointer !== undefined && { line: contract.findLine(pointer) }),
    level: check.level,
    ...decide(check, results, context),
    engines: reporting.map(({ name }) => name),
    title: check.title,
    fix: [cause && HINTS[cause.data.kind], check.fix].filter(Boolean).join(' '),
    ...(cause && { when: cause.when, cause: cause.data }),
    ...(contrast && { contrast: contrast.text }),
    ...(cause?.data.kind === 'intermittent' && { outcomes: listOutcomes({ violating, passing }) }),
    ...(isViolated && follows && { follows }),
    violations: listDistinctViolations(sorted, mask),
    occurrences: { seen: countExchanges(violations), judged },
    evidence: [...shown, ...(contrast ? [contrast.exchange] : [])].map((exchange, index) => {
      const violation = violations.find((each) => each.exchange === exchange)?.violation
      return buildEvidence(exchange, { check, violation, cause, isFirst: index === 0 }, context)
    }),
  }
}

/** The verdict of a finding, and a note: what must pass first, what the check needs, or which check explains further violations. */
function decide(
  check: Check,
  results: readonly EngineResult[],
  context: FindingContext,
): Pick<Finding, 'verdict' | 'blockedBy' | 'note'> {
  const all = results.map(({ result }) => result)
  const inconclusive = new Set(all.flatMap((result) => result.inconclusive))
  const [explanation] = all.flatMap((result) => result.explained)
  const violating = all.flatMap(({ violations }) => violations.map(({ exchange }) => exchange))
  if (violating.length === 0 && inconclusive.size > 0)
    return { verdict: 'inconclusive', note: context.mask([...inconclusive].join('; ')) }
  if (violating.length === 0 && all.every(({ judged }) => judged === 0)) {
    const { special, after = [] } = check
    const obstacles = special === 'essential' ? context.violated.filter((id) => after.includes(id)) : []
    const blockedBy = explanation ? [explanation.by] : obstacles
    const needs = context.unplanned?.has(check.id) ? '--plan full' : check.requires
    return blockedBy.length > 0
      ? { verdict: 'not-exercised', blockedBy, note: `${blockedBy.join(' and ')} must pass first` }
      : { verdict: 'not-exercised', note: `needs ${needs}` }
  }
  return {
    verdict: violating.length > 0 ? rate(check, violating, context) : 'pass',
    ...(explanation && {
      note: `${explanation.by} explains it in ${pluralize(explanation.seen, 'more response')}`,
    }),
  }
}

/** How serious the violations are. */
function rate(
  { level, special }: Check,
  violating: readonly Exchange[],
  { strict, facts }: FindingContext,
): FindingVerdict {
  if (level === 'INFO') return 'info'
  const isOnce = new Set(violating).size === 1 && !violating.some((each) => isDeadly(each, facts.outages))
  const isMinor = violating.every((each) => isDropped(each, facts.exchanges) || !isAuthorised(each))
  // Seen only once in a whole run and never when repeated, or only for requests that a server may refuse: worth only a warning.
  if (special === 'once-is-a-warning' && (isOnce || isMinor)) return 'warn'
  return level === 'MUST' || strict ? 'fail' : 'warn'
}

/** The first violation of each kind. Violations that differ only in their position in the list are of the same kind. */
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

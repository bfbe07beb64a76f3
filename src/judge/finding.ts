import type { Contract } from '../contract/contract.ts'
import { pluralize, shellWord, shorten } from '../contract/words.ts'
import { type Cause, findCause, findContrast, isMoment, type ListParts, listRemarks } from './cause.ts'
import type { Check, CheckResult, Facts } from './check.ts'
import type { Exchange, Field, Sequence } from './exchange.ts'
import { hasField, isAnswered, isAuthorised, isBadLimit } from './exchange.ts'
import { countExchanges, isViolated } from './judgeChecks.ts'
import type { Mask } from './mask.ts'
import { buildRequest, buildResponse, locateError, summarise } from './message.ts'
import type { EngineName, Evidence, Finding, FindingVerdict, Step, Violation } from './report.ts'
import { isDeadly, isDropped } from './silence.ts'
import type { JudgingOptions } from './verifyOptions.ts'

const MAX_VIOLATIONS = 10
/** The maximum number of characters of a string that may come from the server. */
const MAX_TEXT = 2_000

/** Advice for some kinds of cause. This advice comes before the check's fix, which is written for violations that always occur. */
const HINTS: Partial<Record<Cause['data']['kind'], string>> = {
  intermittent: 'Look for instances that differ, a cache, and shared state, even in a regular expression.',
  parallel: 'Look for state that concurrent requests share, such as a global variable or a pooled object.',
  sequence: 'Look for state that one request leaves for the next: a user, a buffer or a cached response.',
}

/** The data for building findings, in addition to each check's result. */
type FindingContext = {
  options: JudgingOptions
  contract: Contract
  mask: Mask
  facts: Facts
  /** The results of all checks. */
  results: readonly CheckResult[]
  listParts: ListParts
}

/** Builds the finding of one check from the check's result, and from the other engines' claims that the check confirms. */
export function buildFinding(
  own: CheckResult,
  others: readonly { name: EngineName; result: CheckResult }[],
  context: FindingContext,
): Finding {
  const { mask, contract, facts } = context
  const { check } = own
  const passing = own.passing.toSorted((one, other) => rankRequest(one) - rankRequest(other))
  // If a check compares responses, no part of a single request explains its violations.
  const listParts: ListParts = check.special === 'compares' ? () => new Map() : context.listParts
  const all = [{ name: 'probes' as const, result: own }, ...others]
  const violations = all.flatMap(({ result }) => result.violations)
  const violating = [...new Set(violations.map(({ exchange }) => exchange))]
  // Prism and Dredd send requests at the same time, so if possible, use only the kit's own requests to find the cause.
  const planned = violating.filter((each) => facts.exchanges.includes(each))
  const telling = planned.length > 0 ? planned : violating
  const isViolated = violations.length > 0
  // If there are violations, count only the exchanges of engines that report them: other exchanges would lower the failure rate.
  const reporting = all.filter(({ result }) => (isViolated ? result.violations.length : result.judged) > 0)
  const cause = isViolated ? findCause({ violating: telling, passing }, listParts) : undefined
  const hint = check.special !== 'compares' && cause && HINTS[cause.data.kind]
  const rank = (each: Exchange): number =>
    listSequence(each, facts.exchanges, cause).reduce((sum, step) => sum + 1 + rankRequest(step), 0)
  const [example] = telling.toSorted((one, other) => rank(one) - rank(other))
  const contrast =
    check.special === 'compares' || !example ? undefined : findContrast(example, passing, cause, listParts)
  // The violation that the evidence shows comes first.
  const shown = violations.find(({ exchange }) => exchange === example)
  const sorted = [...(shown ? [shown] : []), ...violations].map(({ violation }) => violation)
  const judged = reporting.reduce((sum, { result }) => sum + result.judged, 0)
  const { requirement } = check
  const pointer = sorted[0]?.clause ?? ('pointer' in requirement ? requirement.pointer : undefined)
  const follows = context.results.flatMap((other) =>
    other.explained.flatMap(({ by, seen }) => (by === check.id ? { check: other.check.id, seen } : [])),
  )
  return {
    id: check.id,
    check: check.id,
    clause: 'standard' in requirement ? requirement.standard : `${contract.name}#${pointer}`,
    ...(pointer !== undefined && { line: contract.findLine(pointer) }),
    level: check.level,
    ...decide(own, violating, context),
    engines: reporting.map(({ name }) => name),
    title: check.title,
    fix: [hint, check.fix].filter(Boolean).join(' If that is not the reason: '),
    ...(cause && { when: cause.when, cause: cause.data }),
    ...(contrast && { contrast: contrast.text }),
    ...(cause?.outcomes && { outcomes: [...cause.outcomes] }),
    ...(isViolated && follows.length > 0 && { follows }),
    violations: listDistinctViolations(sorted, mask),
    occurrences: { seen: countExchanges(violations), judged },
    evidence: [
      ...(example ? [buildEvidence(example, { check, violation: shown?.violation, cause }, context)] : []),
      ...(contrast ? [buildEvidence(contrast.exchange, { check, cause }, context)] : []),
    ],
  }
}

/** Decides a finding's verdict and note. The note says why the check was not judged, or which check explains more violations. */
function decide(
  { check, judged, inconclusive, explained: [explanation] }: CheckResult,
  violating: readonly Exchange[],
  { mask, results, options, facts }: FindingContext,
): Pick<Finding, 'verdict' | 'blockedBy' | 'note'> {
  if (violating.length === 0 && inconclusive.length > 0)
    return { verdict: 'inconclusive', note: mask([...new Set(inconclusive)].join('; ')) }
  if (violating.length === 0 && judged === 0) {
    const obstacles = check.special === 'essential' ? check.after : []
    const violated = results.filter((each) => each.violations.length > 0).map((each) => each.check.id)
    const blockedBy = explanation ? [explanation.by] : violated.filter((id) => obstacles?.includes(id))
    const needs = options.plan === 'monitor' ? '--plan full' : check.requires
    return blockedBy.length > 0
      ? { verdict: 'not-exercised', blockedBy, note: `${blockedBy.join(' and ')} must pass first` }
      : { verdict: 'not-exercised', note: `needs ${needs}` }
  }
  const verdict = violating.length > 0 ? rate(check, violating, options, facts) : 'pass'
  const note = explanation && `${explanation.by} explains ${pluralize(explanation.seen, 'more failure')}`
  return { verdict, ...(note && { note }) }
}

/** Decides whether violations are failures, warnings or only information. */
function rate(
  { level, special }: Check,
  violating: readonly Exchange[],
  { strict = false }: JudgingOptions,
  { outages, exchanges }: Facts,
): FindingVerdict {
  if (level === 'INFO') return 'info'
  const isOnce = violating.length === 1 && !violating.some((each) => isDeadly(each, outages))
  const isMinor = violating.every((each) => isDropped(each, exchanges) || !isAuthorised(each))
  // Only warn if a single violation did not stop the server, or if each violating request may be refused or was answered later.
  if (special === 'once-is-a-warning' && (isOnce || isMinor)) return 'warn'
  return level === 'MUST' || strict ? 'fail' : 'warn'
}

/** Lists the first violation of each of the first ten kinds. Violations in different elements of the list can be of the same kind. */
function listDistinctViolations(violations: readonly Violation[], mask: Mask): Violation[] {
  const kinds = Map.groupBy(
    violations,
    ({ pointer, expected, actual }) => `${pointer.replace(/^\/\d+/, '/*')} ${expected} ${actual}`,
  )
  const firsts = [...kinds.values()].slice(0, MAX_VIOLATIONS).flatMap(([first]) => first ?? [])
  return firsts.map((first) => {
    const texts = Object.entries(first).map(([name, text]) => [name, mask(shorten(text, MAX_TEXT))])
    return Object.fromEntries(texts) as Violation
  })
}

/** Ranks how unusual a request is: mainly by its differences from the plain request, then by other oddities, then by its limit. */
function rankRequest({ probe }: Exchange): number {
  const { conditions = {}, credential, query = '', maxResults = 0, fields = [], omit = [], parallel } = probe
  const parts = Object.keys(conditions).filter((part) => !isMoment(part))
  const differences = parts.length || fields.length + omit.length + Number(query !== '')
  const { kind, fields: sent } = credential
  const odd = [isBadLimit(probe), kind === 'other', query.includes('%'), parallel !== undefined, sent[1]]
  return 3 * differences + odd.filter(Boolean).length + maxResults / 2 ** 32
}

/** Lists the requests that reproduce a violation: the requests that the cause involves, and finally the violating request. */
function listSequence(exchange: Exchange, exchanges: readonly Exchange[], cause?: Cause): Sequence {
  const moment = cause?.traits.find(({ part }) => isMoment(part))
  if (!moment) return [exchange]
  const { part, values } = moment
  if (part === 'parallel') return [...listParallel(exchange, exchanges), exchange]
  const before = exchanges.slice(0, exchanges.indexOf(exchange))
  if (part === 'before') return [...before.slice(-1), exchange]
  const earlier = before.filter(({ connection, url, probe }) => {
    if (part === 'same URL') return url === exchange.url
    if (part === 'same limit') return probe.maxResults === exchange.probe.maxResults
    return connection.id === exchange.connection.id
  })
  if (part === 'position' && !values.includes('used')) return [...earlier, exchange]
  // One earlier request is enough. Prefer a request with a token, because the server may have remembered that request's user.
  const any = earlier.find(isAuthorised) ?? earlier[0]
  return any ? [any, exchange] : [exchange]
}

/** Lists the exchanges that were sent at the same time as this exchange. */
export function listParallel(exchange: Exchange, exchanges: readonly Exchange[]): readonly Exchange[] {
  const { probe, attempt } = exchange
  const isTogether = (each: Exchange) => each.probe.parallel === probe.parallel && each.attempt === attempt
  return probe.parallel === undefined ? [] : exchanges.filter((each) => each !== exchange && isTogether(each))
}

/** Describes an exchange and the steps before it, without secrets. To keep reports small, only violating exchanges have long bodies. */
function buildEvidence(
  exchange: Exchange,
  { check, violation, cause }: { check: Check; violation?: Violation | undefined; cause: Cause | undefined },
  { options, mask, facts }: FindingContext,
): Evidence {
  const { probe, attempt } = exchange
  const before = listSequence(exchange, facts.exchanges, cause)
  const compared = violation ? findCompared(check, exchange, facts) : []
  const added = compared.filter((each) => !before.includes(each))
  const together = listParallel(exchange, added)
  const sequence: Sequence = [...added.filter((each) => !together.includes(each)), ...together, ...before]
  const connections = [...new Set(sequence.map(({ connection }) => connection.id))]
  const steps = sequence.flatMap((each): Step[] => {
    const response = each.response ?? each.failure?.partial
    const isWhole = violation !== undefined && each === exchange
    const others = listParallel(each, sequence)
    const isPipelined = others.some(({ connection }) => connection.id === each.connection.id)
    const how = `${isPipelined ? 'pipelined with' : 'at the same time as'} ${pluralize(others.length, 'other request')}`
    const unusual = [
      ...(others.length > 0 ? [how] : []),
      ...listRemarks(each.probe),
      ...(each.hops.length > 0 ? ['after a redirect'] : []),
    ].join(', ')
    const count = isAnswered(each) ? facts.analyse(each).count : undefined
    const common = { probe: each.probe.id, connection: connections.indexOf(each.connection.id) + 1 }
    return [
      ...each.hops.map((hop) => ({
        ...common,
        request: buildRequest(hop.request, each.probe, mask),
        response: buildResponse(hop.response, mask, false),
        note: 'redirect',
      })),
      {
        ...common,
        request: buildRequest(each.request, each.probe, mask),
        ...(response && { response: buildResponse(response, mask, isWhole) }),
        ...(each.failure && { failure: mask(each.failure.message) }),
        ...(others.length > 0 && { at: 'once' }),
        ...(unusual !== '' && { unusual }),
        ...(count !== undefined && { plants: count }),
      },
    ]
  })
  const last = steps.at(-1)
  const conditions = probe.trial ?? probe.conditions
  const isUnsteady =
    cause?.data.kind === 'intermittent' || (cause?.data.kind === 'unknown' && exchange.connection.earlier > 0)
  return {
    probe: probe.id,
    ...(conditions && { conditions }),
    ...(probe.turns && { turns: probe.turns }),
    request: last?.request.head.slice(0, MAX_TEXT) ?? '',
    response: last?.response ? summarise(last.response) : `(no response: ${last?.failure})`,
    curl: violation && !isUnsteady ? mask(buildCurl(sequence, violation, options)) : '',
    attempt,
    steps,
    ...(last?.unusual !== undefined && { unusual: last.unusual }),
    ...(violation && last?.response && locateError(exchange, violation.pointer, last.response, mask)),
  }
}

/** Finds a minimal set of other exchanges with which the check reports this exchange. Prefers earlier exchanges. */
function findCompared(check: Check, exchange: Exchange, facts: Facts): readonly Exchange[] {
  const isReported = (others: readonly Exchange[]): boolean => {
    const exchanges = facts.exchanges.filter((each) => each === exchange || others.includes(each))
    return isViolated(check, exchange, { ...facts, exchanges })
  }
  // For a timeout, other exchanges show only that the server answers other requests.
  if (exchange.failure?.kind === 'timeout' || isReported([])) return []
  const others = facts.exchanges.filter((each) => each !== exchange)
  const earlier = others.slice(0, facts.exchanges.indexOf(exchange))
  let needed = [earlier, others].find(isReported) ?? []
  // Try to remove the simplest exchanges last, so that they remain if they are enough.
  for (const each of needed.toSorted((one, other) => rankRequest(other) - rankRequest(one))) {
    const fewer = needed.filter((other) => other !== each)
    if (isReported(fewer)) needed = fewer
  }
  return needed
}

/** Builds a curl command for a violation that a single simple request shows. Returns '' for other violations, which need `replay`. */
function buildCurl(sequence: Sequence, { pointer }: Violation, options: JudgingOptions): string {
  const [{ probe, hops, url, failure, waited }, ...others] = sequence
  const { method, httpVersion, form, credential, parallel, fields: own = [], omit = [] } = probe
  const { headers = [], route, startedBy = '' } = options
  const first = hops[0]?.from ?? url
  const isUsual = ([name]: Field): boolean => !hasField(own, name) && !omit.includes(name.toLowerCase())
  const usual: Field[] = [['Accept', 'application/json'], ...headers]
  const fields = [...usual.filter(isUsual), ...own]
  const isSpecial =
    others.length + waited.length > 0 ||
    (httpVersion ?? form ?? parallel) !== undefined ||
    failure?.kind === 'timeout' ||
    // curl cannot show violations of the URL, the time or the framing, and changes paths with dots or brackets. Omit long URLs.
    ['url', 'time', 'message'].includes(pointer) ||
    /\/\.|[[\]{}]|^.{1000}/.test(first) ||
    // A cookie may be the server's secret. A server that the kit started with `{port}` may get a different port next time.
    fields.some(([name, value]) => value === '' || name === 'Cookie') ||
    startedBy.includes('{port}')
  if (isSpecial) return ''
  return [
    method === 'HEAD' ? 'curl -sSI' : 'curl -sSi',
    ...(hops.length > 0 ? ['-L'] : []),
    ...(method === 'GET' || method === 'HEAD' ? [] : [`-X ${shellWord(method)}`]),
    ...(route === undefined ? [] : [route]),
    ...omit.map((name) => `-H ${shellWord(`${name}:`)}`),
    ...fields.map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    // The header is in double quotes, so that the shell inserts the token. Only double quotes in a credential need escaping.
    ...credential.fields.map(({ name, shell }) => `-H "${`${name}: ${shell}`.replaceAll('"', '\\"')}"`),
    shellWord(first),
  ].join(' ')
}

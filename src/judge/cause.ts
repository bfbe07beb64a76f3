import { ordinal, pluralize, shorten } from '../contract/words.ts'
import { type Exchange, isBadLimit, isUserRequest, type LimitClass, type Probe, userOf } from './exchange.ts'
import type { ReportedCause } from './report.ts'

/** The cause of a check's violations, as the report states it. */
export type Cause = {
  data: ReportedCause
  /** The cause as a phrase for reports: `only with Accept-Encoding: gzip`. */
  when: string
  /** The parts of the exchanges that the cause names. */
  traits: readonly Trait[]
  /** If the cause is intermittent: the outcomes of the request that both failed and passed, in the order of its attempts. */
  outcomes?: readonly ('violation' | 'pass')[]
}

/** A part of exchanges, such as a header, and the values of this part in the exchanges with a violation. */
export type Trait = { part: string; values: readonly string[]; words: string }

/** The exchanges that a check judged. */
type Judged = { violating: readonly Exchange[]; passing: readonly Exchange[] }

/** If this many requests fail and share a trait that half of the passing requests lack, it is the cause. */
const MANY = 8
/** Most requests are concurrent. Concurrency is the cause if the probability that all violations are concurrent by chance is at most this. */
const CHANCE = 0.05
/** The maximum number of conditions, values or differences to name. If there are more, the report names some and counts the others. */
const MAX_SHOWN = 3

/**
 * Finds traits that all violating exchanges share. A few passing exchanges may have the same traits, if something else hides the violation.
 * A trait counts as the cause only if two requests confirm it: one fails with the trait, and the same request without the trait passes.
 */
export function findCause(judged: Judged, listParts: ListParts): Cause {
  const { violating, passing } = judged
  if (passing.length === 0) return { data: { kind: 'always' }, when: 'always', traits: [] }
  const candidates = listCandidates(judged, listParts)
  const confirmed = candidates.filter(({ isConfirmed }) => isConfirmed)
  const requests = confirmed.filter(({ part }) => !isMoment(part))
  const moments = confirmed.filter(({ part }) => isMoment(part)).slice(0, 1)
  const isParallel = moments[0]?.part === 'parallel'
  const failing = new Set(violating.map(({ probe }) => probe.id)).size
  const half = (failing < MANY ? Math.min(violating.length, passing.length) : passing.length) / 2
  const { length } = violating
  const few = isParallel ? Math.max(half, (length + passing.length) * CHANCE ** (1 / length) - length) : half
  const choices = [requests, moments, [...requests, ...moments]]
    .map((traits) => ({ traits, hidden: selectWith(traits, passing, listParts) }))
    .map((choice) => ({ ...choice, range: findLimits({ violating, passing: choice.hidden }) }))
    .filter(({ hidden, range }) => range !== undefined || hidden.length <= few)
  const usually = isParallel ? choices.findLast((each) => each.traits.length === 1) : choices[0]
  const chosen = choices.find((each) => each.hidden.length === 0) ?? usually
  const { traits, hidden = [], range } = chosen ?? {}
  const share =
    hidden.length === 0 || range ? '' : `, in ${length} of ${length + hidden.length} such responses`
  const seen = candidates.filter((each) => !isMoment(each.part) && each.hidden === 0 && !each.values[1])
  return (
    findLimits(judged) ??
    (traits && nameTraits([...traits, ...(range?.traits ?? [])], true, share)) ??
    (seen.length > 0 ? nameTraits(seen, false) : count(judged))
  )
}

/** Whether an exchange has one of the trait's values. */
const hasTrait = (exchange: Exchange, { part, values }: Trait, listParts: ListParts): boolean =>
  (listParts(exchange).get(part) ?? []).some(({ value }) => values.includes(value))

const selectWith = (traits: readonly Trait[], exchanges: readonly Exchange[], listParts: ListParts) =>
  exchanges.filter((exchange) => traits.every((trait) => hasTrait(exchange, trait, listParts)))

/**
 * For each part that all violating exchanges have, lists the trait that fits the fewest passing exchanges. `hidden` is the number of
 * passing exchanges that the trait fits. `isConfirmed` says whether a passing request confirms the trait. Sorts the traits by `hidden`.
 */
function listCandidates(judged: Judged, listParts: ListParts) {
  const { violating, passing } = judged
  const all = violating.map(listParts)
  const pairs = listClosePairs(judged, listParts)
  const candidates = [...(all[0]?.keys() ?? [])].flatMap((part) => {
    const depth = Math.min(...all.map((parts) => parts.get(part)?.length ?? 0))
    const traits = Array.from({ length: depth }, (_, level) => {
      const found = all.flatMap((parts) => parts.get(part)?.[level] ?? [])
      const values = [...new Set(found.map(({ value }) => value))]
      const words = listAll([...new Set(found.map((each) => each.words))], 'or', 'other value')
      const trait = { part, values, words }
      const isConfirmed = pairs.some(
        ({ differs = part, passes }) => differs === part && !hasTrait(passes, trait, listParts),
      )
      return { ...trait, hidden: selectWith([trait], passing, listParts).length, isConfirmed }
    })
    return traits
      .filter(({ values }) => values.length <= MAX_SHOWN)
      .sort((one, other) => one.hidden - other.hidden)
      .slice(0, 1)
  })
  return candidates.sort((one, other) => one.hidden - other.hidden)
}

/** Finds each pair of a failing and a passing request that differ in at most one part. Returns this part and the passing exchange. */
function listClosePairs({ violating, passing }: Judged, listParts: ListParts) {
  const failing = [...new Map(violating.map((exchange) => [exchange.probe.id, exchange])).values()]
  return passing.flatMap((passes) =>
    failing.flatMap((fails) => {
      const parts = listDifferences(fails, passes, listParts)
      return parts.length < 2 ? [{ differs: parts[0], passes }] : []
    }),
  )
}

/** Lists the names of the parts in which two requests differ. */
function listDifferences(one: Exchange, other: Exchange, listParts: ListParts): string[] {
  const [own, others] = [listParts(one), listParts(other)]
  const names = new Set([...own.keys(), ...others.keys()])
  return [...names].filter(
    (name) => !isMoment(name) && own.get(name)?.at(-1)?.value !== others.get(name)?.at(-1)?.value,
  )
}

/** Finds a range of limits: requests with a limit in the range fail, and all other requests pass. A missing limit counts as the highest. */
function findLimits({ violating, passing }: Judged): Cause | undefined {
  const limitOf = ({ probe }: Exchange): number => probe.maxResults ?? Infinity
  const fails = [...new Set(violating.filter(({ probe }) => !isBadLimit(probe)).map(limitOf))]
  // A 304 has no list, and the response to a bad limit may have no list.
  const lists = passing.filter(({ probe, response }) => response?.status !== 304 && !isBadLimit(probe))
  const passes = [...new Set(lists.map(limitOf))].filter((max) => max < Infinity || fails.includes(max))
  const [from, to] = [Math.min(...fails), Math.max(...fails)]
  const [below, above] = [passes.filter((limit) => limit < from), passes.filter((limit) => limit > to)]
  const isBetween = below.length > 0 && above.length > 0
  // Two failing limits may lie between passing limits by coincidence.
  const isRange = fails.length >= (isBetween ? 3 : 2) && passes.length >= (fails.length < 5 ? 2 : 1)
  if (!isRange || below.length + above.length < passes.length) return undefined
  const [nearest, edge] = below.length > 0 ? [Math.max(...below), from] : [Math.min(...above), to]
  // The plan does not send every limit, so the exact threshold may lie between these two limits.
  const gap = Math.abs(edge - nearest) > 1 ? ` (passes with ${nearest})` : ''
  const end = below.length > 0 ? `at least ${from}${gap}` : `at most ${to}${gap}`
  const words = `with a limit of ${isBetween ? `${from} to ${to}` : end}${to === Infinity ? ', or without a limit' : ''}`
  return {
    data: { kind: 'threshold', of: 'limit', passes: nearest, fails: edge, ...(isBetween && { until: to }) },
    when: `only ${words}`,
    traits: [{ part: 'limit', values: [], words }],
  }
}

/** Names traits that all violating exchanges share. If no request confirmed the traits, they may be a coincidence and not the cause. */
function nameTraits(traits: readonly Trait[], isConfirmed: boolean, exception = ''): Cause {
  const parts = traits.map(({ words }) => words)
  const moment = traits.map(({ part }) => part).find(isMoment)
  const data: ReportedCause = moment ? { kind: 'sequence', steps: parts } : { kind: 'condition', parts }
  const confirmed: ReportedCause = moment === 'parallel' ? { kind: 'parallel' } : data
  return {
    data: isConfirmed ? confirmed : { kind: 'unknown', seen: parts },
    when: `only ${isConfirmed ? '' : 'seen '}${listAll(parts, 'and', 'more condition')}${exception}`,
    traits,
  }
}

/** Returns the cause of violations that no part of the requests explains: `intermittent` if the same request both failed and passed. */
function count({ violating, passing }: Judged): Cause {
  const failed = violating.length
  const of = failed + passing.length
  const when = `in ${failed} of ${pluralize(of, 'checked response')}`
  const outcomes = listOutcomes({ violating, passing })
  const data = { kind: 'intermittent', failed, of } as const
  if (outcomes.length > 0) return { data, when: `${when}, no pattern in the requests`, traits: [], outcomes }
  const statuses = new Set(violating.map(({ response }) => response?.status))
  const isShared = passing.some(({ response }) => statuses.has(response?.status))
  const isAll = failed >= MANY && statuses.size <= MAX_SHOWN && !statuses.has(undefined) && !isShared
  const those = isAll ? `: all those with status ${[...statuses].sort().join(' or ')}` : ''
  return { data: { kind: 'unknown' }, when: when + those, traits: [] }
}

/** Joins the first few strings with a word, and counts the remaining strings. */
function listAll(texts: readonly string[], word: string, noun: string): string {
  const more = texts.length > MAX_SHOWN ? [pluralize(texts.length - MAX_SHOWN, noun)] : []
  return [...texts.slice(0, MAX_SHOWN), ...more].join(` ${word} `)
}

/** Chooses, of the requests that both failed and passed, the request that was sent most often, and lists its outcomes in order. */
function listOutcomes({ violating, passing }: Judged): NonNullable<Cause['outcomes']> {
  const sent = [...violating, ...passing].sort((one, other) => one.startedAt - other.startedAt)
  const attempts = violating.map(({ probe }) => sent.filter((each) => each.probe.id === probe.id))
  const mixed = attempts.filter((all) => all.some((each) => passing.includes(each)))
  const [longest = []] = mixed.sort((one, other) => other.length - one.length)
  return longest.map((exchange) => (violating.includes(exchange) ? 'violation' : 'pass'))
}

/** Describes how the most similar passing request differs, unless in many parts. If a request both fails and passes, no part is the reason. */
export function findContrast(
  exchange: Exchange,
  passing: readonly Exchange[],
  cause: Cause | undefined,
  listParts: ListParts,
): { exchange: Exchange; text: string } | undefined {
  const sorted = passing
    .map((other) => ({ other, names: listDifferences(exchange, other, listParts) }))
    .sort((one, another) => one.names.length - another.names.length)
  const nearest =
    sorted.find(({ other }) => cause?.traits.some((trait) => !hasTrait(other, trait, listParts))) ?? sorted[0]
  if (!nearest || nearest.names.length > MAX_SHOWN || cause?.outcomes) return undefined
  const { other, names } = nearest
  const differences = names.map((name) => {
    const [own = '', instead] = [exchange, other].map((each) => listParts(each).get(name)?.at(-1)?.words)
    return instead ?? describeAbsence(own)
  })
  const lost = cause?.traits.find((each) => isMoment(each.part) && !hasTrait(other, each, listParts))
  const then =
    lost && (OPPOSITES[lost.part.replace(/ .*/, '')] ?? listParts(other).get(lost.part)?.at(-1)?.words)
  const text = differences.concat(then ?? []).join(' and ') || 'at other times'
  return { exchange: other, text: `passes ${text}` }
}

function describeAbsence(words: string): string {
  if (words.startsWith('at ')) return 'at the usual path'
  return words.startsWith('without ') ? words.replace('without', 'with') : words.replace('with', 'without')
}

/** Describes a part of an exchange: a dimension of the plan, a header, or a moment. `words` completes the sentence "It only happens …". */
type Description = { part: string; value: string; words: string }

/** Maps the name of each unusual part of an exchange to descriptions of this part, from general to exact. */
export type ListParts = (exchange: Exchange) => ReadonlyMap<string, readonly Description[]>

/** Whether a part describes when a request was sent, and not the request itself. */
export const isMoment = (part: string) => /^(?:parallel|position|before|same .+)$/.test(part)

/** The words for a passing request that does not have the moment. */
const OPPOSITES: Record<string, string> = { parallel: 'when it is sent alone', same: 'the first time' }
const LIMITS: Record<LimitClass, string> = {
  absent: 'without a limit',
  positive: 'with a positive limit',
  open: 'with a limit of 0 or less',
  outside: 'with a limit that the contract does not allow',
}
/** Headers whose values may be secret, because they came from the server. */
const FROM_SERVER = new Set(['Cookie', 'If-None-Match'])
/** The maximum number of characters to show of a value. */
const SHOWN = 60
/** The last position on a connection that can be a cause. Later positions would match too often by coincidence. */
const LAST_POSITION = 3

/** Creates the function that lists an exchange's parts. Exchanges of Prism and Dredd are not in `exchanges`, and count as repetitions. */
export function createPartList(exchanges: readonly Exchange[]): ListParts {
  const previous = new Map(exchanges.map((exchange, index) => [exchange, exchanges[index - 1]]))
  // A cache may answer all requests by one user for one limit, or for one URL, with the response to the first of them.
  const keysOf = ({ url, probe: { credential, maxResults } }: Exchange): string[] =>
    [`URL ${url.replace(/\?$/, '')}`, `limit ${maxResults}`].map((key) => `same ${key} ${userOf(credential)}`)
  const firsts = new Map<string, Exchange>()
  for (const each of exchanges.toReversed()) for (const key of keysOf(each)) firsts.set(key, each)
  const known = new Map<Exchange, ReturnType<ListParts>>()
  return (exchange) => {
    const earlier = known.get(exchange)
    if (earlier) return earlier
    const moments = previous.has(exchange) ? describeMoments(exchange, previous.get(exchange)) : []
    const repeat = keysOf(exchange).flatMap((key) => {
      const [part = ''] = /^same \w+/.exec(key) ?? []
      const isAgain = firsts.get(key) !== exchange
      return describeIf(isAgain, part, part, `when the same user has already requested the ${part}`)
    })
    const parts = Map.groupBy([...describeRequest(exchange.probe), ...moments, ...repeat], ({ part }) => part)
    known.set(exchange, parts)
    return parts
  }
}

/** Returns a list with this description, or an empty list if the description does not apply. */
const describeIf = (applies: boolean, part: string, value: string, words: string): Description[] =>
  applies ? [{ part, value, words }] : []

function describeRequest(probe: Probe): Description[] {
  const { method, path = '', credential, limit, query = '', maxResults } = probe
  const isUser = isUserRequest(probe) || credential.kind === 'lenient'
  const user = userOf(credential)
  const isLimited = limit !== 'absent'
  // Conditions describe how a planned query spells the limit.
  const isPlain = maxResults !== undefined && (probe.conditions || /(?:^|&)[\w-]+=[1-9]\d*$/.test(query))
  const exact = isPlain ? `with a limit of ${maxResults}` : `with ?${shorten(query, SHOWN)}`
  return [
    ...describeIf(isUser, 'user', `${user}`, `with the ${ordinal(user)} user's token`),
    ...describeIf(!isUser, 'user', 'none', 'without a valid token'),
    ...describeIf(!isUser && credential.kind !== 'none', 'user', 'invalid', 'with an invalid token'),
    ...describeIf(!isUserRequest(probe), 'user', credential.label, `with ${credential.label}`),
    ...describeIf(isLimited, 'limit', 'limited', 'with a limit'),
    ...describeIf(true, 'limit', limit, LIMITS[limit]),
    ...(probe.conditions ? describeConditions(probe) : describeHeaders(probe)),
    ...describeIf(isLimited, 'limit', isPlain ? `${maxResults}` : query, exact),
    ...describeIf(method !== 'GET', 'method', method, `with ${method}`),
    ...describeIf(path !== '', 'path', path, `at ${path}`),
  ]
}

/** Describes the request's planned conditions. A value may mean several strings to send; `describeRequest` names the exact limit. */
function describeConditions({ conditions = {}, words = {}, turns = {} }: Probe): Description[] {
  return Object.entries(words).flatMap(([part, when]) => [
    { part, value: `${conditions[part]}`, words: when },
    ...describeIf(part !== 'limit', part, `${conditions[part]} ${turns[part] ?? 0}`, when),
  ])
}

/** Describes the headers of a request without planned conditions. */
function describeHeaders({ fields = [], omit = [] }: Probe): Description[] {
  return [
    ...fields.map(([name, value]) => {
      const words = FROM_SERVER.has(name) ? `with ${name}` : `with ${name}: ${shorten(value, SHOWN)}`
      return { part: name.toLowerCase(), value, words }
    }),
    ...omit.map((name) => ({ part: name, value: 'omitted', words: `without ${name}` })),
  ]
}

/** Describes when a request was sent: together with others, in which position on its connection, and after which request. */
function describeMoments({ probe, connection, failure }: Exchange, previous?: Exchange): Description[] {
  const number = connection.earlier + 1
  const isParallel = probe.parallel !== undefined
  // After a timeout without any response, the run checks the server on another connection, so order and position say nothing.
  const isOrdered = failure?.kind !== 'timeout' || failure.partial !== undefined
  // If several requests were sent at the same time, it is unknown which of them arrived last.
  const isAfter = isOrdered && !isParallel && previous?.probe.parallel === undefined
  const { method = 'GET' } = previous?.probe ?? {}
  const { status = 0 } = previous?.response ?? {}
  const isRefused = method === 'GET' && status >= 400 && status < 500
  const place = `on the ${ordinal(number)} request of a connection`
  return [
    ...describeIf(isParallel, 'parallel', 'parallel', 'while the server handles other requests'),
    ...describeIf(isOrdered && number > 1, 'position', 'used', 'on a connection that was used before'),
    ...describeIf(isOrdered && number <= LAST_POSITION, 'position', `${number}`, place),
    ...describeIf(isAfter && method !== 'GET', 'before', method, `right after ${method}`),
    ...describeIf(isAfter && isRefused, 'before', 'refused', `right after a request that got a ${status}`),
  ]
}

/** Lists the differences between a request and the plain request, such as `no Accept`, except in the method and the URL. */
export function listRemarks(probe: Probe): string[] {
  const shown = ['method', 'path', 'limit', 'query', ...(probe.credential.kind === 'valid' ? ['user'] : [])]
  return [...Map.groupBy(describeRequest(probe), ({ part }) => part)]
    .filter(([part]) => !shown.includes(part))
    .flatMap(([, descriptions]) => descriptions.at(-1)?.words.replace(/^(without|with no) /, 'no ') ?? [])
}

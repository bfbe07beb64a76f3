import { pluralize, shorten } from '../contract/words.ts'
import type { CheckResult } from './check.ts'
import type { Exchange, Probe } from './exchange.ts'
import type { ReportedCause } from './report.ts'
import type { ListTraits, Trait } from './traits.ts'

/** When a check is violated, as the report has it, and what its violations share. */
export type Cause = {
  data: ReportedCause
  /** The sentence for reports: `only with Accept-Encoding: gzip`. */
  when: string
  /** What all exchanges with a violation have. */
  traits: readonly Trait[]
}

/** The exchanges that a check judged. */
type Judged = { violating: readonly Exchange[]; passing: readonly Exchange[] }

/** More conditions and differences are only counted. */
const MAX_SHOWN = 3
/** How much of a query is shown. */
const SHOWN = 60

/** Finds out when a check is violated; undefined if it is not. */
export function explainResult(
  { violations, passing }: CheckResult,
  listTraits: ListTraits,
): Cause | undefined {
  if (violations.length === 0) return undefined
  const violating = [...new Set(violations.map(({ exchange }) => exchange))]
  // The status that a violation is about explains nothing.
  const isStatus = violations.every(({ violation }) => /^(status|response)$/.test(violation.pointer))
  return findCause({ violating, passing }, listTraits, isStatus)
}

/**
 * Finds what all violating exchanges have and no passing one has, or only few, in which something else may hide the violation. It is
 * called the cause only if it was confirmed: a request fails, and passes when nothing but that is changed.
 */
export function findCause(judged: Judged, listTraits: ListTraits, isStatus = false): Cause {
  const { violating, passing } = judged
  if (passing.length === 0) return write({ kind: 'always' }, [])
  const candidates = listCandidates(judged, listTraits)
  const ofKind = (...kinds: readonly Trait['kind'][]): Candidate[] =>
    candidates.filter(({ trait }) => kinds.includes(trait.kind))
  const requests = ofKind('condition', 'request')
  const moments = ofKind('moment').toSorted((one, other) => one.hidden - other.hidden)
  const needed = requests.filter(({ isConfirmed }) => isConfirmed).map(({ trait }) => trait)
  const moment = moments
    .filter(({ isConfirmed }) => isConfirmed)
    .map(({ trait }) => trait)
    .slice(0, 1)
  const confirmed = [needed, moment, [...needed, ...moment]]
    .filter((traits) => traits.length > 0)
    .map((traits) => ({ traits, hidden: countWith(traits, passing, listTraits) }))
  const exact = confirmed.find(({ hidden }) => hidden === 0)
  const close = confirmed.find(({ hidden }) => hidden * 2 <= Math.min(violating.length, passing.length))
  return (
    (exact && writeConfirmed(exact.traits)) ??
    findThreshold(judged) ??
    (close && writeConfirmed(close.traits, close.hidden)) ??
    writeSeen(requests) ??
    writeSeen(hasSeveralProbes(passing) ? moments.slice(0, 1) : []) ??
    writeSeen(isStatus ? [] : ofKind('response')) ??
    count(judged)
  )
}

function countWith(traits: readonly Trait[], exchanges: readonly Exchange[], listTraits: ListTraits): number {
  return exchanges.filter((exchange) => traits.every(({ key }) => listTraits(exchange).has(key))).length
}

/** A trait that all violating exchanges have, how many passing ones have it, too, and whether it was confirmed that it matters. */
type Candidate = { trait: Trait; hidden: number; isConfirmed: boolean }

/** The usual method is why some requests pass, but not why others fail. */
const PLAIN = 'method:GET'

/** For each dimension, the trait that the fewest passing exchanges have. */
function listCandidates({ violating, passing }: Judged, listTraits: ListTraits): Candidate[] {
  const [first, ...others] = violating
  const shared = first ? [...listTraits(first).values()] : []
  const close = listClosePairs(violating, passing, listTraits)
  const candidates = shared
    .filter(({ key }) => key !== PLAIN && others.every((exchange) => listTraits(exchange).has(key)))
    .map((trait) => ({
      trait,
      hidden: countWith([trait], passing, listTraits),
      isConfirmed: close.some(
        ({ part, passes }) =>
          !listTraits(passes).has(trait.key) &&
          (part === trait.dimension || (part === undefined && trait.kind === 'moment')),
      ),
    }))
  return [...Map.groupBy(candidates, ({ trait }) => trait.dimension).values()].flatMap((all) => {
    const fewest = Math.min(...all.map(({ hidden }) => hidden))
    return all.find(({ hidden }) => hidden === fewest) ?? []
  })
}

/** The passing exchanges whose request differs from one that fails in a single part, or in none. */
function listClosePairs(
  violating: readonly Exchange[],
  passing: readonly Exchange[],
  listTraits: ListTraits,
): { part: string | undefined; passes: Exchange }[] {
  const failing = [...new Map(violating.map((exchange) => [exchange.probe.id, exchange])).values()]
  return passing.flatMap((passes) =>
    failing.flatMap((fails) => {
      const parts = listDifferences(fails, passes, listTraits)
      return parts.length < 2 ? [{ part: parts[0], passes }] : []
    }),
  )
}

/** The parts in which two requests differ: dimensions of the plan, or parts of the request if one of them is not planned. */
function listDifferences(one: Exchange, other: Exchange, listTraits: ListTraits): string[] {
  if (one.probe.id === other.probe.id) return []
  const isPlanned = one.probe.conditions !== undefined && other.probe.conditions !== undefined
  const planned = isPlanned ? compare(listPlanned(one, listTraits), listPlanned(other, listTraits)) : []
  // A condition may stand for several values.
  return planned.length > 0 ? planned : compare(listParts(one.probe), listParts(other.probe))
}

type Parts = Readonly<Record<string, string | undefined>>

function compare(one: Parts, other: Parts): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter((name) => one[name] !== other[name])
}

function listPlanned(exchange: Exchange, listTraits: ListTraits): Parts {
  const traits = [...listTraits(exchange).values()].filter(({ kind }) => kind === 'condition')
  // The first of a dimension is its value. Groups, which other values have, too, come later.
  return Object.fromEntries(traits.reverse().map(({ dimension, key }) => [dimension, key]))
}

function listParts({ method, path, query, credential, httpVersion, fields = [], omit = [] }: Probe): Parts {
  return {
    method,
    path,
    limit: query,
    user: credential.label,
    version: httpVersion,
    ...Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value])),
    ...Object.fromEntries(omit.map((name) => [name, 'omitted'])),
  }
}

/** The largest limit that passes, and the smallest that fails, or the other way round. */
function findThreshold({ violating, passing }: Judged): Cause | undefined {
  if (violating.some(({ probe }) => probe.maxResults === undefined)) return undefined
  const listLimits = (exchanges: readonly Exchange[]): number[] => [
    ...new Set(exchanges.flatMap(({ probe }) => probe.maxResults ?? [])),
  ]
  const [fails, passes] = [listLimits(violating), listLimits(passing)]
  if (Math.min(fails.length, passes.length) < 2) return undefined
  const isBelow = Math.max(...passes) < Math.min(...fails)
  if (!isBelow && Math.max(...fails) > Math.min(...passes)) return undefined
  const [nearest, from] = isBelow
    ? [Math.max(...passes), Math.min(...fails)]
    : [Math.min(...passes), Math.max(...fails)]
  return write({ kind: 'threshold', of: 'limit', passes: nearest, fails: from }, [])
}

/** Two requests always differ in some moment. */
function hasSeveralProbes(exchanges: readonly Exchange[]): boolean {
  return new Set(exchanges.map(({ probe }) => probe.id)).size > 1
}

/** Nothing that was sent explains it. It is intermittent if the same request was wrong and right. */
function count({ violating, passing }: Judged): Cause {
  const failed = violating.length
  const of = failed + passing.length
  const broken = new Set(violating.map(({ probe }) => probe.id))
  const isIntermittent = passing.some(({ probe }) => broken.has(probe.id))
  const ratio = `in ${failed} of ${pluralize(of, 'checked response')}`
  return isIntermittent
    ? { data: { kind: 'intermittent', failed, of }, when: `${ratio}, no pattern`, traits: [] }
    : { data: { kind: 'unknown' }, when: ratio, traits: [] }
}

/** `hidden`: how many requests with these traits pass. */
function writeConfirmed(traits: readonly Trait[], hidden = 0): Cause {
  const parts = traits.map(({ when }) => when)
  const moment = traits.find((trait) => trait.moment)?.moment
  if (moment === 'concurrency') return write({ kind: 'parallel' }, traits, hidden)
  return write(moment ? { kind: 'sequence', steps: parts } : { kind: 'condition', parts }, traits, hidden)
}

/** Says what the violating exchanges share and no passing one has, which need not be the cause. */
function writeSeen(candidates: readonly Candidate[]): Cause | undefined {
  const traits = candidates.filter(({ hidden }) => hidden === 0).map(({ trait }) => trait)
  if (traits.length === 0) return undefined
  const shown = traits.slice(0, MAX_SHOWN).map(({ when }) => when)
  const more = traits.length - shown.length
  const seen = more > 0 ? [...shown, pluralize(more, 'more condition')] : shown
  return write({ kind: 'unknown', seen }, traits)
}

function write(data: ReportedCause, traits: readonly Trait[], hidden = 0): Cause {
  return { data, traits, when: `${describe(data)}${hidden > 0 ? ', but not always' : ''}` }
}

function describe(data: ReportedCause): string {
  switch (data.kind) {
    case 'condition':
      return `only ${data.parts.join(' and ')}`
    case 'sequence':
      return `only ${data.steps.join(' and ')}`
    case 'parallel':
      return 'only while the server handles other requests'
    case 'threshold':
      return `only with a ${data.of} of ${data.fails} or ${data.fails > data.passes ? 'more' : 'less'}`
    case 'unknown':
      return `only seen ${data.seen?.join(' and ')}`
    default:
      return data.kind
  }
}

/** The outcomes of the request that was wrong and right, in the order in which it was sent. */
export function listOutcomes({ violating, passing }: Judged): ('violation' | 'pass')[] {
  const sent = [
    ...violating.map((exchange) => ({ exchange, outcome: 'violation' as const })),
    ...passing.map((exchange) => ({ exchange, outcome: 'pass' as const })),
  ].sort((one, other) => one.exchange.startedAt - other.exchange.startedAt)
  const mixed = [...Map.groupBy(sent, ({ exchange }) => exchange.probe.id).values()].filter(
    (all) => new Set(all.map(({ outcome }) => outcome)).size > 1,
  )
  const [longest = []] = mixed.sort((one, other) => other.length - one.length)
  return longest.map(({ outcome }) => outcome)
}

/** The nearest request that passes, if possible one without the cause, and what differs, to complete "passes …". */
export function findContrast(
  exchange: Exchange,
  passing: readonly Exchange[],
  cause: Cause | undefined,
  listTraits: ListTraits,
): { exchange: Exchange; text: string } | undefined {
  const sorted = passing
    .map((other) => ({ other, parts: listDifferences(exchange, other, listTraits) }))
    .sort((one, another) => one.parts.length - another.parts.length)
  const nearest =
    sorted.find(({ other }) => cause?.traits.some(({ key }) => !listTraits(other).has(key))) ?? sorted[0]
  if (!nearest) return undefined
  const { other, parts } = nearest
  const differences =
    parts.length === 0
      ? [describeMoment(exchange, other)]
      : parts.slice(0, MAX_SHOWN).map((part) => describeDifference(part, exchange, other, listTraits))
  const more = parts.length - MAX_SHOWN
  const others = more > 0 ? [`with ${pluralize(more, 'more difference')}`] : []
  return { exchange: other, text: `passes ${[...differences, ...others].join(' and ')}` }
}

/** When the same request passes. */
function describeMoment(exchange: Exchange, other: Exchange): string {
  if (exchange.probe.parallel !== undefined && other.probe.parallel === undefined)
    return 'when it is sent alone'
  const [own, instead] = [exchange.connection.earlier, other.connection.earlier]
  if (own > 0 && instead === 0) return 'on the first request of a connection'
  return own === 0 && instead > 0 ? 'on a connection that was used before' : 'at other times'
}

/** What the request that passes has instead. */
function describeDifference(
  part: string,
  exchange: Exchange,
  other: Exchange,
  listTraits: ListTraits,
): string {
  const { query, path } = other.probe
  if (part === 'limit') return query === undefined ? 'without a limit' : `with ?${shorten(query, SHOWN)}`
  if (part === 'path' && path === undefined) return 'at the documented path'
  const [own, instead] = [exchange, other].map((each) => {
    const traits = [...listTraits(each).values()].filter(({ dimension }) => dimension === part)
    return traits.find(({ kind }) => kind === 'condition') ?? traits.at(-1)
  })
  if (instead) return instead.when
  return own
    ? own.when.replace(/^with(out)? /, (word) => (word === 'with ' ? 'without ' : 'with '))
    : `with another ${part}`
}

import { pluralize } from '../contract/words.ts'
import type { CheckResult } from './check.ts'
import type { Exchange, Probe } from './exchange.ts'
import type { ReportedCause } from './report.ts'
import type { ListTraits, Trait } from './traits.ts'

/** When a check is violated, as the report has it, and what its violations share. */
export type Cause = {
  data: ReportedCause
  /** The sentence for reports: `only with Accept-Encoding: gzip`. */
  when: string
  /** What all exchanges with a violation have and no other. Of alternatives, each exchange has one. */
  traits: readonly Trait[]
}

/** The exchanges that a check judged. */
type Judged = { violating: readonly Exchange[]; passing: readonly Exchange[] }

/** More alternatives, or more conditions of one, are no cause. */
const MAX_SHOWN = 3

/** Finds out when a check is violated; undefined if it is not. */
export function explainResult(
  { violations, passing }: CheckResult,
  exchanges: readonly Exchange[],
  listTraits: ListTraits,
): Cause | undefined {
  if (violations.length === 0) return undefined
  const violating = [...new Set(violations.map(({ exchange }) => exchange))]
  // The status that a violation is about explains nothing.
  const isStatus = violations.every(({ violation }) => /^(status|response)$/.test(violation.pointer))
  return findCause({ violating, passing, exchanges, isStatus }, listTraits)
}

/**
 * Finds the trait that all violating exchanges have and no passing one has, or only few, in which something else may hide the
 * violation. It is called the cause only if two requests confirm it: one fails, and one passes and differs in nothing else.
 */
export function findCause(
  { isStatus, exchanges, ...judged }: Judged & { exchanges: readonly Exchange[]; isStatus: boolean },
  listTraits: ListTraits,
): Cause {
  if (judged.passing.length === 0) return write({ kind: 'always' }, [])
  const candidates = listCandidates(judged, listTraits)
  const ofKind = (kind: Trait['kind']): Candidate[] => candidates.filter(({ trait }) => trait.kind === kind)
  const [conditions, requests, moments, responses] = [
    ofKind('condition'),
    keepGeneral(ofKind('request')),
    ofKind('moment'),
    isStatus ? [] : ofKind('response'),
  ]
  return (
    chooseConfirmed(conditions.filter(isExact), judged) ??
    findTogether(judged, listTraits) ??
    findAlternatives(judged, exchanges, listTraits) ??
    chooseConfirmed(conditions, judged) ??
    chooseConfirmed(requests, judged) ??
    chooseConfirmed(moments, judged) ??
    findThreshold(judged) ??
    writeSeen(conditions) ??
    writeSeen(requests) ??
    (hasSeveralProbes(judged.passing) ? writeSeen(moments.slice(0, 1)) : undefined) ??
    writeSeen(responses) ??
    count(judged)
  )
}

/** Two requests always differ in some moment. */
function hasSeveralProbes(exchanges: readonly Exchange[]): boolean {
  return new Set(exchanges.map(({ probe }) => probe.id)).size > 1
}

/** What may be the cause: a trait, whether two requests confirm it, and the passing exchanges that have it, too. */
type Candidate = { trait: Trait; isConfirmed: boolean; hidden: readonly Exchange[] }

/** Whether no passing exchange has it. */
function isExact({ hidden }: Candidate): boolean {
  return hidden.length === 0
}

/** The traits that all violating exchanges have and at most a few passing ones. */
function listCandidates({ violating, passing }: Judged, listTraits: ListTraits): Candidate[] {
  return listShared(violating, listTraits)
    .map((trait) => {
      const hidden = passing.filter((exchange) => listTraits(exchange).has(trait.key))
      const without = passing.filter((exchange) => !hidden.includes(exchange))
      return { trait, hidden, isConfirmed: isConfirmed(trait, { violating, passing: without }) }
    })
    .filter(({ hidden }) => hidden.length * 2 <= Math.min(violating.length, passing.length))
}

/** The traits that all of these exchanges have. */
function listShared([first, ...others]: readonly Exchange[], listTraits: ListTraits): Trait[] {
  const traits = first ? [...listTraits(first).values()] : []
  return traits.filter(({ key }) => others.every((exchange) => listTraits(exchange).has(key)))
}

/** The most general trait of each part of the request. */
function keepGeneral(candidates: readonly Candidate[]): Candidate[] {
  return [...Map.groupBy(candidates, ({ trait }) => trait.dimension).values()].map((all) => {
    const fewest = Math.min(...all.map(({ hidden }) => hidden.length))
    return all.find(({ hidden }) => hidden.length === fewest) as Candidate
  })
}

/** The confirmed trait that the fewest passing exchanges have. */
function chooseConfirmed(candidates: readonly Candidate[], { violating }: Judged): Cause | undefined {
  const [best, ...others] = candidates
    .filter((candidate) => candidate.isConfirmed)
    .toSorted((one, other) => one.hidden.length - other.hidden.length)
  if (!best) return undefined
  const { trait, hidden } = best
  if (hidden.length > 0) return writeConfirmed([[trait]], { violating, passing: hidden })
  // If each of several conditions matters, they are needed together.
  const needed = others.filter((other) => isExact(other) && other.trait.kind === 'condition')
  return writeConfirmed([[trait, ...needed.map((other) => other.trait)]])
}

/** As few conditions as possible that no passing exchange has together, if each of them is confirmed. */
function findTogether({ violating, passing }: Judged, listTraits: ListTraits): Cause | undefined {
  const conditions = listShared(violating, listTraits).filter(({ kind }) => kind === 'condition')
  const separates = (traits: readonly Trait[]): boolean =>
    passing.every((exchange) => traits.some(({ key }) => !listTraits(exchange).has(key)))
  if (!separates(conditions)) return undefined
  const needed = conditions.reduce((kept, trait) => {
    const fewer = kept.filter((each) => each !== trait)
    return separates(fewer) ? fewer : kept
  }, conditions)
  return needed.every((trait) => isConfirmed(trait, { violating, passing }))
    ? writeConfirmed([needed])
    : undefined
}

/**
 * Finds sets of conditions of which each is enough: a request with one of them alone fails, and passes without any of its
 * conditions. Each violating exchange has one of the sets. In a few others, something may hide the violation.
 */
function findAlternatives(
  { violating, passing }: Judged,
  exchanges: readonly Exchange[],
  listTraits: ListTraits,
): Cause | undefined {
  const listKeys = ({ probe }: Exchange): string[] =>
    Object.entries(probe.conditions ?? {}).map((entry) => entry.join('='))
  const sign = (keys: readonly string[]): string => keys.toSorted().join('&')
  const all = [...violating, ...passing].map(listKeys)
  const isNeeded = (key: string): boolean => {
    const dimension = key.slice(0, key.indexOf('=') + 1)
    return !all.every((keys) => keys.some((each) => each.startsWith(dimension)))
  }
  const broken = violating.map(listKeys)
  const failing = new Set(broken.map(sign))
  const passed = new Set(
    exchanges.filter(({ probe }) => probe.conditions).map((each) => sign(listKeys(each))),
  )
  const sets = broken
    .map((keys) => ({ keys, own: keys.filter(isNeeded) }))
    .filter(({ own }) => own.length > 0 && own.length <= MAX_SHOWN)
    .filter(({ keys, own }) =>
      own
        .map((key) => sign(keys.filter((each) => each !== key)))
        .every((fewer) => passed.has(fewer) && !failing.has(fewer)),
    )
    .map(({ own }) => own)
  const chosen: string[][] = []
  let rest = broken
  for (const keys of sets.toSorted((one, other) => one.length - other.length)) {
    const fewer = rest.filter((each) => !keys.every((key) => each.includes(key)))
    if (fewer.length < rest.length) chosen.push(keys)
    rest = fewer
  }
  const hidden = passing.filter((each) =>
    chosen.some((keys) => keys.every((key) => listKeys(each).includes(key))),
  )
  const isSteady = hidden.length * 2 < violating.length && !isIntermittent({ violating, passing: hidden })
  if (rest.length > 0 || chosen.length === 0 || chosen.length > MAX_SHOWN || !isSteady) return undefined
  const traits = new Map(violating.flatMap((exchange) => [...listTraits(exchange)]))
  const alternatives = chosen.map((keys) => keys.flatMap((key) => traits.get(key) ?? []))
  return writeConfirmed(alternatives, hidden.length > 0 ? { violating, passing: hidden } : undefined)
}

/** The largest limit that passes, and the smallest that fails, or the other way round. */
function findThreshold({ violating, passing }: Judged): Cause | undefined {
  const listLimits = (exchanges: readonly Exchange[]): number[] =>
    [...new Set(exchanges.flatMap(({ probe }) => probe.maxResults ?? []))].sort((one, other) => one - other)
  if (violating.some(({ probe }) => probe.maxResults === undefined)) return undefined
  const fails = listLimits(violating)
  const passes = listLimits(passing)
  if (Math.min(fails.length, passes.length) < 2) return undefined
  const [first = 0, last = 0] = [fails[0], fails.at(-1)]
  const [firstPassing = 0, lastPassing = 0] = [passes[0], passes.at(-1)]
  if (lastPassing < first)
    return write({ kind: 'threshold', of: 'limit', passes: lastPassing, fails: first }, [])
  if (last < firstPassing)
    return write({ kind: 'threshold', of: 'limit', passes: firstPassing, fails: last }, [])
  return undefined
}

/** Nothing that was sent explains it. */
function count(judged: Judged): Cause {
  const failed = judged.violating.length
  const of = failed + judged.passing.length
  return write(
    isIntermittent(judged) ? { kind: 'intermittent', failed, of } : { kind: 'unknown' },
    [],
    judged,
  )
}

/** Whether some request was wrong and right at different times. */
function isIntermittent({ violating, passing }: Judged): boolean {
  const broken = new Set(violating.map(({ probe }) => probe.id))
  return passing.some(({ probe }) => broken.has(probe.id))
}

/** Whether a request that fails and one that passes differ in nothing but this trait, which the passing ones do not have. */
function isConfirmed({ kind, dimension, moment }: Trait, { violating, passing }: Judged): boolean {
  if (kind === 'response') return false
  return violating.some(({ probe }) =>
    passing.some((other) => {
      if (kind === 'moment' && other.probe.id === probe.id) return true
      // The plan says the position of a request in its conditions.
      if (kind === 'moment' && !(probe.conditions && other.probe.conditions)) return false
      const different =
        kind === 'request'
          ? compare(listParts(probe), listParts(other.probe))
          : listDifferentConditions(probe, other.probe)
      return different.join() === (dimension ?? moment)
    }),
  )
}

/** The parts in which two requests differ: dimensions of the plan, or parts of the request if one of them is not planned. */
function listDifferences(one: Probe, other: Probe): string[] {
  if (one.id === other.id) return []
  const planned = one.conditions && other.conditions ? listDifferentConditions(one, other) : []
  // A condition may stand for several values.
  return planned.length > 0 ? planned : compare(listParts(one), listParts(other))
}

function listDifferentConditions(one: Probe, other: Probe): string[] {
  const [first, second] = [one, other].map(({ conditions, method, path }) => ({
    ...conditions,
    method,
    path,
  }))
  return compare(first ?? {}, second ?? {})
}

type Parts = Readonly<Record<string, string | undefined>>

function compare(one: Parts, other: Parts): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter((name) => one[name] !== other[name])
}

function listParts({ method, path, query, credential, httpVersion, fields = [], omit = [] }: Probe): Parts {
  return {
    method,
    path,
    limit: query,
    credential: credential.label,
    version: httpVersion,
    ...Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value])),
    ...Object.fromEntries(omit.map((name) => [name, 'omitted'])),
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

/**
 * The nearest request that passes, and what differs, to complete "passes …". Undefined if all that pass differ in more than a
 * reader can compare.
 */
export function findContrast(
  exchange: Exchange,
  passing: readonly Exchange[],
  listTraits: ListTraits,
): { exchange: Exchange; text: string } | undefined {
  const [nearest] = passing
    .map((other) => ({ other, parts: listDifferences(exchange.probe, other.probe) }))
    .filter(({ parts }) => parts.length <= MAX_SHOWN)
    .sort((one, another) => one.parts.length - another.parts.length)
  if (!nearest) return undefined
  const { other, parts } = nearest
  if (parts.length === 0) {
    const isAlone = exchange.probe.parallel !== undefined && other.probe.parallel === undefined
    return { exchange: other, text: isAlone ? 'passes when it is sent alone' : 'passes at other times' }
  }
  const [own, others] = [exchange, other].map((each) => [...listTraits(each).values()].reverse())
  const differences = parts.map((part) => {
    const isPart = (trait: Trait): boolean => trait.dimension === part
    const [trait, instead] = [own?.find(isPart), others?.find(isPart)]
    return instead?.when ?? negate(trait?.when ?? `with this ${part}`)
  })
  return { exchange: other, text: `passes ${differences.join(' and ')}` }
}

function negate(when: string): string {
  if (when.startsWith('without ')) return when.replace('without', 'with')
  return when.startsWith('with ') ? when.replace('with', 'without') : `not ${when}`
}

/** Says that one of these sets of traits is the cause. `counted`: those that have one of them, if some of these pass. */
function writeConfirmed(alternatives: readonly (readonly Trait[])[], counted?: Judged): Cause {
  const traits = alternatives.flat()
  const [only] = alternatives
  const parts =
    only && alternatives.length === 1
      ? only.map(({ when }) => when)
      : [alternatives.map((set) => set.map(({ when }) => when).join(' and ')).join(' or ')]
  const moments = new Set(traits.map(({ moment }) => moment))
  if (moments.has('concurrency')) return write({ kind: 'parallel' }, traits, counted)
  const isSequence = moments.has('position') || moments.has('predecessor')
  return write(
    isSequence ? { kind: 'sequence', steps: parts } : { kind: 'condition', parts },
    traits,
    counted,
  )
}

/** Says what the violating exchanges share and no passing one has, which need not be the cause. */
function writeSeen(candidates: readonly Candidate[]): Cause | undefined {
  const traits = candidates.filter(isExact).map(({ trait }) => trait)
  if (traits.length === 0) return undefined
  const shown = traits.slice(0, MAX_SHOWN).map(({ when }) => when)
  const hidden = traits.length - shown.length
  const seen = hidden > 0 ? [...shown, pluralize(hidden, 'more condition')] : shown
  return write({ kind: 'unknown', seen }, traits)
}

function write(data: ReportedCause, traits: readonly Trait[], counted?: Judged): Cause {
  return { data, traits, when: describe(data, counted && formatRatio(counted)) }
}

/** The only place that words a cause. */
function describe(data: ReportedCause, ratio = ''): string {
  const counted = ratio === '' ? '' : ` (${ratio})`
  switch (data.kind) {
    case 'always':
      return 'always'
    case 'condition':
      return `only ${data.parts.join(' and ')}${counted}`
    case 'sequence':
      return `only ${data.steps.join(' and ')}${counted}`
    case 'parallel':
      return `only while the server handles other requests${counted}`
    case 'threshold':
      return `only with a ${data.of} of ${data.fails} or ${data.fails > data.passes ? 'more' : 'less'}`
    case 'intermittent':
      return `${ratio}, no pattern`
    case 'unknown':
      return data.seen ? `only seen ${data.seen.join(' and ')}` : ratio
  }
}

/** `in 3 of 102 checked responses`. */
function formatRatio({ violating, passing }: Judged): string {
  return `in ${violating.length} of ${pluralize(violating.length + passing.length, 'checked response')}`
}

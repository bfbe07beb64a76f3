import { pluralize } from '../../contract/words.ts'
import type { Exchange } from '../exchange.ts'
import type { Cause, Judged } from './cause.ts'
import { findAlternatives, findCredentials } from './findAlternatives.ts'
import { findCourse, findProbes, formatRatio } from './findCourse.ts'
import { describeExceptions, findException, findStatusExceptions } from './findExceptions.ts'
import { findMinimal } from './findMinimal.ts'
import { findRange } from './findRange.ts'
import { findRhythm, isInTurn } from './findRhythm.ts'
import { findSize, findSizeWith } from './findSize.ts'
import type { ListTraits, Trait, Traits } from './trait.ts'

/** Fewer exchanges may be a coincidence. */
const FEW = 3
/** `almost always`: this many times more exchanges violate the check than do not. */
const MOST_TIMES = 5
/** More conditions are only counted. */
const MOST_SHOWN = 3

/** Finds out when a violation occurs. There must be at least one. */
export function findCause(judged: Judged, listTraits: ListTraits): Cause {
  const { violating, passing, isStatus, isWhole = false, isGuess } = judged
  if (passing.length === 0) return { kind: 'always', traits: [], when: 'always' }
  const broken = violating.map(listTraits)
  const sound = passing.map(listTraits)
  const shared = listShared(broken)
  const conditions = shared.filter(({ kind }) => kind === 'condition')
  const usual = shared.filter(({ kind }) => kind === 'usual')
  const requests = shared.filter(({ kind }) => kind === 'request')
  const moments = shared.filter(({ kind }) => kind === 'moment')
  const responses = shared.filter(({ kind }) => kind === 'response' && !isStatus)
  const separate = createSeparate(sound)
  // Two requests always differ in some moment.
  const isTold = isGuess === true || countProbes(passing) > 1

  // Some two traits are always shared by a few exchanges and no other.
  const pairable = isTold && violating.length >= FEW ? moments : []

  return (
    findCondition(conditions, separate) ??
    findRequest(requests, separate) ??
    findMinimal(judged, listTraits) ??
    findTogether(conditions, separate) ??
    (isTold ? findMoment(judged, listTraits) : undefined) ??
    findRhythm(judged) ??
    findPair([...conditions, ...requests], requests, separate) ??
    findRange(judged) ??
    findSingle(responses, separate) ??
    (isStatus || isWhole ? undefined : findSize(judged)) ??
    findCredentials(broken, sound) ??
    (sound.length < broken.length ? findException(judged, listTraits) : undefined) ??
    findAlternatives(broken, sound, ['condition', 'request', ...(isTold ? (['moment'] as const) : [])]) ??
    findException(judged, listTraits) ??
    findPair([...conditions, ...requests], pairable, separate) ??
    findOnly(usual, separate) ??
    findCourse(judged) ??
    findUsual([...conditions, ...(isTold ? moments : []), ...requests], judged, listTraits) ??
    findPair([...conditions, ...requests, ...pairable], responses, separate) ??
    (isStatus ? undefined : findSizeWith([...conditions, ...requests], judged, listTraits)) ??
    findStatusExceptions(judged, listTraits) ??
    findProbes(judged) ??
    describeRatio(judged)
  )
}

function countProbes(exchanges: readonly Exchange[]): number {
  return new Set(exchanges.map(({ probe }) => probe.id)).size
}

/** The traits that all of these exchanges have. */
function listShared([first, ...others]: readonly Traits[]): Trait[] {
  return [...(first?.values() ?? [])].filter(({ key }) => others.every((traits) => traits.has(key)))
}

/** Whether no exchange without a violation has all of these traits. */
type Separate = (traits: readonly Trait[]) => boolean

function createSeparate(sound: readonly Traits[]): Separate {
  return (traits) => sound.every((each) => traits.some(({ key }) => !each.has(key)))
}

function findCondition(conditions: readonly Trait[], separate: Separate): Cause | undefined {
  const found = conditions.filter((trait) => separate([trait]))
  return found.length > 1 ? describeOpen(found) : findSingle(found, separate)
}

/** The most general trait of each part of the request that is enough. */
function findRequest(traits: readonly Trait[], separate: Separate): Cause | undefined {
  const found = traits.filter((trait) => separate([trait]))
  const general = found.filter(
    (trait) => found.find(({ dimension }) => dimension === trait.dimension) === trait,
  )
  return general.length > 1 ? describeOpen(general) : findSingle(general, separate)
}

/** What came before requests that were sent at once is not known, so only the others count for that. */
function findMoment({ violating, passing }: Judged, listTraits: ListTraits): Cause | undefined {
  const find = (broken: readonly Exchange[], sound: readonly Exchange[]): readonly Trait[] => {
    const traits = listShared(broken.map(listTraits)).filter(({ kind }) => kind === 'moment')
    const separate = createSeparate(sound.map(listTraits))
    return traits.filter((trait) => separate([trait]))
  }
  const inTurn = find(violating.filter(isInTurn), passing.filter(isInTurn))
  const [found] = [...find(violating, passing), ...inTurn.filter(({ key }) => key.startsWith('after'))]
  return found && describeAll([found])
}

/** The first trait that is enough. */
function findSingle(traits: readonly Trait[], separate: Separate): Cause | undefined {
  const found = traits.find((trait) => separate([trait]))
  return found && describeAll([found])
}

/** The only trait that is enough. */
function findOnly(traits: readonly Trait[], separate: Separate): Cause | undefined {
  const found = traits.filter((trait) => separate([trait]))
  return found.length === 1 ? describeAll(found) : undefined
}

/** As few conditions as possible that are enough together. */
function findTogether(conditions: readonly Trait[], separate: Separate): Cause | undefined {
  if (!separate(conditions)) return undefined
  const found = dropNeedless(conditions, separate)
  const others = dropNeedless(conditions.toReversed(), separate)
  return others.every((trait) => found.includes(trait))
    ? describeAll(found)
    : describeOpen(conditions.filter((trait) => found.includes(trait) || others.includes(trait)))
}

function dropNeedless(traits: readonly Trait[], separate: Separate): readonly Trait[] {
  return traits.reduce((kept, trait) => {
    const fewer = kept.filter((each) => each !== trait)
    return separate(fewer) ? fewer : kept
  }, traits)
}

function findPair(first: readonly Trait[], second: readonly Trait[], separate: Separate): Cause | undefined {
  for (const one of first)
    for (const other of second) if (separate([one, other])) return describeAll([one, other])
  return undefined
}

/** The trait that all violating exchanges have, and few others. */
function findUsual(shared: readonly Trait[], judged: Judged, listTraits: ListTraits): Cause | undefined {
  const { violating, passing } = judged
  const counted = shared.map((trait) => ({
    trait,
    others: passing.filter((exchange) => listTraits(exchange).has(trait.key)),
  }))
  const count = createCount(violating)
  const [best] = counted.sort((one, other) => count(one.others) - count(other.others))
  if (!best || violating.length < FEW) return undefined
  const { trait, others } = best
  if (count(others) * 2 > Math.min(violating.length, count(passing))) return undefined
  const exceptions = describeExceptions(judged, others, listTraits)
  return { kind: 'all', traits: [trait], when: `only ${trait.when}${exceptions}` }
}

/** Counts exchanges. A request that is right every time counts once: how often it was sent may be due to another check. */
function createCount(violating: readonly Exchange[]): (exchanges: readonly Exchange[]) => number {
  const broken = new Set(violating.map(({ probe }) => probe.id))
  return (exchanges) => {
    const sound = exchanges.filter(({ probe }) => !broken.has(probe.id))
    return exchanges.length - sound.length + countProbes(sound)
  }
}

function describeRatio(judged: Judged): Cause {
  const { violating, passing } = judged
  const ratio = formatRatio(judged)
  if (passing.length * MOST_TIMES < violating.length)
    return { kind: 'most', traits: [], when: `almost always (${ratio})` }
  const broken = new Set(violating.map(({ probe }) => probe.id))
  // If no request is both wrong and right, there may be a pattern that nothing here describes.
  const isRandom = passing.some(({ probe }) => broken.has(probe.id))
  return { kind: 'none', traits: [], when: `${ratio}, no pattern${isRandom ? '' : ' found'}` }
}

function describeAll(traits: readonly Trait[]): Cause {
  return { kind: 'all', traits, when: `only ${traits.map(({ when }) => when).join(' and ')}` }
}

function describeOpen(traits: readonly Trait[]): Cause {
  const shown = traits.slice(0, MOST_SHOWN).map(({ when }) => when)
  const hidden = traits.length - shown.length
  const more = hidden > 0 ? ` and ${pluralize(hidden, 'more condition')}` : ''
  return { kind: 'open', traits, when: `only seen ${shown.join(' and ')}${more}` }
}

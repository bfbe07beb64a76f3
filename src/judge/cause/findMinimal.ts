import type { Exchange } from '../exchange.ts'
import type { Cause, Judged } from './cause.ts'
import { describeExceptions } from './findExceptions.ts'
import { joinAlternatives } from './joinAlternatives.ts'
import type { ListTraits } from './trait.ts'

/** More conditions, or more sets of them, are not a cause. */
const MOST = 3

type Keys = readonly string[]

/**
 * Finds sets of conditions that are as small as possible: a request with one of them alone violates the check, and without any of
 * its conditions it does not. Each violating exchange has one of the sets. In others, something may hide the violation.
 */
export function findMinimal(judged: Judged, listTraits: ListTraits): Cause | undefined {
  const { violating, passing, exchanges } = judged
  const unplanned = violating.filter(({ probe }) => probe.conditions === undefined)
  if (unplanned.some((exchange) => !isPlainLimit(exchange)) || unplanned.length * 3 > violating.length)
    return undefined
  const broken = violating.filter((exchange) => !unplanned.includes(exchange)).map(listKeys)
  const sound = passing.map(listKeys)
  const known = new Set(exchanges.filter(({ probe }) => probe.conditions).map((each) => join(listKeys(each))))
  const brokenKeys = new Set(broken.map(join))
  const soundKeys = new Set(sound.map(join))
  const required = findRequired([...violating, ...passing])
  const isMinimal = (keys: Keys): boolean => {
    const own = keys.filter((key) => !required.has(readDimension(key)))
    return (
      own.length > 0 &&
      own.length <= MOST &&
      !soundKeys.has(join(keys)) &&
      own.map((key) => join(without(keys, key))).every((fewer) => known.has(fewer) && !brokenKeys.has(fewer))
    )
  }
  const minimal = broken.filter(isMinimal)
  const stripped = minimal.map((keys) => keys.filter((key) => !required.has(readDimension(key))))
  const covers = [cover(broken, stripped), cover(broken, minimal)].filter((sets) => sets !== undefined)
  const counted = covers.map((sets) => ({
    sets,
    others: passing.filter((exchange) => sets.some(isIn(listKeys(exchange)))),
  }))
  const [best] = counted.sort((one, other) => one.others.length - other.others.length)
  if (!best || (unplanned.length > 0 && best.sets.flat().some((key) => readDimension(key) !== 'limit')))
    return undefined
  const traits = new Map(violating.flatMap((exchange) => [...listTraits(exchange)]))
  const sets = best.sets.map((keys) => keys.flatMap((key) => traits.get(key) ?? []))
  const exceptions = describeExceptions(judged, best.others, listTraits)
  return {
    kind: sets.length === 1 ? 'all' : 'any',
    traits: sets.flat(),
    when: `only ${joinAlternatives(sets, passing.filter((each) => !best.others.includes(each)).map(listTraits), MOST)}${exceptions}`,
  }
}

/** A request without planned conditions that has nothing but a limit. */
function isPlainLimit({ probe: { limit, fields = [], omit = [], method } }: Exchange): boolean {
  return limit === 'positive' && method === 'GET' && fields.length + omit.length === 0
}

function listKeys({ probe }: Exchange): Keys {
  return Object.entries(probe.conditions ?? {}).map((entry) => entry.join('='))
}

function join(keys: Keys): string {
  return keys.toSorted().join('&')
}

function without(keys: Keys, key: string): Keys {
  return keys.filter((each) => each !== key)
}

function readDimension(key: string): string {
  return key.slice(0, key.indexOf('='))
}

/** The dimensions without which the check has nothing to judge: everything that it judged has a value of them. */
function findRequired(judged: readonly Exchange[]): ReadonlySet<string> {
  const [first = {}, ...others] = judged.map(({ probe }) => probe.conditions ?? {})
  return new Set(
    Object.keys(first).filter((dimension) => others.every((each) => Object.hasOwn(each, dimension))),
  )
}

function isIn(keys: Keys): (some: Keys) => boolean {
  return (some) => some.every((key) => keys.includes(key))
}

/** A few of the sets, so that each list of keys has one of them. */
function cover(lists: readonly Keys[], sets: readonly Keys[]): readonly Keys[] | undefined {
  const chosen: Keys[] = []
  let rest = lists
  for (const keys of sets.toSorted((one, other) => one.length - other.length)) {
    const fewer = rest.filter((each) => !isIn(each)(keys))
    if (fewer.length < rest.length) chosen.push(keys)
    rest = fewer
  }
  return rest.length === 0 && chosen.length <= MOST ? chosen : undefined
}

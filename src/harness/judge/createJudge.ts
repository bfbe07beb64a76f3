import type { Check, Facts, Outcome } from '../check.ts'
import type { Exchange } from '../exchange.ts'

/** The outcome of a check for an exchange; undefined if the check does not apply to it. */
export type Judge = (check: Check, exchange: Exchange) => Outcome | undefined

/** An outcome, and the facts that it depends on: one bit for each that was used. */
type Known = { outcome: Outcome | undefined; used: number; facts: Facts }

/** Whether two values of a fact are the same. One that is missing here does not compile. */
const comparers: { [Name in keyof Facts]: (one: Facts[Name], other: Facts[Name]) => boolean } = {
  exchanges: Object.is,
  plants: Object.is,
  fewest: Object.is,
  served: Object.is,
  othersServed: (one, other) => hasSameItems([...one], [...other]),
  expectations: Object.is,
  outages: hasSameItems,
  analyse: Object.is,
}
const names = Object.keys(comparers) as (keyof Facts)[]

const outcomes = new WeakMap<Check, WeakMap<Exchange, Known>>()

/**
 * Creates a function that judges by these facts. A run judges the same exchanges many times, as it learns more. Checks are pure, so
 * an outcome is the same until a fact that the check used is another one.
 */
export function createJudge(facts: Facts): Judge {
  let used = 0
  const watched = watch(facts, (bit) => {
    used |= bit
  })
  const changes = new Map<Facts, number>()
  const findChanges = (before: Facts): number => {
    const found = changes.get(before) ?? compare(before, facts)
    changes.set(before, found)
    return found
  }
  return (check, exchange) => {
    const known = outcomes.get(check) ?? new WeakMap<Exchange, Known>()
    const before = known.get(exchange)
    if (before && (before.used === 0 || (before.used & findChanges(before.facts)) === 0))
      return before.outcome
    used = 0
    const outcome = check.applies(exchange, watched) ? check.judge(exchange, watched) : undefined
    known.set(exchange, { outcome, used, facts })
    outcomes.set(check, known)
    return outcome
  }
}

/** The same facts. Calls `onUse` with the bit of each one that is read. */
function watch(facts: Facts, onUse: (bit: number) => void): Facts {
  const watched = { ...facts }
  for (const [index, name] of names.entries())
    Object.defineProperty(watched, name, {
      enumerable: true,
      get: () => {
        onUse(1 << index)
        return facts[name]
      },
    })
  return watched
}

/** The bits of the facts that differ. */
function compare(one: Facts, other: Facts): number {
  const isSame = <Name extends keyof Facts>(name: Name): boolean => comparers[name](one[name], other[name])
  return names.reduce((bits, name, index) => (isSame(name) ? bits : bits | (1 << index)), 0)
}

function hasSameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index])
}

import type { Check, Facts, Outcome } from './check.ts'
import type { Exchange } from './exchange.ts'

/** The outcome of a check for an exchange of the list, by its index there; undefined if the check does not apply to it. */
export type Judge = (check: Check) => (index: number) => Outcome | undefined

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

/** What is known about an exchange, by the numbers of the checks. */
const outcomes = new WeakMap<Exchange, (Known | undefined)[]>()
const numbers = new WeakMap<Check, number>()
let count = 0

const PASSED: Outcome = []

/**
 * Creates a function that judges these exchanges by these facts. A run judges the same exchanges many times, as it learns more. Checks
 * are pure, so an outcome is the same until a fact that the check used is another one.
 */
export function createJudge(facts: Facts, exchanges: readonly Exchange[]): Judge {
  let used = 0
  const watched = watch(facts, (bit) => {
    used |= bit
  })
  const rows = exchanges.map(findRow)
  const findChanges = createComparer(facts)
  // Most outcomes are these two, so they share objects.
  const inapplicable: Known[] = []
  const passed: Known[] = []
  return (check) => {
    const number = numberOf(check)
    return (index) => {
      const row = rows[index]
      const exchange = exchanges[index]
      if (!row || !exchange) throw new Error(`there is no exchange ${index}`)
      const before = row[number]
      if (before && (before.used === 0 || (before.used & findChanges(before.facts)) === 0))
        return before.outcome
      used = 0
      const outcome = check.applies(exchange, watched) ? check.judge(exchange, watched) : undefined
      if (outcome === undefined) row[number] = inapplicable[used] ??= { outcome, used, facts }
      else if ('length' in outcome && outcome.length === 0)
        row[number] = passed[used] ??= { outcome: PASSED, used, facts }
      else row[number] = { outcome, used, facts }
      return outcome
    }
  }
}

function findRow(exchange: Exchange): (Known | undefined)[] {
  const row = outcomes.get(exchange) ?? []
  outcomes.set(exchange, row)
  return row
}

function numberOf(check: Check): number {
  const number = numbers.get(check) ?? count++
  numbers.set(check, number)
  return number
}

/** Finds the bits of the facts that differ from earlier ones. */
function createComparer(facts: Facts): (before: Facts) => number {
  const changes = new Map<Facts, number>()
  let latest: Facts | undefined
  let bits = 0
  return (before) => {
    if (before === latest) return bits
    bits = changes.get(before) ?? compare(before, facts)
    changes.set(before, bits)
    latest = before
    return bits
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

import type { Facts } from '../check.ts'
import { type Exchange, isAuthorised } from '../exchange.ts'
import type { CheckResult } from '../judge/judgeChecks.ts'
import { isDeadly } from '../judge/silence.ts'

export type Condition = readonly [dimension: string, value: string]

type TargetOptions = {
  /** Conditions that are known to be causes. What has one of them is explained. */
  found: readonly (readonly Condition[])[]
  /** How many requests it takes to send these conditions. */
  countProbes: (conditions: readonly Condition[]) => number
}

/** The violating exchange that is the simplest to send again. One that silences the server would take too long. */
export function chooseTarget(
  { violations }: CheckResult,
  { outages }: Facts,
  { found, countProbes }: TargetOptions,
): Exchange | undefined {
  const candidates = violations
    .map(({ exchange }) => exchange)
    .filter((exchange) => exchange.failure?.kind !== 'timeout' && !isDeadly(exchange, outages))
    .filter((exchange) => !found.some((conditions) => includes(exchange, conditions)))
  const distinct = [...Map.groupBy(candidates, ({ probe }) => probe.id).values()].flatMap(
    ([first]) => first ?? [],
  )
  const measured = distinct.map((exchange) => {
    const conditions = listConditions(exchange)
    return { exchange, cost: conditions.length + countProbes(conditions) }
  })
  return measured.sort((one, other) => one.cost - other.cost)[0]?.exchange
}

function includes({ probe }: Exchange, conditions: readonly Condition[]): boolean {
  return conditions.every(([dimension, value]) => probe.conditions?.[dimension] === value)
}

export function listConditions({ probe }: Exchange): Condition[] {
  return Object.entries(probe.conditions ?? {})
}

export function hasConditions(exchange: Exchange, conditions: readonly Condition[]): boolean {
  const own = exchange.probe.conditions
  return (
    own !== undefined &&
    isAuthorised(exchange) &&
    Object.keys(own).length === conditions.length &&
    conditions.every(([dimension, value]) => own[dimension] === value)
  )
}

/** The dimensions without which the check has nothing to judge: all that it judged have a value of them. */
export function findRequired({ violations, passing }: CheckResult): ReadonlySet<string> {
  const [first = [], ...others] = [...violations.map(({ exchange }) => exchange), ...passing].map(
    listConditions,
  )
  const shared = first.filter(([dimension]) =>
    others.every((conditions) => conditions.some(([other]) => other === dimension)),
  )
  return new Set(shared.map(([dimension]) => dimension))
}

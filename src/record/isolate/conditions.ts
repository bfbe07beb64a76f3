import type { Check, Facts } from '../../judge/check.ts'
import { rankRequest } from '../../judge/evidence/rankRequest.ts'
import { type Exchange, isAuthorised, type Probe } from '../../judge/exchange.ts'
import type { CheckResult } from '../../judge/judgeChecks.ts'
import { isDeadly } from '../../judge/silence.ts'

export type Condition = readonly [dimension: string, value: string]

type TargetOptions = {
  /** Conditions that are known to be causes. What has one of them is explained. */
  found: readonly (readonly Condition[])[]
  /** How many requests it takes to send the conditions of this one. */
  countProbes: (target: Exchange) => number
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
  const measured = distinct.map((exchange) => ({
    exchange,
    // Without planned conditions, there is nothing to isolate.
    cost: exchange.probe.conditions
      ? listConditions(exchange).length + countProbes(exchange)
      : Number.POSITIVE_INFINITY,
  }))
  return measured.sort((one, other) => one.cost - other.cost)[0]?.exchange
}

function includes({ probe }: Exchange, conditions: readonly Condition[]): boolean {
  return conditions.every(([dimension, value]) => probe.conditions?.[dimension] === value)
}

export function listConditions({ probe }: Exchange): Condition[] {
  return Object.entries(probe.conditions ?? {})
}

/** Whether the request is the same as one that was composed: its conditions, and the values that these stand for. */
export function isLike(exchange: Exchange, { conditions = {}, query, fields, credential }: Probe): boolean {
  const { probe } = exchange
  return (
    isAuthorised(exchange) &&
    probe.conditions !== undefined &&
    sort(probe.conditions) === sort(conditions) &&
    probe.query === query &&
    JSON.stringify(probe.fields) === JSON.stringify(fields) &&
    probe.credential.label === credential.label
  )
}

/** As text, the same for the same conditions in another order. */
function sort(conditions: NonNullable<Probe['conditions']>): string {
  return JSON.stringify(Object.entries(conditions).sort())
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

/** The simplest of these exchanges with the method and the token of the target, if it is simpler than that. */
export function findSimplest(exchanges: readonly Exchange[], target: Exchange): Exchange | undefined {
  const [simplest] = exchanges
    .filter(
      ({ probe: { method, credential } }) =>
        method === target.probe.method && credential.label === target.probe.credential.label,
    )
    .toSorted((one, other) => rankRequest(one) - rankRequest(other))
  return simplest && rankRequest(simplest) < rankRequest(target) ? simplest : undefined
}

/** Whether the check reports the exchange. */
export function violates(check: Check, exchange: Exchange, facts: Facts): boolean {
  if (!check.applies(exchange, facts)) return false
  const outcome = check.judge(exchange, facts)
  return !('inconclusive' in outcome) && outcome.length > 0
}

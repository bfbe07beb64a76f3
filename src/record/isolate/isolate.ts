import type { Contract } from '../../contract/contract.ts'
import { type Cause, explainResult } from '../../judge/cause.ts'
import type { Check, Facts } from '../../judge/check.ts'
import type { Design } from '../../judge/design.ts'
import { type Exchange, isAuthorised, type Probe } from '../../judge/exchange.ts'
import { type CheckResult, judgeChecks } from '../../judge/judgeChecks.ts'
import { isLockedOut } from '../../judge/lockout.ts'
import type { Level } from '../../judge/report.ts'
import type { PlanFacts } from '../../judge/stage.ts'
import { createTraitList } from '../../judge/traits.ts'
import {
  type Condition,
  chooseTarget,
  findRequired,
  findSimplest,
  isLike,
  listConditions,
  violates,
} from './conditions.ts'
import { minimise } from './minimise.ts'
import { guessMoment, planReplays } from './replays.ts'

export type IsolationOptions = {
  contract: Contract
  checks: readonly Check[]
  design: Design | undefined
  exchanges: () => readonly Exchange[]
  gatherFacts: () => Facts
  gatherPlanFacts: () => PlanFacts
  send: (probes: readonly Probe[], attempt: number) => Promise<readonly Exchange[]>
  /** Whether the run has time and requests left for this. */
  mayAsk: () => boolean
}

/** Asks for simpler requests, until it is clear when each check is violated. What it receives is part of the transcript. */
export type Isolation = {
  /** Tells what a stage found, so that a run without violations costs nothing. */
  learn: (results: readonly CheckResult[]) => void
  run: () => Promise<void>
}

const ORDER: Record<Level, number> = { MUST: 0, SHOULD: 1, INFO: 2 }
/** The ids of the requests that are asked here begin like this. */
const PREFIX = 'isolate/'
/** Causes of one check. */
const MOST_ROUNDS = 3
/** Requests of a run, for all checks together. */
const MOST_REQUESTS = 30

export function createIsolation(options: IsolationOptions): Isolation {
  const { contract, checks, design, exchanges, gatherFacts, gatherPlanFacts, mayAsk } = options
  const done = new Set<Check>()
  let left = MOST_REQUESTS
  let asked = 0
  let isNeeded = false

  const send = async (
    probes: readonly Probe[],
    attempt: number,
  ): Promise<readonly Exchange[] | undefined> => {
    if (probes.length > left || !mayAsk()) return undefined
    left -= probes.length
    return await options.send(probes, attempt)
  }
  // What is known from the exchanges so far.
  const knowFacts = memoise(exchanges, gatherFacts)
  const knowResults = memoise(exchanges, (all) => judgeChecks(checks, all, knowFacts()))
  const knowTraits = memoise(exchanges, (all) => createTraitList(all, design))

  const findResult = (check: Check): CheckResult | undefined =>
    knowResults().find((result) => result.check === check)
  const explain = (check: Check): Cause | undefined => {
    const result = findResult(check)
    return result && explainResult(result, exchanges(), knowTraits())
  }
  /** The probes that send some of the conditions of the target, with the same values. */
  const compose = (target: Exchange, conditions: readonly Condition[], id = PREFIX): readonly Probe[] => {
    const { turns } = target.probe
    const probes =
      design?.compose(contract, gatherPlanFacts(), Object.fromEntries(conditions), { id, turns }) ?? []
    return probes.map((probe) => ({
      ...probe,
      trial: Object.fromEntries(conditions),
      ...(turns && { turns }),
    }))
  }
  const countProbes = (target: Exchange): number => compose(target, listConditions(target)).length
  /** What is known about a request with these conditions; undefined if they cannot be combined. */
  const findKnown = (target: Exchange, conditions: readonly Condition[]): readonly Exchange[] | undefined => {
    const last = compose(target, conditions).at(-1)
    return last && exchanges().filter((exchange) => isLike(exchange, last))
  }
  /** Sends a request with these conditions. Resolves to undefined if that is not possible any more. */
  const ask = async (target: Exchange, conditions: readonly Condition[]): Promise<Exchange | undefined> => {
    asked += 1
    return (await send(compose(target, conditions, `${PREFIX}${asked}`), 1))?.at(-1)
  }
  /** Whether a request with these conditions violates the check; undefined if it cannot be sent any more. */
  const isViolated = async (
    check: Check,
    target: Exchange,
    conditions: readonly Condition[],
  ): Promise<boolean | undefined> => {
    const known = findKnown(target, conditions)
    if (known === undefined) return false
    if (known.length > 0) return known.some((exchange) => violates(check, exchange, knowFacts()))
    const received = await ask(target, conditions)
    return received && violates(check, received, knowFacts())
  }
  /** Whether the conditions of the target are enough, without what was sent before it. */
  const isReproducible = async ({ check, passing }: CheckResult, target: Exchange): Promise<boolean> => {
    const conditions = listConditions(target)
    const known = findKnown(target, conditions) ?? []
    if (conditions.length === 0 || !known.includes(target)) return false
    if (known.some((exchange) => passing.includes(exchange))) return false
    const received = known.find(({ probe }) => probe.id.startsWith(PREFIX)) ?? (await ask(target, conditions))
    return received !== undefined && violates(check, received, knowFacts())
  }

  /** Finds the fewest conditions of the target that violate the check, and confirms that it passes without them, unless it never does. */
  const isolateConditions = async (
    result: CheckResult,
    target: Exchange,
    isAlways: boolean,
  ): Promise<readonly Condition[]> => {
    const { check } = result
    const required = findRequired(result)
    const needed = listConditions(target).filter(([dimension]) => required.has(dimension))
    const varied = listConditions(target).filter(([dimension]) => !required.has(dimension))
    const test = (some: readonly Condition[]): Promise<boolean | undefined> =>
      isViolated(check, target, [...needed, ...some])
    if (varied.length === 0 || (isAlways && (await test([])))) return []
    const traits = explain(check)?.traits ?? []
    const suspects = varied.filter((condition) => traits.some(({ key }) => key === condition.join('=')))
    const isGuess = suspects.length > 0 && suspects.length < varied.length
    const found = await minimise(isGuess && (await test(suspects)) ? suspects : varied, test)
    if (isAlways) return found
    await test(varied.filter((condition) => !found.includes(condition)))
    if (found.length > 0) await test([])
    return found
  }

  /** Sends the target again with and without what came before it. */
  const isolateMoment = async (
    { check, violations, passing }: CheckResult,
    target: Exchange,
  ): Promise<void> => {
    const known = explain(check)?.traits.find(({ kind }) => kind === 'moment')
    const trait = known ?? guessMoment(violations.map(({ exchange }) => exchange))
    asked += 1
    const replays = trait && planReplays(trait, target, exchanges(), `isolate ${asked}`)
    if (!replays || left < replays.broken.length + replays.sound.length) return
    const attempts = exchanges().filter(({ probe }) => probe.id === target.probe.id)
    const attempt = Math.max(...attempts.map((exchange) => exchange.attempt)) + 1
    await send(replays.broken, attempt)
    await send(replays.sound, attempt + 1)
    // The moment may be the whole cause, and what else is unusual about the target mere chance.
    const simplest = findSimplest(passing, target)
    const again = simplest && planReplays(trait, simplest, exchanges(), `isolate ${asked} simplest`)
    if (again) await send(again.broken, attempt + 2)
  }

  /** Isolates the cause of one violating exchange after another, until the causes explain all of them. */
  const isolateCheck = async (check: Check): Promise<void> => {
    const found: (readonly Condition[])[] = []
    for (let round = 0; round < MOST_ROUNDS && left > 0; round++) {
      const result = findResult(check)
      const cause = explain(check)
      if (!result || !cause) return
      const isAlways = cause.data.kind === 'always'
      const target = chooseTarget(result, knowFacts(), { found, countProbes })
      if (!target) return
      done.add(check)
      if (!isAlways && !(await isReproducible(result, target))) return await isolateMoment(result, target)
      found.push(await isolateConditions(result, target, isAlways))
      if (isAlways) return
    }
  }

  return {
    learn: (results) => {
      isNeeded ||= results.some(({ check, violations }) => check.level !== 'INFO' && violations.length > 0)
    },
    run: async () => {
      const latest = exchanges().findLast(isAuthorised)
      if (!isNeeded || !latest || isLockedOut(latest, exchanges())) return
      for (const check of checks.toSorted((one, other) => ORDER[one.level] - ORDER[other.level]))
        if (check.level !== 'INFO' && !done.has(check)) await isolateCheck(check)
    },
  }
}

/** Computes a value again only if the list is another one. */
function memoise<Item, Value>(
  list: () => readonly Item[],
  compute: (items: readonly Item[]) => Value,
): () => Value {
  let known: { items: readonly Item[]; value: Value } | undefined
  return () => {
    const items = list()
    if (known?.items !== items) known = { items, value: compute(items) }
    return known.value
  }
}

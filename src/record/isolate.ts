import { isDeepStrictEqual } from 'node:util'
import { type Cause, createPartList, findCause, isMoment, type Trait } from '../judge/cause.ts'
import type { Check, CheckResult } from '../judge/check.ts'
import { type Exchange, isAuthorised, type Probe } from '../judge/exchange.ts'
import { isViolated, judgeCheck, judgeChecks } from '../judge/judgeChecks.ts'
import { isDeadly, isLockedOut } from '../judge/silence.ts'
import { isSilent, separate } from './recovery.ts'
import type { Run } from './run.ts'
import type { Send } from './sender.ts'

type Condition = readonly [dimension: string, value: string]

/** The start of the id of each request that is sent to isolate a cause. */
const PREFIX = 'isolate/'
/** The maximum number of requests that isolate causes in a run, for all checks together. */
const MAX_REQUESTS = 30
/** The number of requests that isolation must leave for the rest of the plan. Isolation must also leave half of the maximum time. */
const RESERVED = 80
/** If the last timed-out request took more milliseconds than this, no timed-out request is repeated. */
const MAX_SILENCE = 1_500
/** The number of times to repeat a request whose outcome nothing explains. */
const IN_A_ROW = 5

/**
 * Creates the function that isolates the cause of each check's violations. It sends simpler requests until the conditions that cause the
 * violations are known, and treats each check only once. The judge finds the cause in the responses, which are part of the transcript. The
 * function gets the violated checks, and does nothing if it has already got all of them.
 */
export function createIsolation(run: Run, sendProbes: Send): (violated: Iterable<Check>) => Promise<void> {
  const { client, context, exchanges, gatherFacts, gatherPlanFacts, options } = run
  const { contract, suite } = context
  const checks = suite.checks(contract)
  const end = performance.now() + ((options.maxTime ?? Number.POSITIVE_INFINITY) * 1000) / 2
  const done = new Set<Check>()
  let left = MAX_REQUESTS
  let asked = 0

  /** Resolves to the exchange of the last probe, or to undefined if no more requests can be sent. */
  const send = async (probes: readonly Probe[], attempt: number): Promise<Exchange | undefined> => {
    const isOver = run.stopped() !== undefined || performance.now() > end
    if (isOver || probes.length > left || client.sent() + RESERVED > options.maxRequests) return undefined
    left -= probes.length
    // After a probe without a response, the run also sends requests to find out whether the server is up.
    return (await sendProbes(probes, attempt)).findLast(({ probe }) => probe.id === probes.at(-1)?.id)
  }
  const judge = (check: Check): CheckResult => judgeCheck(check, checks, gatherFacts())
  const findCauseOf = ({ violations, passing }: CheckResult): Cause => {
    const violating = [...new Set(violations.map(({ exchange }) => exchange))]
    return findCause({ violating, passing }, createPartList(exchanges()))
  }
  /** Composes the probes for a request with some of the target's conditions, and with the strings that the target sent for them. */
  const compose = (target: Exchange, conditions: readonly Condition[], id = PREFIX): readonly Probe[] => {
    const { turns } = target.probe
    const trial = Object.fromEntries(conditions)
    const probes = suite.compose?.(contract, gatherPlanFacts(), trial, { id, turns }) ?? []
    return probes.map((probe) => ({ ...probe, trial, ...(turns && { turns }) }))
  }
  /** Finds the exchanges so far that have these conditions. Returns undefined if no request can have these conditions. */
  const findKnown = (target: Exchange, conditions: readonly Condition[]): readonly Exchange[] | undefined => {
    const last = compose(target, conditions).at(-1)
    return last && exchanges().filter((exchange) => isLike(exchange, last))
  }
  /** Sends a request with these conditions. Resolves to undefined if no more requests can be sent. */
  const ask = async (target: Exchange, conditions: readonly Condition[]): Promise<Exchange | undefined> => {
    asked += 1
    return await send(compose(target, conditions, `${PREFIX}${asked}`), 1)
  }
  /** Whether a request with these conditions violates the check. Resolves to undefined if no more requests can be sent. */
  const fails = async (check: Check, target: Exchange, conditions: readonly Condition[]) => {
    const known = findKnown(target, conditions)
    if (known === undefined) return false
    if (known.length > 0) return known.some((exchange) => isViolated(check, exchange, gatherFacts()))
    const received = await ask(target, conditions)
    return received && isViolated(check, received, gatherFacts())
  }
  /** Chooses the simplest of the violating exchanges to repeat. Excludes requests that stopped the server or would take long. */
  const chooseTarget = ({ violations }: CheckResult): Exchange | undefined => {
    const { outages } = gatherFacts()
    const violating = violations.map(({ exchange }) => exchange)
    const isSlow = (violating.findLast(isSilent)?.durationMs ?? 0) > MAX_SILENCE
    const measured = violating
      .filter((exchange) => !(isSlow && isSilent(exchange)) && !isDeadly(exchange, outages))
      .map((exchange) => {
        const conditions = listConditions(exchange)
        // A request without planned conditions has no conditions that can be removed.
        const isPlanned = exchange.probe.conditions !== undefined
        const cost = isPlanned ? conditions.length + compose(exchange, conditions).length : Infinity
        return { exchange, cost }
      })
    return measured.sort((one, other) => one.cost - other.cost)[0]?.exchange
  }
  /** Whether the target's conditions alone violate the check, without the requests that came before the target. */
  const isReproducible = async ({ check, passing }: CheckResult, target: Exchange): Promise<boolean> => {
    const conditions = listConditions(target)
    const known = findKnown(target, conditions) ?? []
    if (conditions.length === 0 || !known.includes(target)) return false
    if (known.some((exchange) => passing.includes(exchange))) return false
    const received = known.find(({ probe }) => probe.id.startsWith(PREFIX)) ?? (await ask(target, conditions))
    return received !== undefined && isViolated(check, received, gatherFacts())
  }
  /** Finds a minimal set of the target's conditions that violates the check, and then sends requests without this set. */
  const isolateConditions = async (result: CheckResult, target: Exchange, { data, traits }: Cause) => {
    const { violations, passing } = result
    const judged = [...violations.map(({ exchange }) => exchange), ...passing].map(listConditions)
    const inAll = (isAlike: (condition: Condition) => boolean) => judged.every((all) => all.some(isAlike))
    // If all judged requests have an unusual value of a dimension, assume that the check can only judge such requests.
    const isNeeded = ([dimension]: Condition): boolean => inAll(([other]) => other === dimension)
    const needed = listConditions(target).filter(isNeeded)
    const varied = listConditions(target).filter((condition) => !isNeeded(condition))
    const test = (some: readonly Condition[]): Promise<boolean | undefined> =>
      fails(result.check, target, [...needed, ...some])
    const isAlways = data.kind === 'always'
    // All judged requests have these conditions, but perhaps only by chance.
    const fixed = needed.filter((condition) => inAll((other) => String(other) === String(condition)))
    if (isAlways && fixed.length > 0 && (await fails(result.check, target, fixed))) return
    if (varied.length === 0 || (isAlways && (await test([])))) return
    const candidates = varied.filter(([dimension]) => traits.some(({ part }) => part === dimension))
    const isGuess = candidates.length > 0 && candidates.length < varied.length
    const found = await minimise(isGuess && (await test(candidates)) ? candidates : varied, test)
    if (isAlways) return
    await test(varied.filter((condition) => !found.includes(condition)))
    if (found.length > 0) await test([])
  }
  /** Sends the target with and without the requests around it. If the outcomes do not differ as expected, repeats the target alone. */
  const isolateMoment = async ({ check, violations }: CheckResult, target: Exchange, { traits }: Cause) => {
    asked += 1
    const name = `isolate ${asked}`
    const moment = traits.find(({ part }) => isMoment(part)) ?? guessMoment(violations)
    const replays = moment && planReplays(moment, target, exchanges(), name)
    const attempts = exchanges().filter(({ probe }) => probe.id === target.probe.id)
    const attempt = Math.max(...attempts.map((exchange) => exchange.attempt)) + 1
    const isBroken = async (probes: readonly Probe[], times: number): Promise<boolean> => {
      const last = await send(probes, attempt + times)
      return last !== undefined && isViolated(check, last, gatherFacts())
    }
    if (replays && left >= replays.broken.length + replays.sound.length) {
      const fails = replays.broken.length === 0 || (await isBroken(replays.broken, 0))
      const passes = !(await isBroken(replays.sound, 1))
      if (fails && passes) return
    }
    const alone = { ...separate(target.probe), connection: name }
    for (let times = 0; times < IN_A_ROW; times++) await send([alone], attempt + 2 + times)
  }
  /** Isolates the cause of a check's violations, using the simplest request that shows a violation. */
  const isolateCheck = async (check: Check): Promise<void> => {
    const result = judge(check)
    const cause = findCauseOf(result)
    const target = chooseTarget(result)
    if (!target) return
    done.add(check)
    const isConditional = cause.data.kind === 'always' || (await isReproducible(result, target))
    const isolate = isConditional ? isolateConditions : isolateMoment
    await isolate(result, target, findCauseOf(judge(check)))
  }

  const seen = new Set<Check>()
  const isNew = ({ check, violations }: CheckResult): boolean =>
    check.level !== 'INFO' && check.special !== 'compares' && violations.length > 0 && !done.has(check)

  return async (violated) => {
    const latest = exchanges().findLast(isAuthorised)
    const fresh = [...violated].filter((check) => !seen.has(check))
    if (!latest || isLockedOut(latest, exchanges()) || fresh.length === 0) return
    for (const check of fresh) seen.add(check)
    const results = judgeChecks(checks, exchanges(), gatherFacts()).filter(isNew)
    for (const level of ['MUST', 'SHOULD'])
      for (const { check } of results) if (check.level === level) await isolateCheck(check)
  }
}

const listConditions = ({ probe }: Exchange): Condition[] => Object.entries(probe.conditions ?? {})

/** Whether an exchange has the same request as a composed probe. */
function isLike(exchange: Exchange, probe: Probe): boolean {
  const list = ({ query, conditions, fields, credential }: Probe) => [
    query,
    conditions,
    fields,
    credential.label,
  ]
  return isAuthorised(exchange) && isDeepStrictEqual(list(exchange.probe), list(probe))
}

/**
 * Finds a minimal part of a list that passes the test, if the whole list passes. Halves the list as long as one half passes, and then
 * removes single items.
 */
async function minimise<Item>(
  items: readonly Item[],
  test: (items: readonly Item[]) => Promise<boolean | undefined>,
): Promise<readonly Item[]> {
  let kept = items
  const keepIfPassing = async (smaller: readonly Item[]): Promise<boolean> => {
    const passes = smaller.length > 0 && (await test(smaller)) === true
    if (passes) kept = smaller
    return passes
  }
  for (let isHalved = true; isHalved && kept.length > 1; ) {
    const middle = Math.ceil(kept.length / 2)
    isHalved = (await keepIfPassing(kept.slice(0, middle))) || (await keepIfPassing(kept.slice(middle)))
  }
  for (const item of kept) await keepIfPassing(kept.filter((other) => other !== item))
  return kept
}

type Moment = Pick<Trait, 'part' | 'values'>

/** Guesses whether concurrency or a reused connection causes violations that nothing in the requests themselves explains. */
function guessMoment(violations: CheckResult['violations']): Moment | undefined {
  if (violations.every(({ exchange }) => exchange.probe.parallel !== undefined))
    return { part: 'parallel', values: [] }
  return violations.every(({ exchange }) => exchange.connection.earlier > 0)
    ? { part: 'position', values: ['used'] }
    : undefined
}

/** Plans two lists of probes that end with the target: one with the requests that may cause the violation, and one without them. */
function planReplays({ part, values }: Moment, target: Exchange, all: readonly Exchange[], name: string) {
  const [plain] = all
  if (!plain || part.startsWith('same')) return undefined
  const on = (connection: string, ...probes: readonly Probe[]): Probe[] =>
    probes.map((probe) => ({ ...separate(probe), connection: `${name} ${connection}` }))
  const { probe } = target
  if (part === 'parallel') return { broken: [], sound: on('alone', probe) }
  if (part === 'before') {
    const previous = all[all.indexOf(target) - 1]
    return previous && { broken: on('with', previous.probe, probe), sound: on('without', plain.probe, probe) }
  }
  const position = values.includes('used') ? 2 : Number(values[0])
  const earlier = Array.from({ length: position - 1 }, () => plain.probe)
  return {
    broken: on('with', ...earlier, probe),
    sound: position === 1 ? on('without', plain.probe, probe) : on('without', probe),
  }
}

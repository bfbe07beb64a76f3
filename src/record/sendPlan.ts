import { messageOf } from '../contract/words.ts'
import type { Check, CheckResult } from '../judge/check.ts'
import { type Exchange, isAnswered, isPlantsAnswer, isUserRequest, type Probe } from '../judge/exchange.ts'
import { judgeChecks } from '../judge/judgeChecks.ts'
import type { Stage } from '../judge/suite.ts'
import { createIsolation } from './isolate.ts'
import { findObstacle } from './obstacle.ts'
import { isSilent, waitForStart } from './recovery.ts'
import type { Run } from './run.ts'
import { createSender } from './sender.ts'

/** The number of times that a probe is repeated to confirm a violation. */
const REPETITIONS = 2
/** If this many different probes violate a check, no probe needs to be repeated for this check. */
const EVIDENT = 5
/** For each level, the number of probes to repeat for a check, and the maximum number of repetitions in total. MUST comes first. */
const BUDGETS = [
  { level: 'MUST', probes: 3, requests: 60 },
  { level: 'SHOULD', probes: 1, requests: 20 },
] as const

/** Sends the plan stage by stage, and repeats the requests that showed violations. */
export async function sendPlan(run: Run): Promise<void> {
  const { client, context, exchanges, operation, options, signal } = run
  const { contract, suite } = context
  const plan = suite.plan(contract, options.plan)
  const isMonitor = options.plan === 'monitor'
  /** The checks for which the run repeats requests and isolates causes. */
  const serious = suite.checks(contract).filter(({ level }) => level !== 'INFO')
  const chooseRepetitions = createRepetition(run)
  /** The checks that have found a violation, so that there is a cause to isolate. */
  const violated = new Set<Check>()
  let usualMs = 0
  const send = createSender(run)
  const isolate = createIsolation(run, send)

  const isSent = (stage: Stage): boolean => stage.always === true || exchanges().some(isPlantsAnswer)
  /** Finds out whether something prevented the first request from reaching the operation. */
  const isObstructed = async (): Promise<boolean> => {
    const [first] = exchanges()
    const text = first && (await findObstacle(first, contract.operation.path, run.socket))
    if (text !== undefined) run.addFact({ kind: 'obstacle', text })
    return text !== undefined
  }
  const repeat = async (probes: readonly Probe[], received: readonly Exchange[]): Promise<void> => {
    const results = judgeChecks(serious, received, run.gatherFacts())
    for (const { check, violations } of results) if (violations.length > 0) violated.add(check)
    const again = chooseRepetitions(probes, results)
    const attempts = Math.max(...received.map(({ attempt }) => attempt))
    for (let times = 1; times <= REPETITIONS && again.length > 0; times++)
      await send(again, attempts + times, usualMs)
  }
  /** Reports how long the remaining probes may take, from the usual duration of a request and the user's rate. */
  const announceDuration = (stages: readonly Stage[]): void => {
    const durations = exchanges().map(({ durationMs }) => durationMs)
    // Use the median, not the mean, because the very first response is often slower than later responses.
    usualMs = durations.sort((one, other) => one - other)[Math.floor(durations.length / 2)] ?? 0
    const pace = Math.max(usualMs, 1000 / (options.rate ?? Infinity))
    // A run at a quick pace ends soon, and creating its probes takes CPU time.
    if (pace < 10) return
    run.report({ expectedMs: stages.flatMap((stage) => stage.probes(run.gatherPlanFacts())).length * pace })
  }
  const sendStages = async (): Promise<void> => {
    const [plain] = plan[0]?.probes(run.gatherPlanFacts()) ?? []
    if (plain && options.waitTimeout) {
      const ask = async () => (await client.forward(plain, operation)).exchange
      await waitForStart(ask, options.waitTimeout * 1000, run)
    }
    for (const [index, stage] of plan.entries()) {
      if (run.stopped() !== undefined || !isSent(stage)) break
      const probes = stage.probes(run.gatherPlanFacts())
      // Isolate causes before the plan sends requests without a valid token, because a server may then lock the client out.
      if (!probes.every(isUserRequest)) await isolate(violated)
      const received = await send(probes, 1, context.once ? 0 : usualMs)
      if (index === 0 && (await isObstructed())) break
      // The `monitor` plan must send few requests, so it repeats no request to confirm a violation, and follows a redirect only once.
      if (!isMonitor && !context.once && received.length > 0) await repeat(probes, received)
      const answered = exchanges().findLast(isAnswered)
      if (!answered) break
      if (isMonitor && index === 0) run.moveTo(answered.url)
      if (index === 1) announceDuration(plan.slice(2).filter(isSent))
    }
  }

  try {
    await sendStages()
    // The requests that repeat others, and those that isolate causes, may have shown violations of other checks.
    if (violated.size > 0) await isolate(serious)
  } catch (error) {
    if (signal.aborted) run.stop(String(signal.reason))
    else if (context.onError) {
      context.onError(error)
      run.stop(`the kit itself failed: ${messageOf(error)}`)
    } else throw error
  }
}

/** Creates the function that chooses the probes to repeat after each stage of a run, with a limited number for each check and in total. */
function createRepetition(run: Run) {
  const failures = new Map<Check['id'], ReadonlySet<Probe['id']>>()
  const repeatedFor = new Map<Check['id'], number>()
  let spent = 0

  return (probes: readonly Probe[], results: readonly CheckResult[]): Probe[] => {
    const { outages } = run.gatherFacts()
    // Repeating a probe that caused an outage would only stop the server again.
    const harmless = probes.filter(({ id }) => !outages.some((one) => one.confirmed && one.afterProbe === id))
    const chosen = new Set<Probe>()
    for (const budget of BUDGETS)
      for (const { check, violations } of results.filter((result) => result.check.level === budget.level)) {
        // A probe that timed out was already sent twice, and each repetition takes a whole timeout.
        const failed = violations.flatMap(({ exchange }) => (isSilent(exchange) ? [] : exchange.probe.id))
        const known = new Set([...(failures.get(check.id) ?? []), ...failed])
        failures.set(check.id, known)
        const groups = harmless
          .filter(({ id }) => known.size < EVIDENT && failed.includes(id))
          .map((probe) => listCompanions(harmless, probe))
        for (const group of groups.toSorted((one, other) => one.length - other.length)) {
          const done = repeatedFor.get(check.id) ?? 0
          const added = group.filter((each) => !chosen.has(each))
          const cost = added.length * REPETITIONS
          // For each MUST check, one group may exceed the budget, because some faults show only among requests that are sent together.
          const mayExceed = budget.level === 'MUST' && done === 0
          if (done >= budget.probes || (spent + cost > budget.requests && !mayExceed)) break
          spent += cost
          repeatedFor.set(check.id, done + 1)
          for (const each of added) chosen.add(each)
        }
      }
    return probes.filter((probe) => chosen.has(probe))
  }
}

/** Lists the probe and all probes on the same connection or in the same group, because the probe alone might not fail again. */
function listCompanions(probes: readonly Probe[], probe: Probe): Probe[] {
  const { connection, parallel } = probe
  return probes.filter(
    (each) =>
      each === probe ||
      (connection !== undefined && connection === each.connection) ||
      (parallel !== undefined && parallel === each.parallel),
  )
}

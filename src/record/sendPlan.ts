import { messageOf } from '../contract/words.ts'
import { type Exchange, isAnswered, isPlantsAnswer, isUserRequest, type Probe } from '../judge/exchange.ts'
import { judgeChecks } from '../judge/judgeChecks.ts'
import type { Stage } from '../judge/suite.ts'
import { createIsolation } from './isolate.ts'
import { findObstacle } from './obstacle.ts'
import { waitForStart } from './recovery.ts'
import { createRepetition, REPETITIONS } from './repetition.ts'
import type { Run } from './run.ts'
import { createSender, groupParallel } from './sender.ts'

/** Milliseconds per request up to which the whole plan takes only a few seconds. */
const QUICK = 20
/** How many times as long a run takes if other engines repeat the documented requests. */
const WITH_ENGINES = 4 / 3

/** Sends the plan stage by stage, and repeats the requests that showed violations. */
export async function sendPlan(run: Run): Promise<void> {
  const { client, context, exchanges, operation, options, signal } = run
  const { contract, suite } = context
  const plan = suite.plan(contract, options.plan)
  const isMonitor = options.plan === 'monitor'
  /** The checks whose violations are repeated and have their causes isolated. */
  const serious = suite.checks(contract).filter(({ level }) => level !== 'INFO')
  const chooseRepetitions = createRepetition()
  /** Whether a check found something to isolate. */
  let isViolated = false
  let examined: Exchange | undefined
  let obstacle: string | undefined
  /** Resolves to what keeps the first request from reaching the operation, if that request does not get a list. */
  const checkAddress = async (): Promise<string | undefined> => {
    const [first] = exchanges()
    if (!first || first === examined || isPlantsAnswer(first)) return obstacle
    examined = first
    obstacle = await findObstacle(first, run)
    if (obstacle !== undefined) run.addFact({ kind: 'obstacle', text: obstacle })
    return obstacle
  }
  const send = createSender(run, checkAddress)
  const isolate = createIsolation(run, send)

  const isSent = (stage: Stage): boolean => stage.always === true || exchanges().some(isPlantsAnswer)
  const listRemaining = (after: Stage): Probe[] => {
    const facts = run.gatherPlanFacts()
    const stages = plan.slice(plan.indexOf(after) + 1).filter(isSent)
    return stages.flatMap((stage) => stage.probes(facts))
  }
  const sendStage = async (stage: Stage): Promise<void> => {
    const probes = stage.probes(run.gatherPlanFacts())
    // Isolate causes before a server may lock the client out.
    if (isViolated && !probes.every(isUserRequest)) await isolate()
    const received = await send(probes, 1)
    if (stage === plan[0] && (await checkAddress()) !== undefined) return
    if (context.once || received.length === 0) return
    const results = judgeChecks(serious, received, run.gatherFacts())
    isViolated ||= results.some(({ violations }) => violations.length > 0)
    const again = chooseRepetitions({ probes, results, outages: run.gatherFacts().outages })
    const attempts = Math.max(...received.map(({ attempt }) => attempt))
    for (let times = 1; times <= REPETITIONS && again.length > 0; times++) {
      // The `monitor` plan allows few requests: only those that the rest of the plan does not need are left.
      const spare = options.maxRequests - client.sent() - (isMonitor ? listRemaining(stage).length : 0)
      await send(isMonitor ? again.slice(0, Math.max(0, spare)) : again, attempts + times)
    }
  }
  /** Says how long the remaining probes will take at the pace of the exchanges so far, if that is worth a message. */
  const announceDuration = (stage: Stage): void => {
    const durations = exchanges().map(({ durationMs }) => durationMs)
    // Not the mean: the very first response is often slower than the others.
    const median = durations.sort((one, other) => one - other)[Math.floor(durations.length / 2)] ?? 0
    const { rate } = options
    if (median < QUICK && rate === undefined) return
    const probes = listRemaining(stage)
    const paced = rate === undefined ? 0 : (probes.length * 1000) / rate
    const slowdown = Object.values(context.engines).some((each) => typeof each === 'function')
      ? WITH_ENGINES
      : 1
    run.report({ expectedMs: Math.max(groupParallel(probes).length * median, paced) * slowdown })
  }
  const sendStages = async (): Promise<void> => {
    const [plain] = plan[0]?.probes(run.gatherPlanFacts()) ?? []
    if (plain && options.waitTimeout) {
      const ask = async () => (await client.forward(plain, operation)).exchange
      await waitForStart(ask, options.waitTimeout * 1000, run)
    }
    for (const stage of plan) {
      if (run.stopped() !== undefined || !isSent(stage)) break
      await sendStage(stage)
      if ((await checkAddress()) !== undefined) break
      if (stage === plan[1] && run.stopped() === undefined) announceDuration(stage)
      if (stage !== plan[0]) continue
      const answered = exchanges().findLast(isAnswered)
      if (!answered) break
      // Following the same redirect each time would use up half of the few requests.
      if (isMonitor) run.moveTo(answered.url)
    }
  }

  try {
    await sendStages()
    if (isViolated) await isolate()
  } catch (error) {
    if (signal.aborted) run.stop(String(signal.reason))
    else if (context.onError) {
      context.onError(error)
      run.stop(`the kit itself failed: ${messageOf(error)}`)
    } else throw error
  }
  await checkAddress()
}

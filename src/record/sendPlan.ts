import { messageOf } from '../contract/words.ts'
import { type Exchange, isAnswered, isPlantsAnswer, isUserRequest, type Probe } from '../judge/exchange.ts'
import { judgeChecks } from '../judge/judgeChecks.ts'
import type { Stage } from '../judge/suite.ts'
import { createIsolation } from './isolate.ts'
import { findObstacle } from './obstacle.ts'
import { waitForStart } from './recovery.ts'
import { createRepetition, REPETITIONS } from './repetition.ts'
import type { Run } from './run.ts'
import { createSender } from './sender.ts'

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
  const send = createSender(run)
  const isolate = createIsolation(run, send)

  const isSent = (stage: Stage): boolean => stage.always === true || exchanges().some(isPlantsAnswer)
  let examined: Exchange | undefined
  let obstacle: string | undefined
  /** Whether something keeps the first request from reaching the operation. */
  const isObstructed = async (): Promise<boolean> => {
    const [first] = exchanges()
    if (!first || first === examined) return obstacle !== undefined
    examined = first
    obstacle = await findObstacle(first, contract.operation.path, run.socket)
    if (obstacle !== undefined) run.addFact({ kind: 'obstacle', text: obstacle })
    return obstacle !== undefined
  }
  const repeat = async (probes: readonly Probe[], received: readonly Exchange[]): Promise<void> => {
    const results = judgeChecks(serious, received, run.gatherFacts())
    isViolated ||= results.some(({ violations }) => violations.length > 0)
    const again = chooseRepetitions({ probes, results, outages: run.gatherFacts().outages })
    const attempts = Math.max(...received.map(({ attempt }) => attempt))
    for (let times = 1; times <= REPETITIONS && again.length > 0; times++) await send(again, attempts + times)
  }
  /** Says how long the remaining probes will take at the pace of the exchanges so far. */
  const announceDuration = (stages: readonly Stage[]): void => {
    const durations = exchanges().map(({ durationMs }) => durationMs)
    // The median, not the mean, because the very first response is often slower than the others.
    const median = durations.sort((one, other) => one - other)[Math.floor(durations.length / 2)] ?? 0
    const facts = run.gatherPlanFacts()
    run.report({ expectedMs: stages.flatMap((stage) => stage.probes(facts)).length * median })
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
      // Isolate causes before a server may lock the client out.
      if (isViolated && !probes.every(isUserRequest)) await isolate()
      const received = await send(probes, 1)
      if (await isObstructed()) break
      // The few requests of the `monitor` plan are repeated neither for a violation nor for a redirect.
      if (!isMonitor && !context.once && received.length > 0) await repeat(probes, received)
      const answered = exchanges().findLast(isAnswered)
      if (!answered) break
      if (isMonitor && index === 0) run.moveTo(answered.url)
      if (index === 1) announceDuration(plan.slice(2).filter(isSent))
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
}

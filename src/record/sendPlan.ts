import type { Contract } from '../contract/contract.ts'
import { messageOf } from '../contract/words.ts'
import type { Analyse } from '../judge/body/analyseResponse.ts'
import { isAnswered, isPlantsAnswer, type Probe } from '../judge/exchange.ts'
import { gatherFacts } from '../judge/gatherFacts.ts'
import { fieldValues } from '../judge/headerFields.ts'
import { judgeChecks } from '../judge/judgeChecks.ts'
import type { PlanFacts, Stage, Suite } from '../judge/suite.ts'
import { listFacts, type Transcript } from '../judge/transcript.ts'
import { createIsolation } from './isolate.ts'
import { waitForStart } from './recovery.ts'
import { createRepetition, REPETITIONS } from './repetition.ts'
import { createSender, groupParallel, type SenderOptions } from './sender.ts'
import type { VerifyOptions } from './verifyOptions.ts'

export type PlanContext = {
  contract: Contract
  suite: Suite
  analyse: Analyse
  /** Called with an error of the kit itself, which then ends the run early. Without it, such an error is thrown. */
  onError?: ((error: unknown) => void) | undefined
  /** Sends every request once: repeats no violation, and isolates no cause. */
  once?: boolean | undefined
}

type PlanOptions = VerifyOptions &
  SenderOptions & {
    seed: number
    /** How much longer the run takes because of other engines. */
    slowdown: number
    /** Called once the operation answered, with its final address after redirects. */
    onAddress: (url: string) => void
  }

/** Requests that are kept for the rest of the plan. */
const RESERVED = 80
/** Milliseconds for a request, with which the plan takes a few seconds. */
const QUICK = 20

/** Sends the plan to the operation's address stage by stage, and repeats what went wrong. */
export async function sendPlan(
  url: string,
  context: PlanContext,
  options: PlanOptions,
): Promise<Pick<Transcript, 'exchanges' | 'facts'>> {
  const { contract, suite, analyse } = context
  const { client, expectations, signal, report } = options
  const began = performance.now()
  const plan = suite.plan(contract, options.plan)
  const isMonitor = options.plan === 'monitor'
  const checks = suite.checks(contract)
  /** Only their violations are repeated, and have their causes isolated. */
  const serious = checks.filter(({ level }) => level !== 'INFO')
  const sender = createSender(url, options)
  let { token } = options
  let credentials = suite.credentials(options)
  const chooseRepetitions = createRepetition()
  /** Whether a check found something to isolate. */
  let isViolated = false

  const gatherPlanFacts = (): PlanFacts => {
    const exchanges = sender.exchanges()
    const first = exchanges.find(isPlantsAnswer)
    const etag = first && fieldValues(first.response.fields, 'etag')[0]
    const cookie = first && fieldValues(first.response.fields, 'set-cookie')[0]?.split(';')[0]
    const { plants } = gatherFacts(exchanges, analyse)
    if (token !== sender.token()) {
      token = sender.token()
      credentials = suite.credentials({ ...options, token })
    }
    return { credentials, plants, etag, cookie }
  }
  const listOutages = () => listFacts(sender.recorded().facts, 'outage')
  const gatherAll = () => gatherFacts(sender.exchanges(), analyse, expectations, listOutages())
  const isolate = createIsolation({
    contract,
    checks,
    design: suite.design,
    exchanges: sender.exchanges,
    gatherFacts: gatherAll,
    gatherPlanFacts,
    send: sender.send,
    // Causes are isolated only in the first half of the time.
    mayAsk: () =>
      sender.stopped() === undefined &&
      client.sent() + RESERVED < options.maxRequests &&
      performance.now() - began < (options.maxTime ?? Number.POSITIVE_INFINITY) * 500,
  })
  const isSent = (stage: Stage): boolean => stage.always === true || sender.exchanges().some(isPlantsAnswer)
  const listRemaining = (after: Stage): Probe[] => {
    const facts = gatherPlanFacts()
    const stages = plan.slice(plan.indexOf(after) + 1).filter(isSent)
    return stages.flatMap((stage) => stage.probes(facts))
  }
  const sendStage = async (stage: Stage): Promise<void> => {
    const probes = stage.probes(gatherPlanFacts())
    // Before a server may lock the client out.
    if (isViolated && probes.some(isUnauthenticated)) await isolate()
    const received = await sender.send(probes, 1)
    if (stage === plan[0] && (await sender.obstacle()) !== undefined) return
    if (context.once || received.length === 0) return
    const results = judgeChecks(serious, received, gatherAll())
    isViolated ||= results.some(({ violations }) => violations.length > 0)
    const again = chooseRepetitions({ probes, results, outages: listOutages() })
    const attempts = Math.max(...received.map(({ attempt }) => attempt))
    for (let times = 1; times <= REPETITIONS && again.length > 0; times++) {
      // A monitor sends few requests: what is left beside the rest of the plan.
      const spare = options.maxRequests - client.sent() - (isMonitor ? listRemaining(stage).length : 0)
      await sender.send(isMonitor ? again.slice(0, Math.max(0, spare)) : again, attempts + times)
    }
  }
  /** Says how long the remaining probes will take at the pace of the exchanges so far, if that is worth a message. */
  const announceDuration = (stage: Stage): void => {
    const durations = sender.exchanges().map(({ durationMs }) => durationMs)
    // Not the mean: the very first response is often slower than the others.
    const median = durations.sort((one, other) => one - other)[Math.floor(durations.length / 2)] ?? 0
    const { rate } = options
    if (median < QUICK && rate === undefined) return
    const probes = listRemaining(stage)
    const paced = rate !== undefined ? (probes.length * 1000) / rate : 0
    report({ expectedMs: Math.max(groupParallel(probes).length * median, paced) * options.slowdown })
  }
  const sendStages = async (): Promise<void> => {
    const [plain] = plan[0]?.probes(gatherPlanFacts()) ?? []
    const ask = async (probe: Probe) => (await client.forward(probe, url)).exchange
    if (plain && options.waitTimeout)
      await waitForStart(() => ask(plain), options.waitTimeout * 1000, options)
    for (const stage of plan) {
      if (sender.stopped() !== undefined || !isSent(stage)) break
      await sendStage(stage)
      if ((await sender.obstacle()) !== undefined) break
      if (stage === plan[1] && sender.stopped() === undefined) announceDuration(stage)
      if (stage !== plan[0]) continue
      const answered = sender.exchanges().findLast(isAnswered)
      if (!answered) break
      // The other engines follow no redirects. The plan goes on at the documented address, because that is what users call.
      if (sender.stopped() === undefined) options.onAddress(answered.hops.length > 0 ? answered.url : url)
      // To follow the same redirect each time would take half of the few requests.
      if (isMonitor) sender.moveTo(answered.url)
    }
  }

  try {
    await sendStages()
    if (isViolated) await isolate()
  } catch (error) {
    if (signal.aborted) sender.stop(String(signal.reason))
    else if (context.onError) {
      context.onError(error)
      sender.stop(`the kit itself failed: ${messageOf(error)}`)
    } else throw error
  }
  await sender.obstacle()
  return sender.recorded()
}

function isUnauthenticated({ credential }: Probe): boolean {
  return credential.kind !== 'valid' && credential.kind !== 'other'
}

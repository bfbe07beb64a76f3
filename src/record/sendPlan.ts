import type { Contract } from '../contract/contract.ts'
import { messageOf } from '../contract/words.ts'
import type { Analyse } from '../judge/body/analyseResponse.ts'
import { createCredentials } from '../judge/credentials.ts'
import { type Exchange, isAnswered, isPlantsAnswer, type Probe } from '../judge/exchange.ts'
import type { Expectations } from '../judge/expectations.ts'
import { gatherFacts } from '../judge/gatherFacts.ts'
import { fieldValues } from '../judge/headerFields.ts'
import { judgeChecks } from '../judge/judgeChecks.ts'
import { createRandom } from '../judge/random.ts'
import type { PlanFacts, Stage } from '../judge/stage.ts'
import type { Suite } from '../judge/suite.ts'
import { listFacts, type Transcript } from '../judge/transcript.ts'
import type { PlanName } from '../judge/verifyOptions.ts'
import { expectDuration } from './duration.ts'
import type { Client } from './http/client.ts'
import type { RequestRate } from './http/pacer.ts'
import { createIsolation } from './isolate/isolate.ts'
import { createRepetition, REPETITIONS } from './repetition.ts'
import { createSender } from './sender.ts'
import { waitForServer } from './waitForServer.ts'

export type PlanOptions = {
  contract: Contract
  suite: Suite
  client: Client
  /** The operation's address. */
  url: string
  token?: string | undefined
  otherToken?: string | readonly string[] | undefined
  expectations?: Expectations | undefined
  seed: number
  plan?: PlanName | undefined
  maxRequests: number
  /** Seconds. Causes are isolated only in the first half. */
  maxTime?: number | undefined
  /** Seconds to wait for a server that is starting. */
  waitTimeout?: number | undefined
  /** Milliseconds to wait for a server that stops answering. */
  outagePatience: number
  analyse: Analyse
  onProgress: (done: number) => void
  /** Called once the operation answered, with its final address after redirects. */
  onAddress: (url: string) => void
  /** Called once the first responses show how slow the server is, with the milliseconds that the plan will take, if it takes long. */
  onExpected?: ((ms: number) => void) | undefined
  /** Called when the server stops answering and the run waits for it. */
  onOutage: () => void
  /** Called when the server is not there yet, with the milliseconds to wait for it. */
  onWait: (ms: number) => void
  /** Finds what keeps the first request from reaching the operation, and what to do about it. */
  findObstacle: (first: Exchange) => Promise<string | undefined>
  rate?: RequestRate | undefined
  /** Ends the plan early when it aborts, with a text that says why. */
  signal: AbortSignal
  /** Called with an error of the kit itself, which then ends the plan early. Without it, such an error is thrown. */
  onError?: ((error: unknown) => void) | undefined
  /** Sends every request once: repeats no violation, and isolates no cause. */
  once?: boolean | undefined
}

/** Requests that are kept for the rest of the plan. */
const RESERVED = 80

/** Sends the plan stage by stage, and repeats what went wrong. */
export async function sendPlan(options: PlanOptions): Promise<Pick<Transcript, 'exchanges' | 'facts'>> {
  const { contract, suite, analyse, expectations, url, signal } = options
  const began = performance.now()
  const plan = suite.plan(contract, options.plan)
  const isMonitor = options.plan === 'monitor'
  const checks = suite.checks(contract)
  /** Only their violations are repeated, and have their causes isolated. */
  const serious = checks.filter(({ level }) => level !== 'INFO')
  const random = createRandom(options.seed)
  const credentials = createCredentials(options.token, options.otherToken, random)
  const sender = createSender(options)
  const chooseRepetitions = createRepetition()

  const gatherPlanFacts = (): PlanFacts => {
    const exchanges = sender.exchanges()
    const first = exchanges.find(isPlantsAnswer)
    const etag = first && fieldValues(first.response.fields, 'etag')[0]
    const cookie = first && fieldValues(first.response.fields, 'set-cookie')[0]?.split(';')[0]
    const { plants } = gatherFacts(exchanges, analyse)
    return { credentials, random, plants, etag, cookie }
  }
  const listOutages = () => listFacts(sender.recorded().facts, 'outage')
  const gatherAll = () => gatherFacts(sender.exchanges(), analyse, expectations, listOutages())
  const isolation = createIsolation({
    contract,
    checks,
    design: suite.design,
    exchanges: sender.exchanges,
    gatherFacts: gatherAll,
    gatherPlanFacts: () => ({ ...gatherPlanFacts(), random: createRandom(options.seed) }),
    send: sender.send,
    mayAsk: () =>
      sender.stopped() === undefined &&
      options.client.sent() + RESERVED < options.maxRequests &&
      performance.now() - began < (options.maxTime ?? Number.POSITIVE_INFINITY) * 500,
  })
  const sendStage = async (stage: Stage): Promise<void> => {
    const probes = stage.probes(gatherPlanFacts())
    // Before a server may lock the client out.
    if (probes.some(isUnauthenticated)) await isolation.run()
    const received = await sender.send(probes, 1)
    if (stage === plan[0] && (await sender.obstacle()) !== undefined) return
    if (options.once || received.length === 0) return
    const facts = gatherAll()
    const results = judgeChecks(serious, received, facts)
    const again = chooseRepetitions({ probes, received, results, outages: listOutages() })
    isolation.learn(results)
    for (let attempt = 2; attempt <= 1 + REPETITIONS && again.length > 0; attempt++)
      await sender.send(isMonitor ? again.slice(0, countSpare(stage)) : again, attempt)
  }
  /** How many requests are left beside the rest of the plan. */
  const countSpare = (stage: Stage): number =>
    Math.max(0, options.maxRequests - options.client.sent() - listRemaining(stage).length)
  const isNeeded = (stage: Stage): boolean => stage.always === true || sender.exchanges().some(isPlantsAnswer)
  const listRemaining = (after: Stage) => {
    const facts = { ...gatherPlanFacts(), random: createRandom(options.seed) }
    const stages = plan.slice(plan.indexOf(after) + 1).filter(isNeeded)
    return stages.flatMap((stage) => stage.probes(facts))
  }
  const waitForStart = async (): Promise<void> => {
    const [plain] = plan[0]?.probes(gatherPlanFacts()) ?? []
    if (!plain || !options.waitTimeout) return
    const patience = options.waitTimeout * 1000
    const ask = () => options.client.ask(plain, url)
    await waitForServer({ ask, patience, onWait: () => options.onWait(patience), signal })
  }
  const sendStages = async (): Promise<void> => {
    await waitForStart()
    for (const stage of plan) {
      if (sender.stopped() !== undefined || !isNeeded(stage)) break
      await sendStage(stage)
      if ((await sender.obstacle()) !== undefined) break
      // The very first response is often slower than the others.
      if (stage === plan[1] && sender.stopped() === undefined) {
        const expected = expectDuration(() => listRemaining(stage), sender.exchanges(), options.rate)
        if (expected !== undefined) options.onExpected?.(expected)
      }
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
    await isolation.run()
  } catch (error) {
    if (signal.aborted) sender.stop(String(signal.reason))
    else if (options.onError) {
      options.onError(error)
      sender.stop(`the kit itself failed: ${messageOf(error)}`)
    } else throw error
  }
  await sender.obstacle()
  return sender.recorded()
}

function isUnauthenticated({ credential }: Probe): boolean {
  return credential.kind !== 'valid' && credential.kind !== 'other'
}

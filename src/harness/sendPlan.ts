import { setTimeout as pause } from 'node:timers/promises'
import type { Contract } from '../contract/contract.ts'
import { messageOf } from '../contract/errors.ts'
import type { Analyse } from './body/analyseResponse.ts'
import { createCredentials } from './credentials.ts'
import { type Exchange, isAnswered, isPlantsAnswer, type Probe } from './exchange.ts'
import type { Expectations } from './expectations.ts'
import type { Client } from './http/client.ts'
import { addLateBytes } from './http/lateBytes.ts'
import type { RequestRate } from './http/pacer.ts'
import { fieldValues } from './http/responseHead.ts'
import { gatherFacts } from './judge/gatherFacts.ts'
import { type CheckResult, judgeChecks } from './judge/judgeChecks.ts'
import { createRandom } from './random.ts'
import type { PlanFacts, Stage } from './stage.ts'
import type { Suite } from './suite.ts'
import type { Transcript } from './transcript.ts'

export type PlanOptions = {
  contract: Contract
  suite: Suite
  client: Client
  /** The operation's address. */
  url: string
  token?: string | undefined
  otherToken?: string | undefined
  expectations?: Expectations | undefined
  seed: number
  maxRequests: number
  analyse: Analyse
  onProgress: (done: number) => void
  /** Called once the operation answered, with its final address after redirects. */
  onAddress: (url: string) => void
  /** Called once the first responses show how slow the server is, with the milliseconds that the plan will take. */
  onExpected?: ((ms: number) => void) | undefined
  rate?: RequestRate | undefined
  /** Ends the plan early when it aborts, with a text that says why. */
  signal: AbortSignal
  /** Called with an error of the kit itself, which then ends the plan early. Without it, such an error is thrown. */
  onError?: ((error: unknown) => void) | undefined
}

/** Repetitions of a probe before a violation is believed. */
const REPETITIONS = 2
/** At most this many different probes are repeated in a stage. */
const MOST_REPEATED = 12
/** Milliseconds for a server to accept the connections of requests that are sent at once. */
const ACCEPTING = 20
/** Give up after this many unanswered requests in a row. */
const GIVE_UP_AFTER = 3

/** Sends the plan stage by stage, and repeats what went wrong. */
export async function sendPlan(options: PlanOptions): Promise<Pick<Transcript, 'exchanges' | 'stopped'>> {
  const { contract, suite, client, analyse, expectations } = options
  const plan = suite.plan(contract)
  const checks = suite.checks(contract)
  const random = createRandom(options.seed)
  const credentials = createCredentials(options.token, options.otherToken, random)
  let exchanges: readonly Exchange[] = []
  let { url } = options
  let stopped: string | undefined
  const aborted = new Promise<void>((resolve) => {
    if (options.signal.aborted) resolve()
    options.signal.addEventListener('abort', () => resolve(), { once: true })
  })

  const gatherPlanFacts = (): PlanFacts => {
    const first = exchanges.find(isPlantsAnswer)
    const etag = first && fieldValues(first.response.fields, 'etag')[0]
    const cookie = first && fieldValues(first.response.fields, 'set-cookie')[0]?.split(';')[0]
    const { plants } = gatherFacts(exchanges, analyse)
    return { credentials, random, plants, etag, cookie }
  }
  /** Opens the connections of a group first: many servers accept them one at a time. */
  const connect = async (group: readonly Probe[]): Promise<void> => {
    await Promise.all(group.map((probe) => client.prepare(probe, url)))
    await pause(ACCEPTING)
  }
  /** Sends probes at once. When the run ends early, returns what was received until then. */
  const sendGroup = async (group: readonly Probe[], attempt: number): Promise<Exchange[]> => {
    const received: (Exchange | undefined)[] = group.map(() => undefined)
    const sending = group.map(async (probe, index) => {
      received[index] = await client.send(probe, url, attempt)
    })
    await Promise.race([Promise.all(sending), aborted])
    return received.filter((exchange) => exchange !== undefined)
  }
  const send = async (probes: readonly Probe[], attempt: number): Promise<void> => {
    for (const group of groupParallel(probes)) {
      if (client.sent() + group.length > options.maxRequests) {
        stopped = `the limit of ${options.maxRequests} requests was reached`
        return
      }
      if (group.length > 1) await Promise.race([connect(group), aborted])
      const received = await sendGroup(group, attempt)
      exchanges = addLateBytes([...exchanges, ...received], client.takeLateBytes())
      options.onProgress(exchanges.length)
      stopped = options.signal.aborted
        ? String(options.signal.reason)
        : findReasonToStop(exchanges.slice(-GIVE_UP_AFTER))
      if (stopped !== undefined) return
    }
  }
  const sendStage = async (stage: Stage): Promise<void> => {
    const probes = stage.probes(gatherPlanFacts())
    const before = exchanges.length
    await send(probes, 1)
    exchanges = addLateBytes(exchanges, client.takeLateBytes())
    const received = exchanges.slice(before)
    const facts = gatherFacts(exchanges, analyse, expectations)
    const failed = findFailedProbes(judgeChecks(checks, received, facts))
    for (const { probe, failure } of received) if (failure?.kind === 'timeout') failed.add(probe)
    const again = chooseProbesToRepeat(probes, failed)
    for (let attempt = 2; attempt <= 1 + REPETITIONS && stopped === undefined && again.length > 0; attempt++)
      await send(again, attempt)
  }

  const isNeeded = (stage: Stage): boolean => stage.always === true || exchanges.some(isPlantsAnswer)
  const expectDuration = (after: Stage): number => {
    const facts = { ...gatherPlanFacts(), random: createRandom(options.seed) }
    const stages = plan.slice(plan.indexOf(after) + 1).filter(isNeeded)
    const groups = stages.flatMap((stage) => groupParallel(stage.probes(facts)))
    const paced = typeof options.rate === 'number' ? (groups.flat().length * 1000) / options.rate : 0
    return Math.max(groups.length * computeMedianDuration(exchanges), paced)
  }
  const sendStages = async (): Promise<void> => {
    for (const stage of plan) {
      if (stopped !== undefined || !isNeeded(stage)) break
      await sendStage(stage)
      // The very first response is often slower than the others.
      if (stage === plan[1] && stopped === undefined) options.onExpected?.(expectDuration(stage))
      if (stage !== plan[0]) continue
      const answered = exchanges.findLast(isAnswered)
      if (!answered) break
      if (answered.hops.length > 0) url = answered.url
      if (stopped === undefined) options.onAddress(url)
    }
  }

  try {
    await sendStages()
  } catch (error) {
    if (options.signal.aborted) stopped = String(options.signal.reason)
    else if (options.onError) {
      options.onError(error)
      stopped = `the kit itself failed: ${messageOf(error)}`
    } else throw error
  }
  return { exchanges, ...(stopped !== undefined && { stopped }) }
}

function computeMedianDuration(exchanges: readonly Exchange[]): number {
  const durations = exchanges.map(({ durationMs }) => durationMs).sort((one, other) => one - other)
  return durations[Math.floor(durations.length / 2)] ?? 0
}

/** Groups neighbours that are sent at once. Every other probe is a group of its own. */
function groupParallel(probes: readonly Probe[]): Probe[][] {
  const groups: Probe[][] = []
  for (const probe of probes) {
    const last = groups.at(-1)
    if (probe.parallel !== undefined && last?.[0]?.parallel === probe.parallel) last.push(probe)
    else groups.push([probe])
  }
  return groups
}

/** Why it makes no sense to go on after these exchanges, the last ones. */
function findReasonToStop(latest: readonly Exchange[]): string | undefined {
  if (latest.length < GIVE_UP_AFTER) return undefined
  if (latest.every(isUnanswered))
    return `${GIVE_UP_AFTER} requests in a row were not answered: ${latest.at(-1)?.failure?.message}`
  if (latest.every(({ response }) => response?.cut === true))
    return `${GIVE_UP_AFTER} responses in a row were too long to read`
  return undefined
}

function isUnanswered({ failure }: Exchange): boolean {
  return failure !== undefined && failure.kind !== 'empty' && failure.kind !== 'unparsable'
}

function findFailedProbes(results: readonly CheckResult[]): Set<Probe> {
  const serious = results.filter(({ check }) => check.level !== 'INFO')
  return new Set(serious.flatMap(({ violations }) => violations.map(({ exchange }) => exchange.probe)))
}

/** The failed probes, and those sent on the same connection or at the same time: alone a probe might not fail again. */
function chooseProbesToRepeat(probes: readonly Probe[], failed: ReadonlySet<Probe>): Probe[] {
  const chosen = [...failed].slice(0, MOST_REPEATED)
  return probes.filter((probe) =>
    chosen.some(
      (each) =>
        each === probe ||
        (each.connection !== undefined && each.connection === probe.connection) ||
        (each.parallel !== undefined && each.parallel === probe.parallel),
    ),
  )
}

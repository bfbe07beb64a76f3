import { setTimeout as pause } from 'node:timers/promises'
import type { Contract } from '../contract/contract.ts'
import type { Analyse } from './body/analyseResponse.ts'
import { type Credentials, credentials } from './credentials.ts'
import type { Exchange, Probe } from './exchange.ts'
import type { Expectations } from './expectations.ts'
import type { Client } from './http/client.ts'
import { fieldValues } from './http/http1Head.ts'
import { gatherFacts } from './judge/facts.ts'
import { judgeChecks } from './judge/judgeChecks.ts'
import { isAnswered, isPlantsAnswer } from './predicates.ts'
import { createRandom } from './random.ts'
import type { PlanFacts, Stage } from './stage.ts'
import type { Suite } from './suite.ts'

export type RunOptions = {
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
  /** Called once the operation answered, with its final address, redirects followed. */
  onAddress: (url: string) => void
}

export type Run = {
  exchanges: readonly Exchange[]
  credentials: Credentials
  /** Why the plan was not sent to its end. */
  stopped?: string
}

/** Repetitions before a violation is believed. */
const REPETITIONS = 2
/** Different failures are repeated up to this number of times a stage: more say nothing new. */
const MOST_REPEATED = 12
/** Milliseconds for a server to accept the connections of requests that are sent at once. */
const ACCEPTING = 20
/** So many requests in a row without an answer, and nobody is there. */
const SILENT = 3

/** Sends the plan, stage by stage, and repeats what went wrong. The transcript is all it returns. */
export async function run(options: RunOptions): Promise<Run> {
  const { contract, suite, client, analyse, expectations } = options
  const random = createRandom(options.seed)
  const known = credentials(options.token, options.otherToken, random)
  const plan = suite.plan(contract)
  const checks = suite.checks(contract)
  const exchanges: Exchange[] = []
  let { url } = options
  let stopped: string | undefined

  const facts = (): PlanFacts => {
    const first = exchanges.find(isPlantsAnswer)
    const etag = first && fieldValues(first.response.fields, 'etag')[0]
    const cookie = first && fieldValues(first.response.fields, 'set-cookie')[0]?.split(';')[0]
    const { plants } = gatherFacts(contract, exchanges, analyse)
    return { credentials: known, random, plants, etag, cookie }
  }
  /** Opens the connections of a group, and gives the server time to take them in: many take one at a time. */
  const gather = async (group: readonly Probe[]): Promise<void> => {
    await Promise.all(group.map((probe) => client.prepare(probe, url)))
    await pause(ACCEPTING)
  }
  const send = async (probes: readonly Probe[], attempt: number): Promise<Exchange[]> => {
    const answers: Exchange[] = []
    for (const group of grouped(probes)) {
      if (client.sent() + group.length > options.maxRequests) {
        stopped = `the limit of ${options.maxRequests} requests is reached`
        break
      }
      if (group.length > 1) await gather(group)
      const got = await Promise.all(group.map((probe) => client.send(probe, url, attempt)))
      answers.push(...got)
      exchanges.push(...got)
      options.onProgress(exchanges.length)
      const tail = exchanges.slice(-SILENT)
      if (tail.length === SILENT && tail.every(isSilent)) {
        stopped = `${SILENT} requests in a row were not answered: ${tail.at(-1)?.failure?.message}`
        break
      }
      if (tail.length === SILENT && tail.every(({ response }) => response?.cut === true)) {
        stopped = `${SILENT} answers in a row were longer than the kit reads`
        break
      }
    }
    return answers
  }
  const sendStage = async (stage: Stage): Promise<void> => {
    const probes = stage.probes(facts())
    const answers = await send(probes, 1)
    const broken = brokenProbes(
      judgeChecks(checks, answers, gatherFacts(contract, exchanges, analyse, expectations)),
    )
    for (const { probe, failure } of answers) if (failure?.kind === 'timeout') broken.add(probe)
    const again = repetitions(probes, broken)
    for (let attempt = 2; attempt <= 1 + REPETITIONS && stopped === undefined && again.length > 0; attempt++)
      await send(again, attempt)
  }

  for (const stage of plan) {
    if (stopped !== undefined) break
    if (stage.always !== true && !exchanges.some(isPlantsAnswer)) break
    await sendStage(stage)
    if (stage !== plan[0]) continue
    const answer = exchanges.findLast(isAnswered)
    if (!answer) break
    if (answer.hops.length > 0) url = answer.url
    options.onAddress(url)
  }
  return { exchanges, credentials: known, ...(stopped !== undefined && { stopped }) }
}

/** Neighbours that go out at once, and everything else on its own. */
function grouped(probes: readonly Probe[]): Probe[][] {
  const groups: Probe[][] = []
  for (const probe of probes) {
    const last = groups.at(-1)
    if (probe.parallel !== undefined && last?.[0]?.parallel === probe.parallel) last.push(probe)
    else groups.push([probe])
  }
  return groups
}

function isSilent({ failure }: Exchange): boolean {
  return failure !== undefined && failure.kind !== 'empty' && failure.kind !== 'unparsable'
}

function brokenProbes(judged: ReturnType<typeof judgeChecks>): Set<Probe> {
  const serious = judged.filter(({ check }) => check.level !== 'INFO')
  return new Set(serious.flatMap(({ violations }) => violations.map(({ exchange }) => exchange.probe)))
}

/** The broken probes, with all that shared their connection or their moment: alone they might not break again. */
function repetitions(probes: readonly Probe[], broken: ReadonlySet<Probe>): Probe[] {
  const chosen = [...broken].slice(0, MOST_REPEATED)
  return probes.filter((probe) =>
    chosen.some(
      (each) =>
        each === probe ||
        (each.connection !== undefined && each.connection === probe.connection) ||
        (each.parallel !== undefined && each.parallel === probe.parallel),
    ),
  )
}

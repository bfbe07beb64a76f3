import type { Contract } from '../contract/contract.ts'
import { readContract } from '../contract/readContract.ts'
import { createAnalyser } from '../judge/body/analyseResponse.ts'
import type { CheckResult } from '../judge/check.ts'
import { countUsers } from '../judge/credentials.ts'
import { describeUnusual } from '../judge/describeUnusual.ts'
import type { Design } from '../judge/design.ts'
import type { Exchange, Probe } from '../judge/exchange.ts'
import { gatherFacts } from '../judge/gatherFacts.ts'
import { judgeChecks } from '../judge/judgeChecks.ts'
import { createMasker, listSecrets, type Mask } from '../judge/mask.ts'
import { explainRun } from '../judge/reasons.ts'
import type { Evidence, Finding, Violation } from '../judge/report.ts'
import type { PlanFacts } from '../judge/stage.ts'
import type { Suite } from '../judge/suite.ts'
import { listFacts, selectJudgeable, type Transcript } from '../judge/transcript.ts'
import type { VerifyOptions } from '../judge/verifyOptions.ts'
import { separate } from './groups.ts'
import { record } from './record.ts'

/** A longer value is cut. */
const MAX_SHOWN = 80
/** How often to send the whole plan for a finding without a pattern. */
const WHOLE_TIMES = 3

/** One request of a sequence and its response, in words. No text contains a secret. */
export type ReplayStep = {
  /** `GET /plants?limit=1`. */
  request: string
  /** What is unusual about the request: `without Accept`, `on the connection of step 1`. */
  notes: readonly string[]
  /** The number of the step before it on its connection. */
  before: number | undefined
  /** The response, or why there is none; before it, each redirect. */
  responses: readonly string[]
}

/** Whether the finding is still there. */
export type ReplayResult = 'fails' | 'passes' | 'unknown'

/** One sequence that was sent, and whether it shows the finding. */
export type ReplayRound = {
  /** What was sent: `the request alone`. */
  title: string
  requests: number
  result: ReplayResult
  /** Why the result is unknown: sentences. */
  reasons: readonly string[]
  /** Everything that was sent. */
  steps: readonly ReplayStep[]
  violations: readonly Violation[]
  /** The number of the step that shows the first violation. */
  violatingStep: number | undefined
}

/** What to replay. */
export type Replayed = {
  finding: Finding
  /** How many users the run of the report had a token for. */
  users: number
}

export type ReplayContext = {
  suite: Suite
  /** How often to send each sequence but the whole plan, for a finding that comes and goes. */
  times: number
  /** Called after each round. */
  onRound: (round: ReplayRound) => void
  /** Ends the replay early when it aborts, with the reason as a text. */
  stop?: AbortSignal
  /** For the kit's own tests. */
  outagePatience?: number
}

/**
 * Sends the steps of a finding again, and while these pass the whole plan. So a finding that is still there is seen soon, and one that
 * is not seen is fixed.
 */
export async function replay(
  baseUrl: string,
  { finding, users }: Replayed,
  { suite: given, times, onRound, stop, outagePatience }: ReplayContext,
  options: VerifyOptions,
): Promise<ReplayResult> {
  const contract = readContract(options.contract)
  const analyse = createAnalyser(contract)
  const suite: Suite = { ...given, plan: () => given.plan(contract, options.plan) }
  const [evidence] = finding.evidence
  const steps = evidence && chooseSteps(suite, evidence)
  const sequences: readonly Sequence[] = [...(steps ? [steps] : []), { title: 'the whole plan', suite }]
  const hasSameTokens = users === countUsers(options.token, options.otherToken)
  // What comes and goes may miss the few requests that show it.
  const wholeTimes = finding.cause?.kind === 'intermittent' ? WHOLE_TIMES : 1
  let result: ReplayResult = 'unknown'
  /** Whether the request that showed the finding got a response, or has become impossible because the server changed. */
  let isOver = false
  for (const sequence of sequences) {
    const isWhole = sequence.suite === suite
    for (let time = 0; time < (isWhole ? wholeTimes : times); time++) {
      const context = {
        contract,
        analyse,
        engines: {},
        suite: sequence.suite,
        stop,
        outagePatience,
        once: !isWhole,
      }
      const transcript = await record(baseUrl, context, options)
      const sent = transcript.exchanges.filter(({ probe }) => probe.id === evidence?.probe)
      isOver ||= sent.some(({ response }) => response) || (isWhole && sent.length === 0 && hasSameTokens)
      const round = judgeRound(transcript, { suite, contract, id: finding.check, isOver })
      onRound({ title: sequence.title, ...round })
      result = round.result
      if (result === 'fails' || explainRun(transcript).length > 0) return result
    }
  }
  return result
}

/** A part of the plan that may show a finding again, and what is sent: `the request alone`. */
type Sequence = { title: string; suite: Suite }

/** The first request of the plan, which shows whether the operation responds, and then the steps of the evidence on their connections. */
function chooseSteps(suite: Suite, { probe, conditions, turns, steps: given }: Evidence): Sequence {
  const steps = given.filter(({ note }) => note !== 'redirect')
  const isAlone = steps.length <= 1
  const plan: Suite['plan'] = (contract) => {
    const [first, ...others] = suite.plan(contract)
    if (!first) return []
    const probes = (facts: PlanFacts): readonly Probe[] => {
      const all = [first, ...others].flatMap((stage) => stage.probes(facts))
      // Probes that isolate a cause are not in the plan.
      const [id] = /^isolate\/\d+/.exec(probe) ?? []
      const composed =
        id === undefined || !conditions
          ? []
          : (suite.design?.compose(contract, facts, conditions, { id, turns }) ?? [])
      const find = (name: string) => [...all, ...composed].find((each) => each.id === name)
      const chosen = (isAlone ? [{ probe, connection: 1 }] : steps).flatMap((step) => {
        const found = find(step.probe)
        const isTogether = 'at' in step && step.at !== undefined
        const connection = `replay ${step.connection}`
        return found ? { ...separate(found), connection, ...(isTogether && { parallel: 'replay' }) } : []
      })
      // The first stage is sent in any case.
      return isAlone && chosen[0]?.id === all[0]?.id ? [] : chosen
    }
    return [first, { id: 'replay', probes, always: true }]
  }
  return { title: isAlone ? 'the request alone' : 'the steps of the report', suite: { ...suite, plan } }
}

type Judging = {
  suite: Suite
  contract: Contract
  /** The check of the finding. */
  id: string
  /** Whether nothing is left to judge, because the server changed. */
  isOver: boolean
}

function judgeRound(
  transcript: Transcript,
  { suite, contract, id, isOver }: Judging,
): Omit<ReplayRound, 'title'> {
  const { options, requests } = transcript
  const outages = listFacts(transcript.facts, 'outage')
  const exchanges = selectJudgeable(transcript)
  const facts = gatherFacts(exchanges, createAnalyser(contract), options.expectations, outages)
  const result = judgeChecks(suite.checks(contract), exchanges, facts).find(({ check }) => check.id === id)
  const mask = createMasker(listSecrets(transcript.exchanges, options))
  const violations = result?.violations ?? []
  const shown = violations[0]?.exchange
  const stopped = explainRun(transcript).map(({ text }) => text)
  const reasons =
    violations.length > 0
      ? []
      : [...stopped, ...explainUnknown(result, { isOver, isStopped: stopped.length > 0 })]
  return {
    requests,
    result: violations.length > 0 ? 'fails' : reasons.length > 0 ? 'unknown' : 'passes',
    reasons: reasons.map(mask),
    steps: exchanges.map((exchange) => describeStep(exchange, { exchanges, design: suite.design, mask })),
    violations: violations
      .filter(({ exchange }) => exchange === shown)
      .map(({ violation }) => maskAll(violation, mask)),
    violatingStep: shown && exchanges.indexOf(shown) + 1,
  }
}

/** Why a check without violations has not passed. */
function explainUnknown(
  result: CheckResult | undefined,
  { isOver, isStopped }: { isOver: boolean; isStopped: boolean },
): string[] {
  if (!result) return []
  const { check, judged, inconclusive, explained } = result
  const [cause] = explained
  if (cause) return [`${cause.by} fails, and explains what this check would report.`]
  if (inconclusive.length > 0) return [...new Set(inconclusive)]
  // A server that no longer sends what the check is about is no longer wrong.
  const isGone = isOver && check.special !== 'essential'
  // What kept the requests from being served says more.
  return judged > 0 || isGone || isStopped ? [] : [`The check needs ${check.requires}.`]
}

function maskAll({ message, pointer, expected, actual }: Violation, mask: Mask): Violation {
  return { message: mask(message), pointer: mask(pointer), expected: mask(expected), actual: mask(actual) }
}

/** Describes an exchange as a step of those that were sent. */
function describeStep(
  exchange: Exchange,
  { exchanges, design, mask }: { exchanges: readonly Exchange[]; design: Design | undefined; mask: Mask },
): ReplayStep {
  const { probe, hops, url } = exchange
  const first = hops[0]?.from ?? url
  const before = findBefore(exchange, exchanges)
  return {
    request: shorten(mask(`${probe.method} ${showTarget(first)}`)),
    notes: [
      ...listNotes(exchange, exchanges, design).map((note) => shorten(mask(note))),
      ...(before === undefined ? [] : [`on the connection of step ${before}`]),
    ],
    before,
    responses: [
      ...hops.map(({ status, location }) => `${status}, redirects to ${shorten(mask(showTarget(location)))}`),
      shorten(mask(describeResponse(exchange))),
    ],
  }
}

function listNotes(exchange: Exchange, exchanges: readonly Exchange[], design: Design | undefined): string[] {
  const { probe, attempt } = exchange
  const unusual = describeUnusual(exchange, [exchange], design)
  const atOnce = exchanges.filter(
    (other) => other.probe.parallel === probe.parallel && other.attempt === attempt,
  )
  return [
    ...(unusual === '' ? [] : [unusual]),
    ...(probe.parallel === undefined || atOnce.length < 2 ? [] : [`${atOnce.length} at once`]),
  ]
}

function findBefore(exchange: Exchange, exchanges: readonly Exchange[]): number | undefined {
  const before = exchanges
    .slice(0, exchanges.indexOf(exchange))
    .findLastIndex(({ connection }) => connection.id === exchange.connection.id)
  return before < 0 ? undefined : before + 1
}

function describeResponse({ response, failure }: Exchange): string {
  if (failure) return `no response: ${failure.message}`
  const { status, reason, body } = response
  return `${status} ${reason}, ${body.length} bytes`
}

function showTarget(url: string): string {
  return URL.canParse(url) ? url.replace(/^[a-z]+:\/\/[^/?#]*/i, '') : url
}

function shorten(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text
}

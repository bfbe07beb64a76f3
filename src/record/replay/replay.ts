import type { Contract } from '../../contract/contract.ts'
import { readContract } from '../../contract/readContract.ts'
import { createAnalyser } from '../../judge/body/analyseResponse.ts'
import { countUsers } from '../../judge/credentials.ts'
import { gatherFacts } from '../../judge/gatherFacts.ts'
import { type CheckResult, judgeChecks } from '../../judge/judgeChecks.ts'
import { listSecrets } from '../../judge/listSecrets.ts'
import { createMasker, type Mask } from '../../judge/mask.ts'
import { explainRun } from '../../judge/reasons.ts'
import type { Finding, Violation } from '../../judge/report.ts'
import type { Suite } from '../../judge/suite.ts'
import { listFacts, selectJudgeable, type Transcript } from '../../judge/transcript.ts'
import type { VerifyOptions } from '../../judge/verifyOptions.ts'
import { record } from '../record.ts'
import { describeStep, type ReplayStep } from './describeStep.ts'
import { listSequences, sendWhole } from './sequences.ts'

/** How often to send the whole plan for a finding without a pattern. */
const WHOLE_TIMES = 3

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
 * Sends what shows a finding: first the shortest sequence, and while that passes, longer ones, up to the whole plan. So a finding
 * that is still there is seen soon, and one that is not seen is fixed.
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
  const sequences = evidence ? listSequences(suite, evidence) : [sendWhole(suite)]
  const hasSameTokens = users === countUsers(options.token, options.otherToken)
  // What comes and goes may miss the few requests that show it.
  const wholeTimes = finding.cause?.kind === 'intermittent' ? WHOLE_TIMES : 1
  let result: ReplayResult = 'unknown'
  /** Whether the request that showed the finding got a response, or has become impossible because the server changed. */
  let isOver = false
  for (const sequence of sequences) {
    if (!sequence.isNew()) continue
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
  const stopped = explainRun(transcript)
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
  const isGone = isOver && check.essential !== true
  // What kept the requests from being served says more.
  return judged > 0 || isGone || isStopped ? [] : [`The check needs ${check.requires}.`]
}

function maskAll({ message, pointer, expected, actual }: Violation, mask: Mask): Violation {
  return { message: mask(message), pointer: mask(pointer), expected: mask(expected), actual: mask(actual) }
}

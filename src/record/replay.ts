import type { Contract } from '../contract/contract.ts'
import { readContract } from '../contract/readContract.ts'
import { createAnalyser } from '../judge/body/analyseResponse.ts'
import { countUsers } from '../judge/credentials.ts'
import type { Probe } from '../judge/exchange.ts'
import { judge } from '../judge/judge.ts'
import { createMasker, listSecrets } from '../judge/mask.ts'
import { explainRun } from '../judge/reasons.ts'
import type { Evidence, Finding } from '../judge/report.ts'
import type { PlanFacts, Suite } from '../judge/suite.ts'
import type { Transcript } from '../judge/transcript.ts'
import { record } from './record.ts'
import { separate } from './recovery.ts'
import type { VerifyOptions } from './verifyOptions.ts'

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
  /** What the check found this time. */
  finding: Finding | undefined
}

/** What to replay. */
export type Replayed = {
  finding: Finding
  /** How many users the run of the report had a token for. */
  users: number
}

export type ReplayContext = {
  suite: Suite
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
  { suite: given, onRound, stop, outagePatience }: ReplayContext,
  options: VerifyOptions,
): Promise<ReplayResult> {
  const contract = readContract(options.contract)
  const analyse = createAnalyser(contract)
  const suite: Suite = { ...given, plan: () => given.plan(contract, options.plan) }
  const [evidence] = finding.evidence
  const steps = evidence && chooseSteps(suite, evidence)
  const sequences: readonly Sequence[] = [...(steps ? [steps] : []), { title: 'the whole plan', suite }]
  const hasSameTokens = users === countUsers(options)
  // The few requests that show an intermittent fault may miss it.
  const wholeTimes = finding.cause?.kind === 'intermittent' ? WHOLE_TIMES : 1
  let result: ReplayResult = 'unknown'
  /** Whether the request that showed the finding got a response, or has become impossible because the server changed. */
  let isOver = false
  for (const sequence of sequences) {
    const isWhole = sequence.suite === suite
    for (let time = 0; time < (isWhole ? wholeTimes : 1); time++) {
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
      const round = judgeRound(transcript, finding.check, { suite, contract, isOver })
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

/** Judges what was sent for a finding. `isOver`: whether nothing is left to judge, because the server changed. */
function judgeRound(
  transcript: Transcript,
  check: string,
  { suite, contract, isOver }: { suite: Suite; contract: Contract; isOver: boolean },
): Omit<ReplayRound, 'title'> {
  const checks = suite.checks(contract)
  const report = judge(transcript, { contract, checks, design: suite.design })
  const mask = createMasker(listSecrets(transcript.options))
  const finding = report.findings.find((each) => each.check === check)
  const { verdict, violations = [], note } = finding ?? {}
  const stopped = explainRun(transcript).map(({ text }) => mask(text))
  // A server that no longer sends what the check is about is no longer wrong.
  const isEssential = checks.some(({ id, special }) => id === check && special === 'essential')
  const isGone = verdict === 'not-exercised' && isOver && !isEssential
  // What kept the requests from being served says more than what the check needs.
  const isOpen = verdict !== 'pass' && !isGone && (verdict !== 'not-exercised' || stopped.length === 0)
  const reasons =
    violations.length > 0
      ? []
      : [...stopped, ...(isOpen && note !== undefined ? [`The check: ${note}.`] : [])]
  return {
    requests: report.requests,
    result: violations.length > 0 ? 'fails' : reasons.length > 0 ? 'unknown' : 'passes',
    reasons,
    finding,
  }
}

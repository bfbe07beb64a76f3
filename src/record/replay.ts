import type { Contract } from '../contract/contract.ts'
import { readContract } from '../contract/readContract.ts'
import { createAnalyser } from '../judge/body/analyseResponse.ts'
import { countUsers, isAnswered, type Probe } from '../judge/exchange.ts'
import { judge } from '../judge/judge.ts'
import { createMasker, listSecrets } from '../judge/mask.ts'
import type { Evidence, Finding } from '../judge/report.ts'
import type { Compose, PlanFacts, Stage } from '../judge/suite.ts'
import { explainRun } from '../judge/verdict.ts'
import { record } from './record.ts'
import { separate } from './recovery.ts'
import type { RunContext } from './run.ts'
import type { VerifyOptions } from './verifyOptions.ts'

/** The number of times to send the whole plan for an intermittent finding. */
const WHOLE_TIMES = 3

/** The result of a replay: whether the finding still occurs. */
export type ReplayResult = 'fails' | 'passes' | 'unknown'

/** One round of a replay: a sequence of requests, and whether their responses show the finding. */
export type ReplayRound = {
  /** The title of the sequence: `the request alone`. */
  title: string
  requests: number
  result: ReplayResult
  /** The reasons why the result is unknown, as sentences. */
  reasons: readonly string[]
  /** The check's finding in this round. */
  finding: Finding | undefined
}

/** The finding to replay, and the number of users with a token in its run. */
export type Replayed = { finding: Finding; users: number }

export type ReplayContext = Pick<RunContext, 'suite' | 'stop' | 'outagePatience'> & {
  /** Called after each round. */
  onRound: (round: ReplayRound) => void
}

/** The probes that one round sends, and the round's title: `the request alone`. */
type Sequence = { title: string; plan: readonly Stage[]; once: boolean }

/**
 * Sends the steps of a finding again, which usually show a finding that still exists. If the steps do not show it, sends the whole plan.
 * If the whole plan does not show it either, the finding counts as fixed.
 */
export async function replay(
  baseUrl: string,
  { finding, users }: Replayed,
  { suite, onRound, ...context }: ReplayContext,
  options: VerifyOptions,
): Promise<ReplayResult> {
  const contract = readContract(options.contract)
  const analyse = createAnalyser(contract)
  const checks = suite.checks(contract)
  const plan = suite.plan(contract, options.plan)
  const [evidence] = finding.evidence
  const steps = evidence ? [chooseSteps(plan, evidence, suite.compose, contract)] : []
  // One round may miss an intermittent fault.
  const times = finding.cause?.kind === 'intermittent' ? WHOLE_TIMES : 1
  const whole: Sequence = { title: 'the whole plan', plan, once: false }
  const hasSameTokens = users === countUsers(options)
  let result: ReplayResult = 'unknown'
  /** Whether the request that showed the finding got a response, or can no longer be sent because the server has changed. */
  let isOver = false
  for (const { title, once, plan } of [...steps, ...Array<Sequence>(times).fill(whole)]) {
    const given = { ...context, contract, analyse, engines: {}, suite: { ...suite, plan: () => plan }, once }
    const transcript = await record(baseUrl, given, options)
    const sent = transcript.exchanges.filter(({ probe }) => probe.id === evidence?.probe)
    isOver ||= sent.some(isAnswered) || (!once && sent.length === 0 && hasSameTokens)
    const report = judge(transcript, { contract, checks })
    const found = report.findings.find(({ check }) => check === finding.check)
    const isFailing = found !== undefined && found.violations.length > 0
    const mask = createMasker(listSecrets(transcript.options))
    const stopped = explainRun(transcript).map(({ text }) => mask(text))
    // If the check applies to no response of the server, the server no longer violates the check.
    const isEssential = checks.some(({ id, special }) => id === finding.check && special === 'essential')
    const isGone = found?.verdict === 'not-exercised' && ((isOver && !isEssential) || stopped.length > 0)
    const isOpen = found?.note !== undefined && found.verdict !== 'pass' && !isGone
    // If requests got no useful response, give the reason, and not the check's note, which only says what the check needs.
    const reasons = isFailing ? [] : [...stopped, ...(isOpen ? [`Not judged: ${found.note}.`] : [])]
    result = isFailing ? 'fails' : reasons.length > 0 ? 'unknown' : 'passes'
    onRound({ title, requests: report.requests, result, reasons, finding: found })
    if (isFailing || stopped.length > 0) return result
  }
  return result
}

/** Plans a round: the first stage of the plan, which shows whether the operation responds, and then the steps of the evidence. */
function chooseSteps(
  plan: readonly Stage[],
  { probe, conditions, turns, steps: given }: Evidence,
  compose: Compose | undefined,
  contract: Contract,
): Sequence {
  const steps = given.filter(({ note }) => note !== 'redirect')
  const isAlone = steps.length <= 1
  const probes = (facts: PlanFacts): readonly Probe[] => {
    const planned = plan.flatMap((stage) => stage.probes(facts))
    // Compose the probe again if its purpose was to isolate a cause, because it is then not in the plan.
    const [id] = /^isolate\/\d+/.exec(probe) ?? []
    const composed = id && conditions ? (compose?.(contract, facts, conditions, { id, turns }) ?? []) : []
    const chosen = (isAlone ? [{ probe, connection: 1, at: undefined }] : steps).flatMap((step) => {
      const found = [...planned, ...composed].find((each) => each.id === step.probe)
      const connection = `replay ${step.connection}`
      const isTogether = step.at !== undefined
      return found ? { ...separate(found), connection, ...(isTogether && { parallel: 'replay' }) } : []
    })
    // Do not send the first planned probe twice: it is also in the first stage, which is always sent.
    return isAlone && chosen[0]?.id === planned[0]?.id ? [] : chosen
  }
  return {
    title: isAlone ? 'the request alone' : 'the steps of the report',
    plan: [...plan.slice(0, 1), { id: 'replay', probes, always: true }],
    once: true,
  }
}

import type { Contract } from '../contract/contract.ts'
import { markListed } from './baseline/applyBaseline.ts'
import type { Baseline } from './baseline/baseline.ts'
import { type Analyse, createAnalyser } from './body/analyseResponse.ts'
import { buildFinding, type ResultsByEngine } from './buildFinding.ts'
import { type Cause, explainResult } from './cause.ts'
import type { Check } from './check.ts'
import { confirmClaims } from './confirmClaims.ts'
import { describeProfile } from './describeProfile.ts'
import type { Design } from './design.ts'
import type { EngineOutcome } from './engine.ts'
import type { Field } from './exchange.ts'
import { joinSameCause, listFollowers } from './followers.ts'
import { gatherFacts } from './gatherFacts.ts'
import { type CheckResult, judgeChecks } from './judgeChecks.ts'
import { isSecretField, listSecrets } from './listSecrets.ts'
import { createMasker } from './mask.ts'
import { describeOutages } from './reasons.ts'
import type { EngineName, EngineReport, Finding, Report } from './report.ts'
import { createTraitList } from './traits.ts'
import { listFacts, selectJudgeable, type Transcript } from './transcript.ts'
import { decideVerdict, type VerdictSummary } from './verdict.ts'

/** What a transcript says about its target. No text in it contains a secret. */
export type Judgement = {
  summary: VerdictSummary
  engines: EngineReport[]
  profile: Report['profile']
  /** One for each check, in the order of the checks. */
  findings: Finding[]
}

/** What a transcript is judged by. */
export type Rules = {
  contract: Contract
  checks: readonly Check[]
  /** What the requests of the plan vary, so that findings can name their conditions. */
  design?: Design | undefined
  /** The analyser that recorded the transcript, so that no body is read twice. */
  analyse?: Analyse
  /** The ids of the checks that the plan `monitor` can exercise. */
  monitored?: ReadonlySet<string> | undefined
  /** Findings that do not count for the verdict. */
  baseline?: Baseline | undefined
  /** Called with an error in a check, which is then inconclusive. Without it, such an error is thrown. */
  onError?: ((error: unknown) => void) | undefined
}

/** Judges a transcript. Pure: the same transcript and rules always have the same result. */
export function judge(
  transcript: Transcript,
  { contract, checks, design, analyse = createAnalyser(contract), monitored, baseline, onError }: Rules,
): Judgement {
  const { options } = transcript
  const exchanges = selectJudgeable(transcript)
  const outages = listFacts(transcript.facts, 'outage')
  const facts = gatherFacts(exchanges, analyse, options.expectations, outages)
  const judging = { onError }
  const own = judgeChecks(checks, exchanges, facts, judging)
  const listTraits = createTraitList(exchanges, design)
  const explain = (result: CheckResult): Cause | undefined => explainResult(result, exchanges, listTraits)
  const judged = joinSameCause(own, explain)
  const results = new Map(
    judged.map((result) => [result.check.id, new Map<EngineName, CheckResult>([['probes', result]])]),
  )
  const engines = [reportProbes(transcript, judged)]
  for (const outcome of transcript.engines) {
    const { confirmed, rejected } = confirmClaims(checks, outcome, facts, judging)
    for (const result of confirmed)
      if (result.judged > 0) results.get(result.check.id)?.set(outcome.name, result)
    engines.push(reportEngine(outcome, rejected))
  }

  const mask = createMasker(listSecrets(transcript.exchanges, options))
  const { headers = [], resolve: resolutions = [], strict = false } = options
  const fields = headers.map(([name, value]): Field => [name, isSecretField(name) ? '***' : value])
  const followers = listFollowers(judged)
  const violated = judged.flatMap(({ check, violations }) => (violations.length > 0 ? [check.id] : []))
  const built = checks.map((check) => {
    const byEngine: ResultsByEngine = results.get(check.id) ?? new Map()
    const { operation } = transcript
    const reported = [...byEngine.values()].find(({ violations }) => violations.length > 0)
    return buildFinding(check, byEngine, {
      operation,
      fields,
      resolutions,
      route: options,
      mask,
      design,
      facts,
      listTraits,
      contract,
      strict,
      isInPlan: options.plan !== 'monitor' || monitored?.has(check.id) === true,
      violated,
      cause: reported && explain(reported),
      follows: followers.get(check.id) ?? [],
    })
  })
  const masked = engines.map((engine) => ({ ...engine, detail: mask(engine.detail) }))
  const marked = baseline ? markListed(built, baseline, transcript.startedAt) : built
  const { findings, ...summary } = decideVerdict({
    checks,
    findings: marked,
    baseline,
    engines: masked,
    transcript,
  })
  return {
    summary: { ...summary, reasons: summary.reasons.map(mask) },
    engines: masked,
    profile: describeProfile(judged, mask),
    findings,
  }
}

function reportProbes(
  { kit, probesMs, requests, facts }: Transcript,
  results: readonly CheckResult[],
): EngineReport {
  return {
    name: 'probes',
    version: kit.version,
    status: 'completed',
    durationMs: probesMs,
    detail: `sent ${requests} requests${describeOutages(listFacts(facts, 'outage'))}`,
    claims: results.filter(({ check, violations }) => check.level !== 'INFO' && violations.length > 0).length,
  }
}

function reportEngine(outcome: EngineOutcome, rejected: readonly string[]): EngineReport {
  const { name, version, status, durationMs, claims } = outcome
  const note =
    rejected.length === 0
      ? ''
      : `; not confirmed by the kit's own checks: ${rejected.length} (${rejected[0]})`
  const detail = outcome.detail + note
  return { name, version, status, durationMs: Math.round(durationMs), detail, claims: claims.length }
}

import type { Contract } from '../contract/contract.ts'
import { type Baseline, markListed } from './baseline.ts'
import { type Analyse, createAnalyser } from './body/analyseResponse.ts'
import { type Cause, explainResult } from './cause.ts'
import type { Check, CheckResult } from './check.ts'
import { countUsers } from './credentials.ts'
import { formatResolution } from './curl.ts'
import type { EngineOutcome } from './engine.ts'
import { buildFinding } from './finding.ts'
import { gatherFacts } from './gatherFacts.ts'
import { describeHealth } from './health.ts'
import { confirmClaims, judgeChecks, leaveOutSameCause, listFollowers } from './judgeChecks.ts'
import { createMasker, isSecretField, listSecrets, type Mask } from './mask.ts'
import { createPartList } from './parts.ts'
import type { EngineName, EngineReport, Report, ReportOptions } from './report.ts'
import type { Design } from './suite.ts'
import { listFacts, selectJudgeable, type Transcript } from './transcript.ts'
import { decideVerdict } from './verdict.ts'
import { verifyDefaults } from './verifyOptions.ts'

/** What a transcript is judged by. */
export type Rules = {
  contract: Contract
  checks: readonly Check[]
  /** What the requests of the plan vary, so that findings can name their conditions. */
  design?: Design | undefined
  /** The analyser that recorded the transcript, so that no body is read twice. */
  analyse?: Analyse
  /** The ids of the checks that the plan `monitor` cannot exercise. */
  unmonitored?: ReadonlySet<string> | undefined
  /** Findings that do not count for the verdict. */
  baseline?: Baseline | undefined
  /** Called with an error in a check, which is then inconclusive. Without it, such an error is thrown. */
  onError?: ((error: unknown) => void) | undefined
}

/**
 * Judges a transcript: each check gives a finding, and all findings the verdict. Pure: the same transcript and rules always give the
 * same report. No text in it contains a secret.
 */
export function judge(transcript: Transcript, rules: Rules): Report {
  const { contract, checks, design, baseline, onError } = rules
  const { options, startedAt } = transcript
  const analyse = rules.analyse ?? createAnalyser(contract)
  const mask = createMasker(listSecrets(options))
  const exchanges = selectJudgeable(transcript)
  const outages = listFacts(transcript.facts, 'outage')
  const facts = gatherFacts(exchanges, analyse, options.expectations, outages)
  const listParts = createPartList(exchanges, design)
  const findCauseOf = (result: CheckResult): Cause | undefined => explainResult(result, listParts)
  const judged = leaveOutSameCause(judgeChecks(checks, exchanges, facts, onError), findCauseOf)
  const results = new Map(
    judged.map((result) => [result.check, new Map<EngineName, CheckResult>([['probes', result]])]),
  )
  const health = describeHealth(transcript)
  const engines = [reportProbes(transcript, judged, health)]
  for (const outcome of transcript.engines) {
    const { confirmed, rejected } = confirmClaims(checks, outcome, facts, onError)
    for (const result of confirmed)
      if (result.judged > 0) results.get(result.check)?.set(outcome.name, result)
    engines.push(reportEngine(outcome, rejected, mask))
  }
  const followers = listFollowers(judged)
  const violated = judged.flatMap(({ check, violations }) => (violations.length > 0 ? [check.id] : []))
  const common = {
    fields: (options.headers ?? []).map(
      ([name, value]) => [name, isSecretField(name) ? '***' : value] as const,
    ),
    resolutions: options.resolve ?? [],
    route: options,
    mask,
    design,
    facts,
    listParts,
    contract,
    strict: options.strict ?? false,
    violated,
  }
  const findings = [...results].map(([check, byEngine]) => {
    const reported = [...byEngine.values()].find(({ violations }) => violations.length > 0)
    return buildFinding(check, byEngine, {
      ...common,
      isInPlan: options.plan !== 'monitor' || rules.unmonitored?.has(check.id) !== true,
      cause: reported && findCauseOf(reported),
      follows: followers.get(check.id) ?? [],
    })
  })
  const marked = baseline ? markListed(findings, baseline, startedAt) : findings
  const { findings: decided, ...verdict } = decideVerdict({
    checks,
    findings: marked,
    baseline,
    engines,
    transcript,
  })
  return {
    schemaVersion: 1,
    kit: transcript.kit,
    contract: { title: contract.title, version: contract.version, sha256: contract.sha256 },
    target: {
      baseUrl: mask(transcript.baseUrl),
      name: mask(options.name ?? new URL(transcript.baseUrl).host),
      ...(transcript.route !== undefined && { route: mask(transcript.route) }),
    },
    options: describeOptions(options),
    startedAt,
    durationMs: transcript.durationMs,
    requests: transcript.requests,
    ...(health.length > 0 && { health }),
    ...(contract.notJudged.length > 0 && { notJudged: [...contract.notJudged] }),
    ...verdict,
    reasons: verdict.reasons.map(mask),
    engines,
    profile: describeProfile(judged, mask),
    findings: decided,
  }
}

function describeOptions(options: Transcript['options']): ReportOptions {
  const { token, otherToken, expectations, headers = [], resolve = [], maxTime, rate, plan } = options
  return {
    engines: [...(options.engines ?? [])],
    ...(plan === 'monitor' && { plan }),
    strict: options.strict ?? false,
    timeoutMs: options.timeout ?? verifyDefaults.timeout,
    seed: options.seed ?? verifyDefaults.seed,
    maxRequests: options.maxRequests ?? verifyDefaults.maxRequests,
    ...(maxTime !== undefined && { maxTimeMs: maxTime * 1000 }),
    ...(rate !== undefined && { rate }),
    users: countUsers(token, otherToken),
    expectations: expectations !== undefined,
    headers: headers.map(([name]) => name),
    resolve: resolve.map(formatResolution),
  }
}

function reportProbes(
  { kit, probesMs, requests }: Transcript,
  results: readonly CheckResult[],
  health: readonly string[],
): EngineReport {
  return {
    name: 'probes',
    version: kit.version,
    status: 'completed',
    durationMs: probesMs,
    detail: [`sent ${requests} requests`, ...health].join('; '),
    claims: results.filter(({ check, violations }) => check.level !== 'INFO' && violations.length > 0).length,
  }
}

function reportEngine(outcome: EngineOutcome, rejected: readonly string[], mask: Mask): EngineReport {
  const { name, version, status, durationMs, claims } = outcome
  const note =
    rejected.length === 0
      ? ''
      : `; not confirmed by the kit's own checks: ${rejected.length} (${rejected[0]})`
  const detail = mask(outcome.detail + note)
  return { name, version, status, durationMs: Math.round(durationMs), detail, claims: claims.length }
}

/** Describes what the server does where the contract is silent: see `Report`. */
function describeProfile(results: readonly CheckResult[], mask: Mask): Report['profile'] {
  const entries = results
    .filter(({ check, judged }) => check.level === 'INFO' && judged > 0)
    .flatMap(({ check, violations }) =>
      check.special === 'describes'
        ? violations.map(({ violation }) => [mask(violation.pointer), mask(violation.actual)])
        : [[check.id, violations.length === 0 ? 'yes' : 'no']],
    )
  // The first of each name is about the plainest request.
  return Object.fromEntries(entries.toReversed())
}

import type { Contract } from '../contract/contract.ts'
import { pluralize } from '../contract/words.ts'
import type { Baseline } from './baseline.ts'
import { type Analyse, createAnalyser } from './body/analyseResponse.ts'
import { createPartList } from './cause.ts'
import type { Check, CheckResult } from './check.ts'
import { countUsers, type Exchange } from './exchange.ts'
import { buildFinding } from './finding.ts'
import { confirmClaims, gatherFacts, judgeChecks } from './judgeChecks.ts'
import { createMasker, listSecrets, type Mask } from './mask.ts'
import type { EngineReport, Report, ReportOptions } from './report.ts'
import { isDropped } from './silence.ts'
import { type EngineOutcome, listFacts, selectJudgeable, type Transcript } from './transcript.ts'
import { decideVerdict } from './verdict.ts'
import { formatResolution, verifyDefaults } from './verifyOptions.ts'

/** The inputs for judging a transcript, in addition to the transcript itself. */
export type Rules = {
  contract: Contract
  checks: readonly Check[]
  /** The body analyser of the recording, which has already analysed the bodies. Default: a new body analyser. */
  analyse?: Analyse
  /** The accepted findings, which do not count towards the verdict until they expire. */
  baseline?: Baseline | undefined
  /** Called with each error that a check throws. The check is then inconclusive. Without `onError`, the error is thrown. */
  onError?: ((error: unknown) => void) | undefined
}

/** Judges a transcript. The same transcript and rules give the same report, in which the run's secrets are masked. */
export function judge(transcript: Transcript, rules: Rules): Report {
  const { contract, checks, baseline, onError } = rules
  const { options, startedAt, durationMs, requests, engines: outcomes } = transcript
  const mask = createMasker(listSecrets(options))
  const exchanges = selectJudgeable(transcript)
  const analyse = rules.analyse ?? createAnalyser(contract)
  const facts = gatherFacts(exchanges, analyse, options.expectations, listFacts(transcript.facts, 'outage'))
  const judgeAll = (some: readonly Exchange[]): CheckResult[] => judgeChecks(checks, some, facts, onError)
  const results = judgeAll(exchanges)
  const health = describeHealth(transcript)
  const others = outcomes.map((each) => ({ ...each, ...confirmClaims(judgeAll(each.exchanges), each) }))
  const engines: EngineReport[] = [
    {
      name: 'probes',
      version: transcript.kit.version,
      status: 'completed',
      durationMs: transcript.probesMs,
      detail: `sent ${pluralize(requests, 'request')}`,
      claims: results.filter(({ check, violations }) => check.level !== 'INFO' && violations[0]).length,
    },
    ...others.map((each) => reportEngine(each, each.rejected, mask)),
  ]
  const context = { options, contract, mask, facts, results, listParts: createPartList(exchanges) }
  const findings = results.map((result, index) => {
    const claimed = others.map(({ name, confirmed }) => ({ name, result: confirmed[index] ?? result }))
    return buildFinding(result, claimed, context)
  })
  const verdict = decideVerdict({ checks, findings, baseline, engines, transcript })
  const isUnknown = results.some(({ check, judged }) => check.id === 'users-not-replayed' && judged === 0)
  const isTested = countUsers(options) > 1 && !options.expectations && verdict.verdict !== 'incomplete'
  const owners = isUnknown && isTested ? ['which plants belong to which user (pass --expect)'] : []
  const notJudged = [...contract.notJudged, ...owners]
  return {
    schemaVersion: 1,
    kit: transcript.kit,
    contract: { title: contract.title, version: contract.version, sha256: contract.sha256 },
    target: {
      baseUrl: mask(transcript.baseUrl),
      name: mask(options.name ?? new URL(transcript.baseUrl).host),
      ...(options.route !== undefined && { route: mask(options.route) }),
      ...(options.startedBy !== undefined && { start: { command: options.startedBy } }),
    },
    options: describeOptions(options),
    startedAt,
    durationMs,
    requests,
    ...(health.length > 0 && { health }),
    ...(notJudged.length > 0 && { notJudged }),
    ...verdict,
    reasons: verdict.reasons.map(mask),
    engines,
    profile: describeProfile(results, mask),
  }
}

/** Lists signs of an unhealthy server: the requests that the run repeated or skipped, the waits for the server, and an expired token. */
function describeHealth({ exchanges, facts }: Transcript): string[] {
  const of = `of ${pluralize(exchanges.length, 'request')}`
  const retried = exchanges.filter(({ waited }) => waited.length > 0)
  const statuses = [...new Set(retried.flatMap(({ waited }) => waited.map(({ status }) => status)))]
  const lost = exchanges.filter((exchange) => isDropped(exchange, exchanges))
  const outages = listFacts(facts, 'outage').filter(({ recovered, confirmed }) => recovered && !confirmed)
  const waits = outages.map((each) => `${(each.ms / 1000).toFixed(1)} s, after ${each.afterProbe}`)
  const leftOut = listFacts(facts, 'left-out').flatMap(({ probes }) => probes)
  const skipped = pluralize(leftOut.length, 'request')
  const remarks = [
    { all: retried, text: `repeated ${retried.length} ${of} after a ${statuses.join(' or ')}` },
    { all: lost, text: `${lost.length} ${of} got a response only when repeated` },
    { all: waits, text: `waited while the server did not answer: for ${waits.join(' and ')}` },
    { all: leftOut, text: `skipped ${skipped}, because similar requests got no response` },
    { all: listFacts(facts, 'token-fetched'), text: 'the token expired, and a new token was fetched' },
  ]
  return remarks.flatMap(({ all, text }) => (all.length > 0 ? text : []))
}

function describeOptions(options: Transcript['options']): ReportOptions {
  const { expectations, headers = [], resolve = [], maxTime, rate, plan } = options
  return {
    engines: [...(options.engines ?? [])],
    ...(plan === 'monitor' && { plan }),
    strict: options.strict ?? false,
    timeoutMs: options.timeout ?? verifyDefaults.timeout,
    seed: 1,
    maxRequests: options.maxRequests ?? verifyDefaults.maxRequests,
    ...(maxTime !== undefined && { maxTimeMs: maxTime * 1000 }),
    ...(rate !== undefined && { rate }),
    users: countUsers(options),
    expectations: expectations !== undefined,
    headers: headers.map(([name]) => name),
    resolve: resolve.map(formatResolution),
  }
}

function reportEngine(outcome: EngineOutcome, rejected: readonly string[], mask: Mask): EngineReport {
  const { name, version, status, durationMs, claims } = outcome
  const [first] = rejected
  const note = first ? `; not confirmed by the kit's own checks: ${rejected.length} (${first})` : ''
  const detail = mask(outcome.detail + note)
  return { name, version, status, durationMs: Math.round(durationMs), detail, claims: claims.length }
}

/** Describes allowed behaviour of the server, for the field `profile` of a report. */
function describeProfile(results: readonly CheckResult[], mask: Mask): Report['profile'] {
  const entries = results
    .filter(({ check, judged }) => check.level === 'INFO' && judged > 0)
    .flatMap(({ check, violations }) =>
      check.special === 'describes'
        ? violations.map(({ violation }) => [mask(violation.pointer), mask(violation.actual)])
        : [[check.id, violations.length === 0 ? 'yes' : 'no']],
    )
  // Of several entries with the same name, keep the first entry.
  return Object.fromEntries(entries.toReversed())
}

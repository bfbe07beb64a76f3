import type { Contract } from '../contract/contract.ts'
import { countUsers } from './credentials.ts'
import type { Judgement } from './judge.ts'
import { listSecrets } from './listSecrets.ts'
import { createMasker } from './mask.ts'
import type { Report, ReportOptions } from './report.ts'
import { formatResolution } from './resolution.ts'
import type { Transcript } from './transcript.ts'
import { verifyDefaults } from './verifyOptions.ts'

/** The report of a transcript and what it was judged to be. Pure. */
export function buildReport(transcript: Transcript, judgement: Judgement, contract: Contract): Report {
  const mask = createMasker(listSecrets(transcript.exchanges, transcript.options))
  return {
    schemaVersion: 1,
    kit: transcript.kit,
    contract: { title: contract.title, version: contract.version, sha256: contract.sha256 },
    target: {
      baseUrl: mask(transcript.baseUrl),
      name: mask(transcript.options.name ?? new URL(transcript.baseUrl).host),
      ...(transcript.route !== undefined && { route: mask(transcript.route) }),
    },
    options: describeOptions(transcript.options),
    startedAt: transcript.startedAt,
    durationMs: transcript.durationMs,
    requests: transcript.requests,
    ...judgement.summary,
    engines: judgement.engines,
    profile: judgement.profile,
    findings: judgement.findings,
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

import type { Contract } from '../../contract/contract.ts'
import { createMasker, listSecrets } from '../mask.ts'
import type { Report } from '../report.ts'
import type { Transcript } from '../transcript.ts'
import type { Judgement } from './judge.ts'

/** The report of a transcript and what it was judged to be. Pure. */
export function buildReport(transcript: Transcript, judgement: Judgement, contract: Contract): Report {
  const mask = createMasker(listSecrets(transcript.exchanges, transcript.options))
  return {
    schemaVersion: 1,
    kit: transcript.kit,
    contract: { title: contract.title, version: contract.version, sha256: contract.sha256 },
    target: { baseUrl: mask(transcript.baseUrl) },
    startedAt: transcript.startedAt,
    durationMs: transcript.durationMs,
    requests: transcript.requests,
    ...judgement.summary,
    engines: judgement.engines,
    findings: judgement.findings,
  }
}

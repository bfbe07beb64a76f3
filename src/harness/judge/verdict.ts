import type { Check } from '../check.ts'
import { isPlantsAnswer } from '../exchange.ts'
import type { EngineReport, Finding, Report, Verdict } from '../report.ts'
import type { Transcript } from '../transcript.ts'
import { explainEngines, explainInconclusive, explainNothingServed, explainRun } from './reasons.ts'

export type VerdictSummary = Pick<Report, 'verdict' | 'exitCode' | 'reasons' | 'summary'>

export type VerdictBasis = {
  checks: readonly Check[]
  findings: readonly Finding[]
  engines: readonly EngineReport[]
  transcript: Pick<Transcript, 'exchanges' | 'obstacle' | 'stopped' | 'options'>
}

const EXIT_CODES: Record<Verdict, Report['exitCode']> = { conformant: 0, violations: 1, incomplete: 3 }

/** Decides the verdict. Nothing else turns findings into one. */
export function decideVerdict({ checks, findings, engines, transcript }: VerdictBasis): VerdictSummary {
  const count = (verdict: Finding['verdict']): number =>
    findings.filter((finding) => finding.verdict === verdict).length
  const served = transcript.exchanges.some(isPlantsAnswer)
  const reasons = [
    ...explainRun(transcript),
    // Without a single 200 no check could run, and the reasons above say why.
    ...(served ? explainInconclusive(checks, findings) : []),
    ...explainEngines(engines),
  ]
  const violations = count('fail')
  if (violations === 0 && reasons.length === 0 && !served)
    reasons.push(...explainNothingServed(transcript.exchanges))
  const verdict: Verdict = violations > 0 ? 'violations' : reasons.length > 0 ? 'incomplete' : 'conformant'
  return {
    verdict,
    exitCode: EXIT_CODES[verdict],
    reasons,
    summary: {
      violations,
      warnings: count('warn'),
      infos: count('info'),
      notExercised: count('not-exercised'),
      inconclusive: count('inconclusive'),
      passed: count('pass'),
    },
  }
}

import {
  isListed,
  listDistant,
  listExpired,
  listExpiring,
  listProblems,
  markGone,
} from './baseline/applyBaseline.ts'
import type { Baseline } from './baseline/baseline.ts'
import type { Check } from './check.ts'
import { isPlantsAnswer } from './exchange.ts'
import {
  explainCommand,
  explainEngines,
  explainInconclusive,
  explainNothingServed,
  explainRun,
} from './reasons.ts'
import type { EngineReport, Finding, Report, Verdict } from './report.ts'
import { selectKept, type Transcript } from './transcript.ts'

export type VerdictSummary = Pick<Report, 'verdict' | 'exitCode' | 'reasons' | 'summary' | 'baseline'>

export type VerdictBasis = {
  checks: readonly Check[]
  findings: readonly Finding[]
  /** Its entries are marked in the findings. */
  baseline?: Baseline | undefined
  engines: readonly EngineReport[]
  transcript: Pick<Transcript, 'exchanges' | 'facts' | 'options' | 'startedAt'>
}

const EXIT_CODES: Record<Verdict, Report['exitCode']> = { conformant: 0, violations: 1, incomplete: 3 }

/** Decides the verdict, and marks what the baseline lists in vain. Nothing else turns findings into a verdict. */
export function decideVerdict({
  checks,
  findings: given,
  baseline,
  engines,
  transcript,
}: VerdictBasis): VerdictSummary & Pick<Report, 'findings'> {
  const exchanges = selectKept(transcript)
  const served = exchanges.some(isPlantsAnswer)
  const reasons = [
    ...explainRun(transcript),
    // Without a single 200 no check could run, and the reasons above say why.
    ...(served ? explainInconclusive(checks, given) : []),
    ...explainEngines(engines),
  ]
  const counted = given.filter((finding) => !isListed(finding))
  const count = (verdict: Finding['verdict']): number =>
    counted.filter((finding) => finding.verdict === verdict).length
  const violations = count('fail')
  if (violations === 0 && reasons.length === 0 && !served) reasons.push(...explainNothingServed(exchanges))
  if (exchanges.length > 0) reasons.push(...explainCommand(transcript.facts))
  const isWhole = reasons.length === 0 && transcript.options.plan !== 'monitor'
  const findings = isWhole ? markGone(given) : [...given]
  const expiring = baseline ? listExpiring(findings, baseline, transcript.startedAt) : []
  const distant = baseline ? listDistant(findings, baseline, transcript.startedAt) : []
  const expired = baseline ? listExpired(findings, baseline) : []
  const problems = baseline ? listProblems(findings, baseline) : []
  const verdict: Verdict =
    violations + problems.length > 0 ? 'violations' : reasons.length > 0 ? 'incomplete' : 'conformant'
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
      ...(baseline && { listed: given.length - counted.length }),
    },
    ...(baseline && {
      baseline: {
        entries: baseline.entries.length,
        problems,
        ...(expiring.length > 0 && { expiring }),
        ...(distant.length > 0 && { distant }),
        ...(expired.length > 0 && { expired }),
      },
    }),
    findings,
  }
}

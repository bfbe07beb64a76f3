import { type Baseline, describeBaseline, isListed, markGone } from './baseline.ts'
import type { Check } from './check.ts'
import { listReasons } from './reasons.ts'
import type { Decision, EngineReport, Finding, Report, Verdict } from './report.ts'
import type { Transcript } from './transcript.ts'

type VerdictSummary = Pick<
  Report,
  'verdict' | 'exitCode' | 'reasons' | 'decidedBy' | 'summary' | 'baseline' | 'findings'
>

export type VerdictBasis = {
  checks: readonly Check[]
  findings: readonly Finding[]
  /** The baseline whose entries are marked in the findings. */
  baseline?: Baseline | undefined
  engines: readonly EngineReport[]
  transcript: Pick<Transcript, 'exchanges' | 'facts' | 'options' | 'startedAt'>
}

const EXIT_CODES: Record<Verdict, Report['exitCode']> = { conformant: 0, violations: 1, incomplete: 3 }

/**
 * Decides the verdict and the exit code, and says which findings or facts decided them. No other code does. A violation that the baseline
 * does not list, or a problem with the baseline, makes the verdict `violations`; otherwise, any reason makes it `incomplete`.
 */
export function decideVerdict({
  checks,
  findings: given,
  baseline,
  engines,
  transcript,
}: VerdictBasis): VerdictSummary {
  const counted = given.filter((finding) => !isListed(finding))
  const violations = counted.filter(({ verdict }) => verdict === 'fail')
  const reasons = listReasons(transcript, checks, given, engines)
  const isWhole = reasons.length === 0 && transcript.options.plan !== 'monitor'
  const findings = isWhole ? markGone(given) : [...given]
  const described = baseline && describeBaseline(findings, baseline)
  const broken: Decision[] = [
    ...violations.map(({ id }) => ({ finding: id })),
    ...(described && described.problems.length > 0 ? [{ fact: 'baseline' }] : []),
  ]
  const verdict: Verdict = broken.length > 0 ? 'violations' : reasons.length > 0 ? 'incomplete' : 'conformant'
  const count = (of: Finding['verdict']): number => counted.filter((finding) => finding.verdict === of).length
  return {
    verdict,
    exitCode: EXIT_CODES[verdict],
    reasons: reasons.map(({ text }) => text),
    ...(verdict !== 'conformant' && {
      decidedBy: broken.length > 0 ? broken : reasons.flatMap(({ decidedBy }) => decidedBy),
    }),
    summary: {
      violations: violations.length,
      warnings: count('warn'),
      infos: count('info'),
      notExercised: count('not-exercised'),
      inconclusive: count('inconclusive'),
      passed: count('pass'),
      ...(baseline && { listed: given.length - counted.length }),
    },
    ...(described && { baseline: described }),
    findings,
  }
}

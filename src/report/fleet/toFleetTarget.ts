import { isListed } from '../../judge/baseline/applyBaseline.ts'
import type { Report } from '../../judge/report.ts'
import type { FleetCheck, FleetTarget } from './fleet.ts'

/** What a fleet's report keeps of the report of one target. */
export function toFleetTarget(report: Report): FleetTarget {
  const { target, startedAt, durationMs, requests, verdict, exitCode, summary, findings, baseline } = report
  return {
    target,
    startedAt,
    durationMs,
    requests,
    verdict,
    exitCode,
    reasons: [...(baseline?.problems ?? []).map(({ message }) => message), ...report.reasons],
    summary,
    ...(baseline && { baseline }),
    results: Object.fromEntries(
      findings.map((finding) => [finding.id, isListed(finding) ? 'listed' : finding.verdict]),
    ),
  }
}

/** A target that could not be tested, and why. */
export function toUntestedTarget(target: FleetTarget['target'], reason: string): FleetTarget {
  return {
    target,
    startedAt: new Date().toISOString(),
    durationMs: 0,
    requests: 0,
    verdict: 'incomplete',
    exitCode: 3,
    reasons: [reason],
    summary: { violations: 0, warnings: 0, infos: 0, notExercised: 0, inconclusive: 0, passed: 0 },
    results: {},
  }
}

/** The checks of a report. */
export function listFleetChecks({ findings }: Report): FleetCheck[] {
  return findings.map(({ id, level, title, clause, line, fix }) => ({
    id,
    level,
    title,
    clause,
    ...(line !== undefined && { line }),
    fix,
  }))
}

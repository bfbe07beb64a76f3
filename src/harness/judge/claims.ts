import type { Check, Facts } from '../check.ts'
import type { EngineOutcome } from '../engine.ts'
import { type CheckResult, judgeChecks } from './judgeChecks.ts'

/** An engine's word, held against the contract. */
export type Upheld = {
  judged: readonly CheckResult[]
  /** Claims that the answer, as the engine itself saw it, does not bear out. */
  refuted: readonly string[]
}

/**
 * An engine's claim counts where a check finds the same part of the same answer at fault: a proxy or a client library
 * has its own mistakes, and none of them is the server's. Checks without a violation keep what the engine judged.
 */
export function upholdClaims(checks: readonly Check[], outcome: EngineOutcome, facts: Facts): Upheld {
  const own = judgeChecks(
    checks.filter(({ subject }) => subject !== undefined),
    outcome.judged,
    facts,
  )
  const about = new Map(outcome.claims.map((claim) => [claim, false]))
  const judged = own.map((each) => ({
    ...each,
    violations: each.violations.filter(({ exchange }) => {
      const claims = outcome.claims.filter(
        (claim) => claim.exchange === exchange && claim.about === each.check.subject,
      )
      for (const claim of claims) about.set(claim, true)
      return claims.length > 0
    }),
  }))
  const refuted = [...about]
    .filter(([, upheld]) => !upheld)
    .map(([claim]) => `${claim.probe.id}: ${claim.message}`)
  return { judged, refuted }
}

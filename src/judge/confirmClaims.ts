import type { Check, Facts } from './check.ts'
import type { EngineOutcome } from './engine.ts'
import { type CheckResult, type JudgeOptions, judgeChecks } from './judgeChecks.ts'

/** An engine's claims, compared with the contract. */
export type ConfirmedClaims = {
  /** What the kit's checks find in the engine's exchanges, as far as the engine claims it too. */
  confirmed: readonly CheckResult[]
  /** Claims that no check confirms for the response that the engine received. */
  rejected: readonly string[]
}

/**
 * Confirms a claim where a check finds the same part of the same response wrong. Proxies and client libraries have
 * mistakes of their own, and the server is not to blame for those.
 */
export function confirmClaims(
  checks: readonly Check[],
  { exchanges, claims }: EngineOutcome,
  facts: Facts,
  options?: JudgeOptions,
): ConfirmedClaims {
  const results = judgeChecks(
    checks.filter(({ subject }) => subject !== undefined),
    exchanges,
    facts,
    options,
  )
  const accepted = new Set<EngineOutcome['claims'][number]>()
  const confirmed = results.map((result) => ({
    ...result,
    violations: result.violations.filter(({ exchange }) => {
      const matching = claims.filter(
        (claim) => exchanges[claim.exchange] === exchange && claim.about === result.check.subject,
      )
      for (const claim of matching) accepted.add(claim)
      return matching.length > 0
    }),
  }))
  const rejected = claims
    .filter((claim) => !accepted.has(claim))
    .map(({ exchange, message }) => `${exchanges[exchange]?.probe.id}: ${message}`)
  return { confirmed, rejected }
}

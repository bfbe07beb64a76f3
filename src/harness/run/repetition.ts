import type { Exchange, Probe } from '../exchange.ts'
import type { CheckResult } from '../judge/judgeChecks.ts'
import type { Outage } from '../transcript.ts'

/** Repetitions of a probe before a violation is believed. */
export const REPETITIONS = 2
/** At most this many different probes are repeated in a stage. */
const MOST_REPEATED = 12

/** The probes to repeat, given what a stage received and the results of the checks on it. */
export function chooseRepetitions(
  probes: readonly Probe[],
  received: readonly Exchange[],
  results: readonly CheckResult[],
  outages: readonly Outage[],
): Probe[] {
  const failed = findFailedProbes(results)
  for (const { probe, failure } of received) if (failure?.kind === 'timeout') failed.add(probe)
  // Another repetition would only stop the server again.
  const deadly = new Set(outages.flatMap(({ afterProbe, confirmed }) => (confirmed ? [afterProbe] : [])))
  const harmless = probes.filter(({ id }) => !deadly.has(id))
  return addCompanions(harmless, [...failed].slice(0, MOST_REPEATED))
}

function findFailedProbes(results: readonly CheckResult[]): Set<Probe> {
  const serious = results.filter(({ check }) => check.level !== 'INFO')
  return new Set(serious.flatMap(({ violations }) => violations.map(({ exchange }) => exchange.probe)))
}

/** The chosen probes, and those sent on the same connection or at the same time: alone a probe might not fail again. */
function addCompanions(probes: readonly Probe[], chosen: readonly Probe[]): Probe[] {
  return probes.filter((probe) =>
    chosen.some(
      (each) =>
        each === probe ||
        (each.connection !== undefined && each.connection === probe.connection) ||
        (each.parallel !== undefined && each.parallel === probe.parallel),
    ),
  )
}

import type { Check, CheckResult } from '../judge/check.ts'
import type { Exchange, Probe } from '../judge/exchange.ts'
import type { Level } from '../judge/report.ts'
import type { Outage } from '../judge/transcript.ts'

/** What a stage sent, and what its checks found. */
type StageResult = {
  probes: readonly Probe[]
  results: readonly CheckResult[]
  outages: readonly Outage[]
}

/** Repetitions of a probe before a violation is believed. */
export const REPETITIONS = 2
/** A check that fails for this many different probes needs no repetition. */
const EVIDENT = 5
/** Different probes to repeat in a run for each check. */
const PROBES_PER_CHECK: Record<Level, number> = { MUST: 3, SHOULD: 1, INFO: 0 }
/** Requests in a run for repetitions that begin with a violation of this level. The MUSTs come first. */
const BUDGET: Record<Level, number> = { MUST: 60, SHOULD: 20, INFO: 0 }

/** Chooses the probes to repeat after each stage of a run: a fair share for every check, within a budget. */
export function createRepetition(): (stage: StageResult) => Probe[] {
  const failures = new Map<Check['id'], Set<Probe['id']>>()
  const repeatedFor = new Map<Check['id'], number>()
  let spent = 0

  return ({ probes, results, outages }) => {
    // Another repetition would only stop the server again.
    const deadly = new Set(outages.flatMap(({ afterProbe, confirmed }) => (confirmed ? [afterProbe] : [])))
    const harmless = probes.filter(({ id }) => !deadly.has(id))
    const chosen = new Set<Probe>()
    for (const { check, violations } of sortByLevel(results)) {
      const failed = new Set(
        violations.flatMap(({ exchange }) => (isSilent(exchange) ? [] : [exchange.probe.id])),
      )
      const known = new Set([...(failures.get(check.id) ?? []), ...failed])
      failures.set(check.id, known)
      if (known.size >= EVIDENT) continue
      for (const probe of sortByCost(failed, harmless)) {
        const done = repeatedFor.get(check.id) ?? 0
        if (done >= PROBES_PER_CHECK[check.level]) break
        const added = listCompanions(harmless, probe).filter((each) => !chosen.has(each))
        const cost = added.length * REPETITIONS
        // One group may exceed the budget: some faults show only among requests that are sent together.
        if (spent + cost > BUDGET[check.level] && (check.level !== 'MUST' || done > 0)) break
        spent += cost
        repeatedFor.set(check.id, done + 1)
        for (const each of added) chosen.add(each)
      }
    }
    return probes.filter((probe) => chosen.has(probe))
  }
}

/** It was sent twice already, and each time costs a whole time limit. */
function isSilent({ failure }: Exchange): boolean {
  return failure?.kind === 'timeout'
}

function sortByLevel(results: readonly CheckResult[]): CheckResult[] {
  const isMust = ({ check }: CheckResult): number => (check.level === 'MUST' ? 0 : 1)
  return results
    .filter(({ check, violations }) => check.level !== 'INFO' && violations.length > 0)
    .sort((one, other) => isMust(one) - isMust(other))
}

function sortByCost(failed: ReadonlySet<Probe['id']>, probes: readonly Probe[]): Probe[] {
  const cost = (probe: Probe): number => listCompanions(probes, probe).length
  return probes.filter(({ id }) => failed.has(id)).toSorted((one, other) => cost(one) - cost(other))
}

/** The probe, and those sent on the same connection or at the same time: alone it might not fail again. */
function listCompanions(probes: readonly Probe[], probe: Probe): Probe[] {
  const { connection, parallel } = probe
  return probes.filter(
    (each) =>
      each === probe ||
      (connection !== undefined && connection === each.connection) ||
      (parallel !== undefined && parallel === each.parallel),
  )
}

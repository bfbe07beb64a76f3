import type { Check, CheckResult } from '../judge/check.ts'
import type { Probe } from '../judge/exchange.ts'
import type { Outage } from '../judge/transcript.ts'
import { isSilent } from './recovery.ts'

/** What a stage sent, and what its checks found. */
type StageResult = {
  probes: readonly Probe[]
  results: readonly CheckResult[]
  outages: readonly Outage[]
}

/** Number of repetitions of a probe before a violation is believed. */
export const REPETITIONS = 2
/** A check that fails for this many different probes needs no repetition. */
const EVIDENT = 5
/** For each level: how many different probes to repeat for one check, and how many requests to send in all. MUSTs come first. */
const BUDGETS = [
  { level: 'MUST', probes: 3, requests: 60 },
  { level: 'SHOULD', probes: 1, requests: 20 },
] as const

/** Chooses the probes to repeat after each stage of a run: a fair share for every check, within a budget. */
export function createRepetition(): (stage: StageResult) => Probe[] {
  const failures = new Map<Check['id'], ReadonlySet<Probe['id']>>()
  const repeatedFor = new Map<Check['id'], number>()
  let spent = 0

  return ({ probes, results, outages }) => {
    // Another repetition would only stop the server again.
    const harmless = probes.filter(
      ({ id }) => !outages.some(({ afterProbe, confirmed }) => confirmed && afterProbe === id),
    )
    const chosen = new Set<Probe>()
    for (const budget of BUDGETS)
      for (const { check, violations } of results.filter((result) => result.check.level === budget.level)) {
        // A probe without a response was sent twice already, and each repetition costs a whole time limit.
        const failed = violations
          .filter(({ exchange }) => !isSilent(exchange))
          .map(({ exchange }) => exchange.probe.id)
        const known = new Set([...(failures.get(check.id) ?? []), ...failed])
        failures.set(check.id, known)
        const groups = harmless
          .filter(({ id }) => known.size < EVIDENT && failed.includes(id))
          .map((probe) => listCompanions(harmless, probe))
        for (const group of groups.toSorted((one, other) => one.length - other.length)) {
          const done = repeatedFor.get(check.id) ?? 0
          const added = group.filter((each) => !chosen.has(each))
          const cost = added.length * REPETITIONS
          // One group may exceed the budget: some faults show only among requests that are sent together.
          const mayExceed = budget.level === 'MUST' && done === 0
          if (done >= budget.probes || (spent + cost > budget.requests && !mayExceed)) break
          spent += cost
          repeatedFor.set(check.id, done + 1)
          for (const each of added) chosen.add(each)
        }
      }
    return probes.filter((probe) => chosen.has(probe))
  }
}

/** The probe, and the probes sent on the same connection or at the same time: alone, it might not fail again. */
function listCompanions(probes: readonly Probe[], probe: Probe): Probe[] {
  const { connection, parallel } = probe
  return probes.filter(
    (each) =>
      each === probe ||
      (connection !== undefined && connection === each.connection) ||
      (parallel !== undefined && parallel === each.parallel),
  )
}

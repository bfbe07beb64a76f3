import type { EngineName } from '../judge/report.ts'
import { otherEngines } from './otherEngines.ts'
import { CELL, type Power } from './power.ts'
import { findLevel, hasDetected, listFalseAlarms, type Proof } from './prove.ts'

/** The rows of docs/power.md for these proofs, in their order. */
export function createPowerRows(proofs: readonly Proof[]): Power {
  return {
    faults: proofs.flatMap((proof) => {
      const { fault } = proof
      if (fault === undefined) return []
      const { id, title, check } = fault
      const kit = hasDetected(proof) ? CELL.reported : CELL.missed
      const alone = otherEngines.map((name) => chooseEngineCell(proof, name, CELL.reported, CELL.notReported))
      return [{ id, title, check, level: findLevel(check), kit, alone }]
    }),
    variations: proofs.flatMap((proof) => {
      const { variation } = proof
      if (variation === undefined) return []
      const { id, title, incomplete } = variation
      const alarms = listFalseAlarms(proof)
      const clean = incomplete ? CELL.incomplete : CELL.passed
      const kit = alarms.length > 0 ? `${CELL.falseAlarm}: ${alarms.join(', ')}` : clean
      const alone = otherEngines.map((name) => chooseEngineCell(proof, name, CELL.falseAlarm, CELL.passed))
      return [{ id, title, kit, alone }]
    }),
    mutants: [],
  }
}

function chooseEngineCell({ report }: Proof, name: EngineName, claimed: string, silent: string): string {
  const engine = report.engines.find((candidate) => candidate.name === name)
  if (engine?.status !== 'completed') return CELL.noResult
  return engine.claims > 0 ? claimed : silent
}

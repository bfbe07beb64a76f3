import { generatedFaults, generatedVariations } from '../../contract-tests/implementations/generated/index.ts'
import { hasDetected, listFalseAlarms, type Proof, proveAll } from './prove.ts'

/**
 * Runs the kit's own checks on the generated servers: one for each condition of the plan and each effect that may hide behind it.
 * Resolves to a line with the results, and the ids of servers that were missed or wrongly reported.
 */
export async function proveGenerated(
  onProof: (proof: Proof, done: number, total: number) => void,
): Promise<{ summary: string; wrong: string[] }> {
  const proofs = await proveAll(
    [
      ...generatedFaults.map((fault) => ({ fault, implementation: fault })),
      ...generatedVariations.map((variation) => ({ variation, implementation: variation })),
    ],
    { engines: ['probes'], onProof },
  )
  const wrong = proofs.flatMap((proof) => {
    if (proof.fault) return hasDetected(proof) ? [] : [proof.fault.id]
    return listFalseAlarms(proof).length > 0 ? [proof.variation.id] : []
  })
  const missed = wrong.filter((id) => generatedFaults.some((fault) => fault.id === id)).length
  const summary = `Generated servers: ${generatedFaults.length - missed} of ${generatedFaults.length} faults reported, ${wrong.length - missed} of ${generatedVariations.length} valid servers with a false alarm.`
  return { summary, wrong }
}

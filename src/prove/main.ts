import { createPowerRows } from './createPowerRows.ts'
import { formatPower } from './formatPower.ts'
import { hasDetected, listFalseAlarms, type Proof, prove } from './prove.ts'
import { proveGenerated } from './proveGenerated.ts'

// `npm run prove -- limit-ignored`: tests the kit on these faulty and valid servers, or on all of them, and prints what it reports.
const only = process.argv.slice(2)
const nameOf = ({ fault, variation }: Pick<Proof, 'fault' | 'variation'>): string =>
  fault?.id ?? variation?.id ?? ''
const onProof = (proof: Pick<Proof, 'fault' | 'variation'>, done: number, total: number): void =>
  void process.stderr.write(`${done}/${total} ${nameOf(proof)}\n`)
const proofs = await prove(only.length > 0 ? { only, onProof } : { onProof })
process.stdout.write(formatPower(createPowerRows(proofs)))
const failed = proofs.filter((each) => (each.fault && !hasDetected(each)) || listFalseAlarms(each).length > 0)
// Only the kit's own checks judge the generated servers.
const { wrong } = only.length > 0 ? { wrong: [] } : await proveGenerated(onProof)
for (const id of [...failed.map(nameOf), ...wrong]) process.stderr.write(`wrong: ${id}\n`)
process.exitCode = failed.length + wrong.length > 0 ? 1 : 0

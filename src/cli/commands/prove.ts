import { Command } from 'commander'
import { didYouMean } from '../../contract/suggest.ts'
import { addFlags } from '../config/createOption.ts'
import type { FlagsOf } from '../config/flag.ts'
import { UsageError } from '../errors.ts'
import type { Finish } from '../explainFailure.ts'
import { proveFlags } from './proveFlags.ts'

/** `plant-store prove`: shows on the corpus what the harness sees and whom it blames. */
export function proveCommand(finish: Finish): Command {
  const command = new Command('prove')
    .description('Run the harness on every faulty and valid implementation, and print who saw what.')
    .argument('[ids...]', 'only these implementations')
  return addFlags(command, proveFlags).action(async (ids: string[], options: FlagsOf<typeof proveFlags>) => {
    const { faultyServers, variations } = await import('../../../contract-tests/implementations/index.ts')
    const { powerTable } = await import('../../prove/powerTable.ts')
    const proving = await import('../../prove/prove.ts')
    const known = [...faultyServers, ...variations].map((each) => each.id)
    const unknown = ids.find((id) => !known.includes(id))
    if (unknown !== undefined) {
      const near = didYouMean(unknown, known, 3)
      throw new UsageError(
        `expected the id of a fault or a variation, got "${unknown}"; ${near}${near && ' '}plant-store prove lists them all`,
      )
    }
    const proofs = await proving.prove({
      engines: options.engine,
      ...(ids.length > 0 && { only: ids }),
      onProof: ({ fault, variation }, done, total) =>
        process.stderr.write(`${done}/${total} ${fault?.id ?? variation?.id}\n`),
    })
    process.stdout.write(powerTable(proofs))
    const missed = proofs.filter((proof) =>
      proof.fault ? !proving.isSeen(proof) : proving.blame(proof).length > 0,
    )
    for (const { fault, variation } of missed)
      process.stderr.write(fault ? `missed: ${fault.id}\n` : `blamed: ${variation?.id}\n`)
    finish(missed.length > 0 ? 1 : 0)
  })
}

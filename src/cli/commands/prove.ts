import { Command } from 'commander'
import { didYouMean } from '../../contract/suggest.ts'
import { addFlags } from '../config/createOption.ts'
import type { FlagsOf } from '../config/flag.ts'
import { UsageError } from '../errors.ts'
import type { Finish } from '../explainFailure.ts'
import { proveFlags } from '../flags/proveFlags.ts'

/** `plant-store prove`: tests the harness on the corpus and prints what it reports. */
export function proveCommand(finish: Finish): Command {
  const command = new Command('prove')
    .description('Test the kit: run it on faulty and valid servers, and print which of them it reports.')
    .argument('[ids...]', 'only these servers')
  return addFlags(command, proveFlags).action(async (ids: string[], options: FlagsOf<typeof proveFlags>) => {
    const { formatPower } = await import('../../prove/formatPower.ts')
    const { createPowerRows } = await import('../../prove/createPowerRows.ts')
    const { hasDetected, listFalseAlarms, prove } = await import('../../prove/prove.ts')
    const { listImplementationIds } = await import('../../prove/serveImplementation.ts')
    const all = listImplementationIds()
    const unknown = ids.find((id) => !all.includes(id))
    if (unknown !== undefined) {
      const near = didYouMean(unknown, all, 3)
      throw new UsageError(
        `expected the id of a fault or a variation, got "${unknown}"; ${near}${near && ' '}docs/power.md lists them all`,
      )
    }
    const proofs = await prove({
      engines: options.engine,
      plan: options.plan,
      ...(ids.length > 0 && { only: ids }),
      onProof: ({ fault, variation }, done, total) =>
        process.stderr.write(`${done}/${total} ${fault?.id ?? variation?.id}\n`),
    })
    process.stdout.write(formatPower(createPowerRows(proofs)))
    const missed = proofs.filter((proof) => proof.fault && !hasDetected(proof))
    const alarmed = proofs.filter((proof) => listFalseAlarms(proof).length > 0)
    for (const { fault } of missed) process.stderr.write(`missed: ${fault?.id}\n`)
    for (const { variation } of alarmed) process.stderr.write(`false alarm: ${variation?.id}\n`)
    // So few requests cannot show every fault.
    const isMonitor = options.plan === 'monitor'
    const wrong = isMonitor ? alarmed : [...missed, ...alarmed]
    const generated = ids.length > 0 || isMonitor ? undefined : await proveRest()
    if (generated) process.stdout.write(`\n${generated.summary}\n`)
    for (const id of generated?.wrong ?? []) process.stderr.write(`wrong: ${id}\n`)
    finish(wrong.length + (generated?.wrong.length ?? 0) > 0 ? 1 : 0)
  })
}

/** The generated servers, which only the kit's own checks judge. */
async function proveRest(): Promise<{ summary: string; wrong: readonly string[] }> {
  const { proveGenerated } = await import('../../prove/proveGenerated.ts')
  return proveGenerated(({ fault, variation }, done, total) =>
    process.stderr.write(`${done}/${total} ${fault?.id ?? variation?.id}\n`),
  )
}

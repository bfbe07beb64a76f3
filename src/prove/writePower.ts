import { createPowerRows } from './createPowerRows.ts'
import type { Power } from './power.ts'
import { readPower, savePower } from './powerFile.ts'
import { prove } from './prove.ts'
import { saveReadmeRates } from './readme.ts'
import { matchCorpus } from './refreshPower.ts'
import { listImplementationIds } from './serveImplementation.ts'

// `npm run power -- [<id> …]`: measures these servers, or all of them, and updates docs/power.md and the README.
const ids = process.argv.slice(2)
const unknown = ids.filter((id) => !listImplementationIds().includes(id))
if (unknown.length > 0) {
  process.stderr.write(`expected ids of faults or variations, got ${unknown.join(', ')}\n`)
  process.exit(2)
}

const proofs = await prove({
  ...(ids.length > 0 && { only: ids }),
  onProof: ({ fault, variation }, done, total) =>
    process.stderr.write(`${done}/${total} ${fault?.id ?? variation?.id}\n`),
})
const { power, unmeasured } = matchCorpus(merge(createPowerRows(proofs), readPower()))
savePower(power)
saveReadmeRates(power)
if (unmeasured.length > 0)
  process.stderr.write(`not measured yet: npm run power -- ${unmeasured.join(' ')}\n`)

/** New rows come first, so that they are found first. */
function merge(measured: Power, old: Power): Power {
  return {
    faults: [...measured.faults, ...old.faults],
    variations: [...measured.variations, ...old.variations],
    mutants: old.mutants,
  }
}

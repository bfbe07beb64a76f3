import { readPower, savePower, toResults } from './power.ts'
import { corpus, generated, isWrong, listSerious, type Proof, prove } from './prove.ts'

// `npm run prove` tests the kit's own checks on all faulty and valid servers. `npm run prove -- limit-ignored` runs all engines on these
// servers and prints which engines report them. `npm run power`, also with ids, saves that in contract-tests/power.json and in the pages.

const [command, ...ids] = process.argv.slice(2)
const unknown = ids.filter((id) => !corpus.some((each) => each.id === id))
if (unknown.length > 0) {
  process.stderr.write(`expected ids of faults or variations, got ${unknown.join(', ')}\n`)
  process.exit(2)
}
const onProof = ({ server }: Proof, done: number, total: number): void => {
  if (process.stderr.isTTY) process.stderr.write(`${done}/${total} ${server.id}\n`)
}
const chosen = ids.length > 0 ? corpus.filter(({ id }) => ids.includes(id)) : corpus

if (command === 'power') {
  const proofs = await prove(chosen, { onProof })
  const { results, mutants } = readPower()
  const unmeasured = savePower({ results: { ...results, ...toResults(proofs) }, mutants })
  if (unmeasured.length > 0)
    process.stderr.write(`not measured yet: npm run power -- ${unmeasured.join(' ')}\n`)
} else {
  const proofs =
    ids.length > 0
      ? await prove(chosen, { onProof })
      : await prove([...corpus, ...generated], { engines: ['probes'], onProof })
  if (ids.length > 0)
    for (const [id, engines] of Object.entries(toResults(proofs)))
      process.stdout.write(
        `${id}: ${engines === '' ? 'not reported' : `reported by ${engines.replaceAll(' ', ', ')}`}\n`,
      )
  const wrong = proofs.filter(isWrong)
  for (const { server, report } of wrong)
    process.stderr.write(`wrong: ${server.id}: ${report.verdict}, ${listSerious(report).join(', ')}\n`)
  process.stdout.write(`${proofs.length - wrong.length} of ${proofs.length} servers judged as expected\n`)
  process.exitCode = wrong.length > 0 ? 1 : 0
}

import { formatRates, readPower, savePower, toResults } from './power.ts'
import { corpus, generated, isWrong, type Proof, prove } from './prove.ts'

// `npm run prove -- limit-ignored`: tests the kit on these faulty and valid servers, and prints which engines report them. Without ids, tests
// all of them, and the generated servers. `npm run power -- limit-ignored` saves the results in contract-tests/power.json and in the pages.

const [command, ...ids] = process.argv.slice(2)
const unknown = ids.filter((id) => !corpus.some((each) => each.id === id))
if (unknown.length > 0) {
  process.stderr.write(`expected ids of faults or variations, got ${unknown.join(', ')}\n`)
  process.exit(2)
}
const onProof = ({ server }: Proof, done: number, total: number): void =>
  void process.stderr.write(`${done}/${total} ${server.id}\n`)

const proofs = await prove(ids.length > 0 ? corpus.filter(({ id }) => ids.includes(id)) : corpus, { onProof })
if (command === 'power') {
  const { results, mutants } = readPower()
  const unmeasured = savePower({ results: { ...results, ...toResults(proofs) }, mutants })
  if (unmeasured.length > 0)
    process.stderr.write(`not measured yet: npm run power -- ${unmeasured.join(' ')}\n`)
} else {
  // Only the kit's own checks run on the generated servers.
  const others: Proof[] = ids.length > 0 ? [] : await prove(generated, { engines: ['probes'], onProof })
  const wrong = [...proofs, ...others].filter(isWrong)
  const results = toResults(proofs)
  for (const [id, engines] of Object.entries(results))
    process.stdout.write(
      `${id}: ${engines === '' ? 'not reported' : `reported by ${engines.replaceAll(' ', ', ')}`}\n`,
    )
  process.stdout.write(`\n${formatRates({ results, mutants: [] })}`)
  for (const { server } of wrong) process.stderr.write(`wrong: ${server.id}\n`)
  process.exitCode = wrong.length > 0 ? 1 : 0
}

import { faultyServers, variations } from '../contract-tests/implementations/index.ts'
import { corpus, generated, isReported, isWrong, levels, listSerious, type Proof, prove } from './proof.ts'
import { formatTable, type Table, writeResult } from './results.ts'

// `npm run prove` tests the kit's own checks on all servers, and the plan `monitor` on the valid servers whose runs are complete. With
// `-- faults`, `-- valid` or `-- generated`, it tests a part: the handwritten faulty servers, the handwritten valid servers with both plans,
// or the generated servers. Several processes can then share the work.
// `npm run prove -- limit-ignored` runs all engines on the server with this id, and prints which engines report it. `npm run power` runs
// all engines on all servers of the corpus, and saves in bench/results.json how many servers each engine reports.

/** The engines, with the titles of their rows in the table. */
const ENGINES = { kit: 'kit', prism: 'Prism alone', dredd: 'Dredd alone' }

const GROUPS = ['MUST faults reported', 'other faults reported', 'false alarms on valid servers'] as const

const [command, ...ids] = process.argv.slice(2)
const parts: Record<string, typeof corpus> = { faults: faultyServers, valid: variations, generated }
const part = parts[ids[0] ?? '']
if (part) ids.shift()
const unknown = ids.filter((id) => !corpus.some((each) => each.id === id))
if (unknown.length > 0) {
  process.stderr.write(`expected faults, valid, generated, or servers' ids, got ${unknown.join(', ')}\n`)
  process.exit(2)
}
const onProof = ({ server }: Proof, done: number, total: number): void => {
  if (process.stderr.isTTY) process.stderr.write(`${done}/${total} ${server.id}\n`)
}

const chosen = ids.length > 0 ? corpus.filter(({ id }) => ids.includes(id)) : corpus
const onlyProbes = { engines: ['probes'], onProof } as const
const proofs =
  ids.length > 0 || command === 'power'
    ? await prove(chosen, { onProof })
    : [
        ...(await prove(part ?? [...corpus, ...generated], onlyProbes)),
        ...(await prove(
          variations.filter((each) => !each.incomplete && (part === undefined || part === variations)),
          { ...onlyProbes, plan: 'monitor' },
        )),
      ]
for (const proof of ids.length > 0 ? proofs : [])
  process.stdout.write(`${proof.server.id}: reported by ${listReporters(proof).join(', ') || 'no engine'}\n`)
if (command === 'power') {
  const power = countPower(proofs)
  if (ids.length === 0) writeResult('power', 'npm run power', [power])
  process.stdout.write(formatTable(power))
}
const wrong = proofs.filter(isWrong)
for (const { server, report } of wrong)
  process.stderr.write(`wrong: ${server.id}: ${report.verdict}, ${listSerious(report).join(', ')}\n`)
process.stdout.write(`${proofs.length - wrong.length} of ${proofs.length} servers judged as expected\n`)
process.exitCode = wrong.length > 0 ? 1 : 0

/** Lists the engines that report a server: the kit, Prism or Dredd. */
function listReporters(proof: Proof): string[] {
  const others = proof.report.engines.filter(({ name, claims }) => name !== 'probes' && claims > 0)
  return [...(isReported(proof) ? ['kit'] : []), ...others.map(({ name }) => name)]
}

/** Counts, for each group of servers, how many servers each engine reports. */
function countPower(proofs: readonly Proof[]): Table {
  const count = (engine: string, group: string): string => {
    const members = proofs.filter((proof) => nameGroup(proof) === group)
    return `${members.filter((proof) => listReporters(proof).includes(engine)).length} of ${members.length}`
  }
  const rows = Object.entries(ENGINES).map(([engine, title]) => [
    title,
    ...GROUPS.map((group) => count(engine, group)),
  ])
  return [['engine', ...GROUPS], ...rows]
}

function nameGroup({ server }: Proof): (typeof GROUPS)[number] {
  if (!('check' in server)) return 'false alarms on valid servers'
  return levels.get(server.check) === 'MUST' ? 'MUST faults reported' : 'other faults reported'
}

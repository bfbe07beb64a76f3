import { isReported, levels, type Proof } from './proof.ts'
import type { Table } from './results.ts'

/** The engines, with the titles of their rows in the table. */
const ENGINES = { kit: 'kit', prism: 'Prism alone', dredd: 'Dredd alone' }

const GROUPS = ['MUST faults reported', 'other faults reported', 'false alarms on valid servers'] as const

/** Lists the engines that report a server, including Prism and Dredd if they ran. */
export function listReporters(proof: Proof): string[] {
  const others = proof.report.engines.filter(({ name, claims }) => name !== 'probes' && claims > 0)
  return [...(isReported(proof) ? ['kit'] : []), ...others.map(({ name }) => name)]
}

/** Counts the servers in each group that each engine reports. */
export function countPower(proofs: readonly Proof[]): Table {
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

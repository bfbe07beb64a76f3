import { readFileSync, writeFileSync } from 'node:fs'
import { isReported, levels, type Proof } from './prove.ts'

/** The measured results: how many servers of each group each engine reports, the sizes of the groups, and the mutation scores. */
export type Power = { rates: Rates; mutants: MutantRow[] }

type Rates = Record<keyof typeof ENGINES, Record<Group, [reported: number, total: number]>>
type Group = (typeof GROUPS)[number]

/** How many mutants a correct server has, and how the kit judged them. */
export type MutantRow = { id: string; title: string } & Record<MutantCount, number>

/** The columns of counts. The first column is the sum of the others. */
const mutantCounts = ['mutants', 'killed', 'equivalent', 'not checked', 'survived', 'false kills'] as const

export type MutantCount = (typeof mutantCounts)[number]

/** The engines, and the titles of their rows. */
const ENGINES = { kit: 'kit', prism: 'Prism alone', dredd: 'Dredd alone' }

const GROUPS = ['MUST faults reported', 'other faults reported', 'false alarms on valid servers'] as const

const FILE = new URL('../../contract-tests/power.json', import.meta.url)

export function readPower(): Power {
  return JSON.parse(readFileSync(FILE, 'utf8'))
}

/** Replaces these results. `npm run update` updates the pages with them. */
export function savePower(results: Partial<Power>): void {
  writeFileSync(FILE, `${JSON.stringify({ ...readPower(), ...results }, null, 2)}\n`)
}

/** The engines that report a server. Prism and Dredd are included if they ran. */
export function listReporters(proof: Proof): string[] {
  const others = proof.report.engines.filter(({ name, claims }) => name !== 'probes' && claims > 0)
  return [...(isReported(proof) ? ['kit'] : []), ...others.map(({ name }) => name)]
}

/** How many servers of each group each engine reports, and the size of each group. */
export function countRates(proofs: readonly Proof[]): Rates {
  const count = (engine: string, group: Group): [number, number] => {
    const members = proofs.filter((proof) => nameGroup(proof) === group)
    return [members.filter((proof) => listReporters(proof).includes(engine)).length, members.length]
  }
  const rows = Object.keys(ENGINES).map((engine) => [
    engine,
    Object.fromEntries(GROUPS.map((group) => [group, count(engine, group)])),
  ])
  return Object.fromEntries(rows)
}

function nameGroup({ server }: Proof): Group {
  if (!('check' in server)) return 'false alarms on valid servers'
  return levels.get(server.check) === 'MUST' ? 'MUST faults reported' : 'other faults reported'
}

/** The table of the engines, with the kit's mutation score: only the kit's own checks run on mutants. */
export function formatRates({ rates, mutants }: Power): string {
  const rows = Object.entries(ENGINES).map(([engine, title]) => [
    title,
    ...GROUPS.map((group) => formatRate(...rates[engine as keyof Rates][group])),
    engine === 'kit' ? formatScore(mutants) : '–',
  ])
  return formatTable(['engine', ...GROUPS, 'mutants killed'], rows)
}

export function formatMutants(rows: readonly MutantRow[]): string {
  return formatTable(
    ['server', 'what it is', ...mutantCounts, 'score'],
    rows.map((row) => [
      `\`${row.id}\``,
      row.title,
      ...mutantCounts.map((name) => String(row[name])),
      formatScore([row]),
    ]),
  )
}

/** The proportion of mutants that the kit kills, not counting mutants that are valid servers. */
function formatScore(rows: readonly MutantRow[]): string {
  const sum = (count: (row: MutantRow) => number): number =>
    rows.reduce((total, row) => total + count(row), 0)
  return formatRate(
    sum(({ killed }) => killed),
    sum((row) => row.mutants - row.equivalent - row['false kills']),
  )
}

function formatRate(count: number, total: number): string {
  return total === 0 ? 'none' : `${count} of ${total} (${Math.round((count / total) * 100)} %)`
}

/** A Markdown table. */
export function formatTable(
  titles: readonly string[],
  rows: readonly (readonly (string | undefined)[])[],
): string {
  const lines = [titles, titles.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map((cell) => cell?.replaceAll('|', '\\|')).join(' | ')} |\n`,
  )
  return lines.join('')
}

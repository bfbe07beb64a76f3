import { readFileSync, writeFileSync } from 'node:fs'
import { type Candidate, corpus, isReported, levels, type Proof } from './prove.ts'

/** The measured results: which of `kit`, `prism` and `dredd` report each server of the corpus, and the mutation score. */
export type Power = { results: Record<string, string>; mutants: MutantRow[] }

/** How many mutants a correct server has, and how the kit judged them. */
export type MutantRow = { id: string; title: string } & Record<MutantCount, number>

/** The columns of counts. The first column is the sum of the others. */
const mutantCounts = ['mutants', 'killed', 'equivalent', 'not checked', 'survived', 'false kills'] as const

export type MutantCount = (typeof mutantCounts)[number]

const FILE = new URL('../../contract-tests/power.json', import.meta.url)

export function readPower(): Power {
  return JSON.parse(readFileSync(FILE, 'utf8'))
}

/** Writes the results of servers that still exist. `npm run power` updates the pages with them. Returns ids without a result. */
export function savePower({ results, mutants }: Power): string[] {
  const known = corpus.flatMap(({ id }) => (results[id] === undefined ? [] : [[id, results[id]] as const]))
  const power = { results: Object.fromEntries(known), mutants }
  writeFileSync(FILE, `${JSON.stringify(power, null, 2)}\n`)
  return listUnmeasured(power)
}

export function listUnmeasured({ results }: Power): string[] {
  return corpus.flatMap(({ id }) => (results[id] === undefined ? [id] : []))
}

/** The results of these proofs. Results of Prism and Dredd are included if there are any. */
export function toResults(proofs: readonly Proof[]): Power['results'] {
  return Object.fromEntries(
    proofs.map((proof) => {
      const others = proof.report.engines.filter(({ name, claims }) => name !== 'probes' && claims > 0)
      const kit = isReported(proof) ? ['kit'] : []
      return [proof.server.id, [...kit, ...others.map(({ name }) => name)].join(' ')]
    }),
  )
}

/** The engines, and the titles of their columns. */
const ENGINES = { kit: 'kit', prism: 'Prism alone', dredd: 'Dredd alone' }

const GROUPS = ['MUST faults reported', 'other faults reported', 'false alarms on valid servers'] as const

function nameGroup(server: Candidate): (typeof GROUPS)[number] {
  if (!('check' in server)) return 'false alarms on valid servers'
  return levels.get(server.check) === 'MUST' ? 'MUST faults reported' : 'other faults reported'
}

/** How many faults each engine reports, for how many valid servers it raises a false alarm, and the kit's mutation score. */
export function formatRates(power: Power): string {
  const measured = corpus.filter(({ id }) => power.results[id] !== undefined)
  const groups = Object.groupBy(measured, nameGroup)
  const rows = Object.entries(ENGINES).map(([engine, title]) => [
    title,
    ...GROUPS.map((group) => {
      const reported = groups[group]?.filter(({ id }) => power.results[id]?.split(' ').includes(engine))
      return formatRate(reported?.length ?? 0, groups[group]?.length ?? 0)
    }),
    // Only the kit's own checks run on mutants.
    engine === 'kit' ? formatScore(power.mutants) : '–',
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

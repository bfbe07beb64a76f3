import { readFileSync, writeFileSync } from 'node:fs'
import { readContract } from '../contract/readContract.ts'
import { checks } from '../verify.ts'
import { corpus, listReporting, type Proof } from './prove.ts'

/** What was measured: which of `kit`, `prism` and `dredd` report each server of the corpus, and the mutation score. */
export type Power = { results: Record<string, string>; mutants: MutantRow[] }

/** How many mutants one sound server has, and what the kit said about them. */
export type MutantRow = { id: string; title: string } & Record<MutantCount, number>

/** The columns of counts. All but the first add up to the first. */
const mutantCounts = ['mutants', 'killed', 'equivalent', 'not checked', 'survived', 'false kills'] as const

export type MutantCount = (typeof mutantCounts)[number]

const FILE = new URL('../../contract-tests/power.json', import.meta.url)

export function readPower(): Power {
  return JSON.parse(readFileSync(FILE, 'utf8'))
}

/** Writes the results of servers that there still are. `npm run update` shows them in the pages. Returns the ids that have no result. */
export function savePower({ results, mutants }: Power): string[] {
  const known = corpus.flatMap(({ id }) => (results[id] === undefined ? [] : [[id, results[id]] as const]))
  const power = { results: Object.fromEntries(known), mutants }
  writeFileSync(FILE, `${JSON.stringify(power, null, 2)}\n`)
  return listUnmeasured(power)
}

export function listUnmeasured({ results }: Power): string[] {
  return corpus.flatMap(({ id }) => (results[id] === undefined ? [id] : []))
}

/** The results of these proofs. What Prism and Dredd say counts if they say anything. */
export function toResults(proofs: readonly Proof[]): Power['results'] {
  return Object.fromEntries(
    proofs.map((proof) => {
      const others = proof.report.engines.filter(({ name, claims }) => name !== 'probes' && claims > 0)
      const kit = listReporting(proof).length > 0 ? ['kit'] : []
      return [proof.id, [...kit, ...others.map(({ name }) => name)].join(' ')]
    }),
  )
}

const ENGINES = ['kit', 'prism', 'dredd']
const TITLES = ['kit', 'Prism alone', 'Dredd alone']

/** The results as Markdown: the rates, then a table of faults and one of variations. */
export function formatPower({ results, mutants }: Power): string {
  const measured = corpus.filter(({ id }) => results[id] !== undefined)
  const mark = (id: string, yes: string, no: string): string[] =>
    ENGINES.map((engine) => (isReported(results, id, engine) ? yes : no))
  return [
    `## Rates\n\n${formatRates({ results, mutants })}`,
    `## Mutants\n\n${formatMutants(mutants)}`,
    `## Faults\n\n${formatTable(
      ['fault', 'a server that …', 'check', 'level', ...TITLES],
      measured.flatMap((each) => {
        if (!('fault' in each)) return []
        const { id, title, fault } = each
        return [
          [`\`${id}\``, title, `\`${fault.check}\``, findLevel(fault.check), ...mark(id, 'reported', '–')],
        ]
      }),
    )}`,
    `## Variations\n\n${formatTable(
      ['variation', 'a server that …', ...TITLES],
      measured.flatMap((each) =>
        'fault' in each ? [] : [[`\`${each.id}\``, each.title, ...mark(each.id, 'false alarm', 'passed')]],
      ),
    )}`,
  ].join('\n')
}

/** How many faults each engine reports, on how many valid servers it has a false alarm, and the kit's mutation score. */
export function formatRates({ results, mutants }: Power): string {
  const measured = corpus.filter(({ id }) => results[id] !== undefined)
  const faults = measured.flatMap((each) => ('fault' in each ? [each.fault] : []))
  const groups = [
    faults.filter(({ check }) => findLevel(check) === 'MUST'),
    faults.filter(({ check }) => findLevel(check) !== 'MUST'),
    measured.filter((each) => 'variation' in each),
  ]
  const rows = ENGINES.map((engine, index) => [
    TITLES[index] ?? engine,
    ...groups.map((group) =>
      formatRate(group.filter(({ id }) => isReported(results, id, engine)).length, group.length),
    ),
    // Only the kit's own checks run on mutants.
    engine === 'kit' ? formatScore(mutants) : '–',
  ])
  return formatTable(
    [
      'engine',
      'MUST faults reported',
      'other faults reported',
      'false alarms on valid servers',
      'mutants killed',
    ],
    rows,
  )
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

/** How many mutants the kit kills, of those that are not valid servers. */
function formatScore(rows: readonly MutantRow[]): string {
  const sum = (count: (row: MutantRow) => number): number =>
    rows.reduce((total, row) => total + count(row), 0)
  return formatRate(
    sum(({ killed }) => killed),
    sum((row) => row.mutants - row.equivalent - row['false kills']),
  )
}

function isReported(results: Power['results'], id: string, engine: string): boolean {
  return results[id]?.split(' ').includes(engine) === true
}

function findLevel(id: string): string | undefined {
  return checks(readContract()).find((check) => check.id === id)?.level
}

function formatRate(count: number, total: number): string {
  return total === 0 ? 'none' : `${count} of ${total} (${Math.round((count / total) * 100)} %)`
}

/** A table of Markdown. */
export function formatTable(
  titles: readonly string[],
  rows: readonly (readonly (string | undefined)[])[],
): string {
  const lines = [titles, titles.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map((cell) => cell?.replaceAll('|', '\\|')).join(' | ')} |\n`,
  )
  return lines.join('')
}

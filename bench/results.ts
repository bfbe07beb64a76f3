import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'

/** The rows of a table. The first row contains the column titles. */
export type Table = readonly (readonly (string | number)[])[]

/** A command's results, with the commit and the machine. */
type Result = { command: string; date: string; commit: string; machine: string; tables: readonly Table[] }

type ResultName = 'power' | 'mutants' | 'mock' | 'start' | 'verify' | 'hostile' | 'soak'

const FILE = fileURLToPath(new URL('./results.json', import.meta.url))

/** Reads the latest results of each command, which the documentation quotes. */
export const readResults = (): Record<ResultName, Result> => JSON.parse(readFileSync(FILE, 'utf8'))

/** Replaces the results of a command in bench/results.json. */
export function writeResult(name: ResultName, command: string, tables: readonly Table[]): void {
  const date = new Date().toISOString().slice(0, 10)
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const [processor, ...others] = cpus()
  const load = loadavg()[0]?.toFixed(1)
  const machine = `Node.js ${process.versions.node}, ${others.length + 1} × ${processor?.model}, load average ${load}`
  const result: Result = { command, date, commit, machine, tables }
  writeFileSync(FILE, formatResults({ ...readResults(), [name]: result }))
}

/** Formats results as JSON, with one line for each command, because each run of a command changes most of its figures. */
function formatResults(results: Record<string, Result>): string {
  const lines = Object.entries(results).map((entry) => entry.map((each) => JSON.stringify(each)).join(':'))
  return `{\n${lines.join(',\n')}\n}\n`
}

/** Formats a table as Markdown. */
export function formatTable([titles = [], ...rows]: Table): string {
  const lines = [titles, titles.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |\n`,
  )
  return lines.join('')
}

import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Replaces the figures of a command in bench/results.md: the text between `<!-- figures: hostile -->` and `<!-- end -->`. */
export function writeFigures(name: string, text: string): void {
  const url = new URL('results.md', import.meta.url)
  const page = readFileSync(url, 'utf8')
  const [start, end] = [`<!-- figures: ${name} -->\n`, '<!-- end -->']
  const from = page.indexOf(start)
  const to = page.indexOf(end, from)
  if (from < 0 || to < 0) throw new Error(`bench/results.md has no figures: ${name}`)
  writeFileSync(url, `${page.slice(0, from)}${start}\n${text.trim()}\n\n${page.slice(to)}`)
}

/** Describes the machine during a measurement. `loads` are load averages from the time of the measurement. */
export function describeMachine(loads: readonly number[]): string {
  const load = loads.reduce((sum, each) => sum + each, 0) / Math.max(1, loads.length)
  return `Node.js ${process.versions.node} on ${availableParallelism()} processors with a load average of ${load.toFixed(1)}`
}

import { parseArgs } from 'node:util'
import { formatTable, type Table, writeResult } from '../results.ts'
import { measureMock } from './measureMock.ts'
import { measureStart } from './measureStart.ts'
import { measureVerify } from './measureVerify.ts'

// `npm run bench` compares the speed of the mock and of `verify` with that of other programs, as ratios of figures from the same round. The
// command saves the figures in bench/results.json. Run this command while no other programs run. Arguments select parts, for example
// `npm run bench -- start`. `--rounds N` sets the number of rounds.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '10' } },
})
const rounds = Number(values.rounds)

const parts: Readonly<Record<'mock' | 'start' | 'verify', () => Promise<Table[]>>> = {
  mock: async () => {
    const results = await measureMock(rounds, 2)
    const bare = results.find(({ name }) => name.startsWith('node:http'))
    const own = results.find(({ name }) => name === 'plant-store-kit mock')
    const rows = results.map((result) => {
      const peer = result.name.startsWith('plant-store-kit mock with') ? own : bare
      return [
        result.name,
        median(result.rates).toLocaleString('en', { maximumFractionDigits: 0 }),
        median(result.costs).toFixed(1),
        result === peer ? '1' : formatRatio(result.rates, peer?.rates ?? []),
        formatMegabytes(result.memory),
      ]
    })
    return [[['server', 'responses per second', 'µs of CPU time', 'ratio', 'memory'], ...rows]]
  },
  start: async () => {
    const results = await measureStart(rounds)
    const [bare] = results
    const rows = results.map(({ name, times, memories }) => [
      name,
      `${median(times).toFixed(0)} ms`,
      formatRatio(times, bare?.times ?? []),
      formatMegabytes(median(memories)),
      formatRatio(memories, bare?.memories ?? []),
    ])
    return [[['server', 'first response after', 'ratio', 'memory', 'ratio'], ...rows]]
  },
  verify: async () => {
    const contenders = await measureVerify(rounds)
    const rows = Object.values(contenders).map(({ title, walls, processors, requests }) => [
      title,
      `${median(walls).toFixed(0)} ms`,
      `${median(processors).toFixed(0)} ms`,
      requests,
    ])
    const { node, probes, prism, dredd, all } = contenders
    const slower = (pick: 'walls' | 'processors'): number[] =>
      prism[pick].map((time, round) => Math.max(time, dredd[pick][round] ?? 0))
    const own = probes.walls.map((time, round) => time - (node.walls[round] ?? 0))
    const comparisons: Table = [
      ['comparison', 'median (least–most)'],
      [
        'all engines, compared to the slower of the Prism and Dredd commands',
        formatRatio(all.walls, slower('walls')),
      ],
      ['the same ratio for CPU time', formatRatio(all.processors, slower('processors'))],
      ['own checks, without the time that Node.js needs to start and end', `${median(own).toFixed(0)} ms`],
    ]
    return [[['process', 'time', 'CPU time', 'requests'], ...rows], comparisons]
  },
}

const unknown = positionals.find((name) => !Object.hasOwn(parts, name))
if (unknown !== undefined || !Number.isInteger(rounds) || rounds < 1) {
  console.error(
    `expected parts (${Object.keys(parts).join(', ')}) and a number of rounds, got ${process.argv.slice(2).join(' ')}`,
  )
  process.exit(2)
}
for (const name of ['mock', 'start', 'verify'] as const) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  console.log(`${name} …`)
  const tables = await parts[name]()
  console.log(`\n${tables.map(formatTable).join('\n')}`)
  writeResult(name, `npm run bench -- ${name} --rounds ${rounds}`, tables)
}

function formatMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}

/** Returns the median of some values. */
function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN
}

/** Formats the ratios of two servers' figures in each round: their median, and the smallest and the largest ratio: `0.91 (0.88–0.93)`. */
function formatRatio(values: readonly number[], peers: readonly number[]): string {
  const ratios = values.slice(0, peers.length).map((value, round) => value / (peers[round] ?? Number.NaN))
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)]
  return `${format(median(ratios))} (${format(least)}–${format(most)})`
}

function format(ratio: number): string {
  return ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2)
}

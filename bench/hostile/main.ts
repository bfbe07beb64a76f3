import { parseArgs } from 'node:util'
import { attackMock } from './attackMock.ts'
import { attackVerify, type Cost } from './attackVerify.ts'
import { targets } from './targets.ts'

// `npm run hostile`: hostile servers for `verify`, then malformed requests for the mock. `--sample` takes every tenth, as CI
// does. `--engine all` starts Prism and Dredd too. Names of targets select them. Needs /proc, as on Linux.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'boolean' }, engine: { type: 'string', default: 'probes' } },
})
const MIB = 2 ** 20
const LIMITS = {
  ms: 30_000,
  moreMemory: 400 * MIB,
  killedMs: 2_000,
  otherClientMs: 200,
  mockMemory: 200 * MIB,
}
/** A run waits for a server that asks it to, or that is down, in addition. */
const WAITING = 45_000
const awaited = ['always-429', 'always-503', 'closes-at-once', 'resets-the-connection', 'stops-in-the-middle']
const problems: string[] = []
const { usual = {}, ...hostile } = targets
const names = Object.keys(hostile)
const selected =
  positionals.length > 0 ? positionals : names.filter((_, index) => !values.sample || index % 10 === 3)

const engines = values.engine === 'all' ? 'probes,prism,dredd' : values.engine
const baseline = await attackVerify(usual, { engines })
report('usual', baseline, LIMITS.ms, Number.POSITIVE_INFINITY)
for (const name of selected) {
  const mostMs = LIMITS.ms + (awaited.includes(name) ? WAITING : 0)
  const cost = await attackVerify(hostile[name] ?? {}, { engines })
  report(name, cost, mostMs, baseline.memory + LIMITS.moreMemory)
}

// At times spread over a run, on targets spread over the list.
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const
const kills = positionals.length > 0 ? 0 : values.sample ? 4 : 40
for (let index = 0; index < kills; index += 1) {
  const name = names[(index * 37) % names.length] ?? ''
  const signal = signals[index % signals.length] ?? 'SIGINT'
  const afterMs = 300 + ((index * 613) % 4_000)
  const cost = await attackVerify(hostile[name] ?? {}, { engines, kill: { signal, afterMs } })
  report(
    `${signal} after ${afterMs} ms: ${name}`,
    cost,
    LIMITS.killedMs,
    baseline.memory + LIMITS.moreMemory,
    signal,
  )
}

if (positionals.length === 0) {
  const mock = await attackMock(values.sample ? 1_000 : 10_000)
  console.log(
    `mock: ${mock.requests} malformed requests in ${(mock.ms / 1000).toFixed(1)} s; ${mock.answers} answers to a usual client, the slowest after ${mock.slowest.toFixed(0)} ms; ${(mock.moreMemory / MIB).toFixed(0)} MiB more memory; ${mock.moreFiles} more open files`,
  )
  problems.push(...mock.problems)
  if (mock.slowest > LIMITS.otherClientMs)
    problems.push(`mock: a usual client waited ${mock.slowest.toFixed(0)} ms`)
  if (mock.moreMemory > LIMITS.mockMemory) problems.push('mock: too much memory')
  if (mock.moreFiles > 0) problems.push(`mock: ${mock.moreFiles} files left open`)
}

console.log(problems.length === 0 ? '\nEvery limit holds.' : `\n${problems.join('\n')}`)
process.exit(problems.length === 0 ? 0 : 1)

function report(name: string, cost: Cost, mostMs: number, mostMemory: number, signal?: NodeJS.Signals): void {
  const { ms, memory, code, left, output, cpu } = cost
  console.log(
    `${name.padEnd(44)}${(ms / 1000).toFixed(1).padStart(6)} s ${cpu.toFixed(1).padStart(6)} s CPU ${(memory / MIB).toFixed(0).padStart(6)} MiB   exit ${code}`,
  )
  const expected: readonly (number | null)[] =
    signal === 'SIGKILL' ? [null, 0, 1, 3] : signal ? [0, 1, 3, 129, 130, 143, null] : [0, 1, 3]
  if (ms > mostMs) problems.push(`${name}: took ${(ms / 1000).toFixed(1)} s`)
  if (memory > mostMemory) problems.push(`${name}: took ${(memory / MIB).toFixed(0)} MiB`)
  if (!expected.includes(code)) problems.push(`${name}: exit code ${code}`)
  if (left.length > 0 && signal !== 'SIGKILL') problems.push(`${name}: left ${left.join(', ')}`)
  if (output.includes('the kit itself failed')) problems.push(`${name}: the kit itself failed`)
}

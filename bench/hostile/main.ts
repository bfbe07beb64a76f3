import { parseArgs } from 'node:util'
import { type Table, writeResult } from '../results.ts'
import { BARE, startProcess } from '../startProcess.ts'
import { attackServer, type ServerCost } from './attackServer.ts'
import { attackUpstream } from './attackUpstream.ts'
import { attackVerify, type Cost } from './attackVerify.ts'
import { LIMITS, MIB } from './processes.ts'
import { targets } from './targets.ts'

// `npm run hostile` runs `verify` with all engines on hostile servers, kills runs at various times, and sends malformed requests to the
// mock. For comparison, bare node:http gets the same requests. The command writes figures to bench/results.json, and needs Linux.
// `--sample`, as in CI, runs every tenth target. `--engine probes` runs only the kit's own checks. Arguments select targets by name. With
// `--sample` or arguments, the command saves no figures.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'boolean' }, engine: { type: 'string' } },
})
const isFull = positionals.length === 0 && !values.sample
/** The additional milliseconds that a run may take if it waits for the server, for example because of Retry-After. */
const WAITING = 45_000
const awaited = ['always-429', 'always-503', 'closes-at-once', 'resets-the-connection', 'stops-in-the-middle']
const engines = values.engine ?? (values.sample ? 'probes' : 'probes,prism,dredd')
/** The servers to attack: the mock, and a server that returns the same list to every request. */
const SERVERS = {
  'plant-store-kit mock': ['src/cli/main.ts', 'mock', '--port', '0'],
  'bare node:http': ['-e', BARE],
}
const { usual = {}, ...hostile } = targets
const names = Object.keys(hostile)
const selected =
  positionals.length > 0 ? positionals : names.filter((_, index) => !values.sample || index % 10 === 3)
/** Figures that exceed their limit, and other problems. */
const problems: string[] = []

const baseline = await attackVerify(usual, { engines })
report('usual', baseline, LIMITS.ms, Number.POSITIVE_INFINITY)
const mostMemory = baseline.memory + LIMITS.moreMemory
const costs: Cost[] = []
for (const name of selected) {
  const cost = await attackVerify(hostile[name] ?? {}, { engines })
  report(name, cost, LIMITS.ms + (awaited.includes(name) ? WAITING : 0), mostMemory)
  costs.push(cost)
}

// Kill runs on targets from all parts of the list, some runs early and some late.
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const
const kills: Cost[] = []
const killCount = positionals.length > 0 ? 0 : values.sample ? 4 : 40
for (let index = 0; index < killCount; index += 1) {
  const name = names[(index * 37) % names.length] ?? ''
  const signal = signals[index % signals.length] ?? 'SIGINT'
  const afterMs = 300 + ((index * 613) % 4_000)
  const cost = await attackVerify(hostile[name] ?? {}, { engines, kill: { signal, afterMs } })
  report(`${signal} after ${afterMs} ms: ${name}`, cost, LIMITS.killedMs, mostMemory, signal)
  kills.push(cost)
}

/** The attacked servers, the mock first. */
const attacked: { name: string; cost: ServerCost }[] = []
if (positionals.length === 0)
  for (const [name, args] of Object.entries(SERVERS)) {
    if (!isFull && attacked.length > 0) break
    const server = await startProcess({ args })
    const cost = await attackServer(server, isFull ? 10_000 : 1_000)
    await server.close()
    reportServer(name, 'malformed requests', cost)
    if (attacked.length === 0) checkMock(cost, LIMITS.otherClientMs, LIMITS.mockMemory)
    attacked.push({ name, cost })
  }
const forwarding = positionals.length === 0 ? await attackUpstream() : undefined
if (forwarding) {
  reportServer('plant-store-kit mock --upstream', 'requests to hostile services', forwarding)
  checkMock(forwarding, LIMITS.upstreamMs, LIMITS.moreMemory)
}

console.log(problems.length === 0 ? '\nEvery limit holds.' : `\n${problems.join('\n')}`)
if (isFull) writeResult('hostile', 'npm run hostile', formatFigures())
process.exit(problems.length === 0 ? 0 : 1)

function report(name: string, cost: Cost, mostMs: number, most: number, signal?: NodeJS.Signals): void {
  const { ms, memory, code, left, output, cpu, processes, files, unclean } = cost
  console.log(
    `${name.padEnd(44)}${(ms / 1000).toFixed(1).padStart(6)} s ${cpu.toFixed(1).padStart(6)} s CPU ${(memory / MIB).toFixed(0).padStart(6)} MiB ${String(processes).padStart(3)} processes ${String(files).padStart(4)} files   exit ${code}`,
  )
  const expected: readonly (number | null)[] =
    signal === 'SIGKILL' ? [null, 0, 1, 3] : signal ? [0, 1, 3, 129, 130, 143, null] : [0, 1, 3]
  if (ms > mostMs) problems.push(`${name}: took ${(ms / 1000).toFixed(1)} s`)
  if (memory > most) problems.push(`${name}: took ${(memory / MIB).toFixed(0)} MiB`)
  if (processes > LIMITS.processes) problems.push(`${name}: started ${processes} processes`)
  if (files > LIMITS.files) problems.push(`${name}: opened ${files} files and sockets`)
  if (!expected.includes(code)) problems.push(`${name}: exit code ${code}`)
  if (left.length > 0) problems.push(`${name}: left ${left.join(', ')}`)
  for (const each of unclean) problems.push(`${name}: a control code, CI command or token is in ${each}`)
  if (output.includes('the kit itself failed')) problems.push(`${name}: the kit itself failed`)
}

function reportServer(name: string, attack: string, cost: ServerCost): void {
  console.log(
    `${name}: ${cost.requests} ${attack} in ${(cost.ms / 1000).toFixed(1)} s; ${cost.answers} responses to a client, the slowest after ${cost.slowest.toFixed(0)} ms; ${(cost.moreMemory / MIB).toFixed(0)} MiB more memory; ${cost.moreFiles} more open files`,
  )
}

function checkMock(
  { slowest, moreMemory, moreFiles, wrong, answers }: ServerCost,
  mostMs: number,
  mostMemory: number,
): void {
  for (const answer of wrong) problems.push(`mock: a client got ${answer.slice(0, 80)}`)
  if (answers < 20) problems.push(`mock: a client got only ${answers} answers`)
  // In CI, the machine also does other work, so the limit is high enough that only a blocked mock exceeds it.
  const limit = values.sample ? 10 * mostMs : mostMs
  if (slowest > limit) problems.push(`mock: a client waited ${slowest.toFixed(0)} ms`)
  if (moreMemory > mostMemory) problems.push('mock: too much memory')
  if (moreFiles > 0) problems.push(`mock: ${moreFiles} files left open`)
}

/** Formats the figures: all runs, and the servers under attack. */
function formatFigures(): Table[] {
  const most = (of: (cost: Cost) => number, all = costs): number => Math.max(...all.map(of))
  const more = ({ memory }: Cost): number => memory - baseline.memory
  const ms = costs.map((cost) => cost.ms).sort((one, other) => one - other)
  const row = (what: string, format: (cost: ServerCost) => string | number, limit: string | number) => [
    what,
    ...attacked.map(({ cost }) => format(cost)),
    limit,
  ]
  return [
    [
      [`\`verify --timeout 1000\` on ${costs.length} hostile servers`, 'measured', 'limit'],
      ['time: median', `${toSeconds(ms[Math.floor(ms.length / 2)] ?? 0)} s`, ''],
      [
        'time: longest',
        `${toSeconds(most((cost) => cost.ms))} s`,
        `${toSeconds(LIMITS.ms)} s, and 45 s more if the server says when to come back or is down`,
      ],
      ['memory of all processes in a usual run', `${toMib(baseline.memory)} MiB`, ''],
      ['extra memory, at most', `${toMib(Math.max(0, most(more)))} MiB`, `${toMib(LIMITS.moreMemory)} MiB`],
      ['processes, maximum', most((cost) => cost.processes), LIMITS.processes],
      ['open files and sockets, maximum', most((cost) => cost.files), LIMITS.files],
      [
        `time to the end of ${kills.length} runs after SIGINT, SIGTERM, SIGHUP or SIGKILL, maximum`,
        `${toSeconds(most((cost) => cost.ms, kills))} s`,
        `${toSeconds(LIMITS.killedMs)} s`,
      ],
      [
        'processes and files left behind',
        costs.concat(kills).reduce((sum, { left }) => sum + left.length, 0),
        0,
      ],
      ['exceeded limits', problems.join('; ') || 'nothing', ''],
    ],
    [
      [
        `${attacked[0]?.cost.requests} malformed requests, and an ordinary client`,
        ...attacked.map(({ name }) => name),
        "the mock's limit",
      ],
      row('time', ({ ms: time }) => `${toSeconds(time)} s`, ''),
      row('responses to the client', ({ answers }) => answers, ''),
      row('wrong responses', ({ wrong }) => wrong.length, 0),
      row('longest wait', ({ slowest }) => `${slowest.toFixed(0)} ms`, `${LIMITS.otherClientMs} ms`),
      row('extra memory', ({ moreMemory }) => `${toMib(moreMemory)} MiB`, `${toMib(LIMITS.mockMemory)} MiB`),
      row('files and sockets left open', ({ moreFiles }) => moreFiles, 0),
    ],
  ]
}

function toSeconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}

function toMib(bytes: number): string {
  return (bytes / MIB).toFixed(0)
}

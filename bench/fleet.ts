import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { faultyServers } from '../contract-tests/implementations/index.ts'
import { startImplementation } from '../contract-tests/implementations/startImplementation.ts'
import type { Fleet } from '../src/report/fleet/fleet.ts'

// `npm run fleet`: tests 1,000 local servers with the built kit in one run, and again in four parts, and merges the parts. Prints the
// time and the peak memory of each run. Fails if a part needs too much, or if the parts do not merge to the report of the one run.
// Another number of servers can follow the command.

const COUNT = Number(process.argv[2] ?? 1000)
const PARTS = 4
const CONCURRENCY = 2
/** Megabytes of a part. */
const LIMIT = 250
const PROGRAM = new URL('../dist/src/cli/main.js', import.meta.url)
const REPORT_PEAK = 'process.once("exit", () => process.send?.(process.resourceUsage().maxRSS))'
/** Every tenth server has one of these faults, whose findings do not depend on the time. */
const FAULTS = [
  'limit-ignored',
  'limit-off-by-one',
  'method-405-without-allow',
  'error-string',
  'auth-any-token',
]

const folder = mkdtempSync(join(tmpdir(), 'plant-store-fleet-'))
const faults = FAULTS.flatMap((id) => faultyServers.find((each) => each.id === id) ?? [])
const running = []
for (let index = 0; index < COUNT; index += 1) {
  const fault = index % 10 === 0 ? faults[(index / 10) % faults.length] : undefined
  running.push(await startImplementation(fault?.difference ?? {}))
}
const targets = running.map(({ baseUrl }, index) => ({
  name: `server-${index + 1}`,
  baseUrl,
  tokenVariable: 'FLEET_TOKEN',
}))
const file = join(folder, 'targets.json')
writeFileSync(file, JSON.stringify(targets))
process.env.FLEET_TOKEN = running[0]?.token ?? ''

const verify = [
  ...['verify', '--targets', file, '--engine', 'probes', '--report', 'json=targets/{name}.json'],
  // More servers at once than processors take no less time, and each needs memory of its own.
  ...['--concurrency', String(CONCURRENCY)],
]
await run('one run', [...verify, '--report', 'json=whole.json'])
const peaks: number[] = []
const parts = Array.from({ length: PARTS }, (_, index) => String(index + 1))
for (const part of parts)
  peaks.push(
    await run(`part ${part} of ${PARTS}`, [
      ...verify,
      ...['--shard', `${part}/${PARTS}`, '--report', `json=part-${part}.json`],
    ]),
  )
await run('merge', ['merge', ...parts.map((part) => `part-${part}.json`), '--report', 'json=merged.json'])

const [whole, merged] = ['whole', 'merged'].map(readFleet)
const isEqual = isDeepStrictEqual(whole, merged)
console.log(
  `${JSON.stringify(whole?.summary)}, ${whole?.requests} requests; apart from times, the merged parts are ${isEqual ? 'equal' : 'NOT equal'} to the one run`,
)
for (const { close } of running) await close()
rmSync(folder, { recursive: true })
process.exitCode = isEqual && peaks.every((peak) => peak <= LIMIT) ? 0 : 1

/** Runs the kit, prints how long it took and its peak memory, and returns that in megabytes. */
async function run(name: string, args: readonly string[]): Promise<number> {
  const began = performance.now()
  const child = fork(PROGRAM, args, {
    cwd: folder,
    execArgv: ['--import', `data:text/javascript,${REPORT_PEAK}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let kilobytes = Number.NaN
  child.once('message', (maxRss) => {
    kilobytes = Number(maxRss)
  })
  const [code] = await once(child, 'exit')
  const megabytes = Math.round(kilobytes / 1024)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${name.padEnd(14)}${seconds.padStart(8)} s${String(megabytes).padStart(6)} MB   exit ${code}`)
  return megabytes
}

function readFleet(name: string): Fleet {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'), (key, value) =>
    key === 'startedAt' || key === 'durationMs' ? undefined : value,
  )
}

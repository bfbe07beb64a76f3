import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Difference } from '../../contract-tests/implementations/implementation.ts'
import { startImplementation } from '../../contract-tests/implementations/startImplementation.ts'
import { listRunning, readTree } from './processes.ts'

/** What a run of `verify` cost, and what it left behind. */
export type Cost = {
  ms: number
  /** Bytes, of the whole process tree at its largest. */
  memory: number
  code: number | null
  left: readonly string[]
  output: string
  /** Seconds on a processor, about: the last moments of a process are not measured. */
  cpu: number
}

export type Kill = { signal: NodeJS.Signals; afterMs: number }

const MEASURE_EVERY = 100
/** A run that takes longer has failed anyway. */
const GIVE_UP = 120_000

/** Runs `verify` on a server, and kills it if asked to. With a kill, `ms` is the time from the signal to the end. */
export async function attackVerify(
  difference: Difference,
  { engines, kill }: { engines: string; kill?: Kill },
): Promise<Cost> {
  const target = await startImplementation(difference)
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-hostile-'))
  const args = ['src/cli/main.ts', 'verify', target.baseUrl, '--timeout', '1000', '--engine', engines]
  const env = {
    ...process.env,
    TMPDIR: folder,
    NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/node'),
    PLANT_STORE_TOKEN: target.token,
    NO_COLOR: '1',
  }
  const started = performance.now()
  let began = started
  const child = spawn(
    process.execPath,
    [...args, '--report', 'json', '--report', `junit=${folder}/junit.xml`],
    { env },
  )
  const seconds = new Map<number, number>()
  let memory = 0
  const measuring = setInterval(() => {
    const tree = readTree(child.pid ?? 0)
    for (const { pid, cpu } of tree) seconds.set(pid, cpu)
    memory = Math.max(memory, sum(tree.map((process) => process.memory)))
  }, MEASURE_EVERY)
  const killing =
    kill &&
    setTimeout(() => {
      began = performance.now()
      child.kill(kill.signal)
    }, kill.afterMs)
  const giveUp = setTimeout(() => child.kill('SIGKILL'), GIVE_UP)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  // A run that ended before the signal was not killed.
  const ms = kill && began === started ? 0 : performance.now() - began
  clearInterval(measuring)
  clearTimeout(killing)
  clearTimeout(giveUp)
  await new Promise((resolve) => setTimeout(resolve, 200))
  const left = [
    ...listRunning(seconds.keys()).map((pid) => `process ${pid}`),
    ...readdirSync(folder).filter((name) => name !== 'junit.xml'),
  ]
  rmSync(folder, { recursive: true })
  await target.close()
  return { ms, memory, code, left, output, cpu: sum([...seconds.values()]) }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

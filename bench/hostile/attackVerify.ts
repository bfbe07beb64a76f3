import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Difference } from '../../contract-tests/implementations/implementation.ts'
import { startImplementation } from '../../contract-tests/implementations/startImplementation.ts'
import { reportFormats } from '../../src/report/document.ts'
import { countFiles, listRunning, readTree } from './processes.ts'
import { spellings } from './targets.ts'

/** The resources that a run used, and the files and processes that the run left behind. */
export type Cost = {
  ms: number
  /** The largest number of concurrent processes, and of their open files and sockets. */
  processes: number
  files: number
  /** The peak memory of the whole process tree, in bytes. */
  memory: number
  code: number | null
  left: readonly string[]
  output: string
  /** The approximate CPU time in seconds. The measurement misses the last moments of a process. */
  cpu: number
  /** The outputs that contain a raw control character, a command for a CI system, or the token. */
  unclean: readonly string[]
}

export type Kill = { signal: NodeJS.Signals; afterMs: number }

/** The maximum number of milliseconds between the end of a run and the end of its child processes. */
const CLEANUP_TIME = 5_000
const MEASURE_EVERY = 100
/** The milliseconds after which the benchmark kills a run that has not ended. */
const GIVE_UP = 120_000

/** Runs `verify` on a server. If `kill` is set, sends the run a signal, and measures the time from the signal to the end of the run. */
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
  const reports = FORMATS.flatMap((format) => ['--report', `${format}=${folder}/${format}.report`])
  const child = spawn(process.execPath, [...args, '--report', 'json', ...reports], { env })
  // A process that was killed with SIGKILL cannot remove its temporary files.
  const listLeft = (): string[] =>
    kill?.signal === 'SIGKILL' ? [] : readdirSync(folder).filter((name) => !name.endsWith('.report'))
  const cost = await measure(child, { kill, listLeft })
  await target.close()
  const texts = new Map([['output', cost.output]])
  for (const name of readdirSync(folder)) texts.set(name, readFileSync(join(folder, name), 'utf8'))
  rmSync(folder, { recursive: true })
  const forms = spellings.map((spell) => spell(target.token).replace(/=+$/, '').toLowerCase())
  const isUnclean = (text: string): boolean =>
    CONTROL.test(text) || forms.some((form) => text.toLowerCase().includes(form))
  return { ...cost, unclean: [...texts].flatMap(([name, text]) => (isUnclean(text) ? name : [])) }
}

/** The formats that a run writes to files. The run writes its JSON report to standard output. */
const FORMATS = [...reportFormats, 'har'].filter((format) => format !== 'json')
/** Matches characters that control a terminal or hide text, and commands for CI systems. */
const CONTROL = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]|^::error file=x|##vso\[|##teamcity\[/mu

/** Measures a process until it ends. */
async function measure(
  child: ChildProcessWithoutNullStreams,
  { kill, listLeft = () => [] }: { kill?: Kill | undefined; listLeft?: () => string[] },
): Promise<Cost> {
  const started = performance.now()
  let began = started
  const seconds = new Map<number, number>()
  let memory = 0
  let processes = 0
  let files = 0
  const measuring = setInterval(() => {
    const tree = readTree(child.pid ?? 0)
    for (const { pid, cpu } of tree) seconds.set(pid, cpu)
    memory = Math.max(memory, sum(tree.map((process) => process.memory)))
    processes = Math.max(processes, tree.length)
    files = Math.max(files, sum(tree.map(({ pid }) => countFiles(pid))))
  }, MEASURE_EVERY)
  const killing =
    kill &&
    setTimeout(() => {
      began = performance.now()
      child.kill(kill.signal)
    }, kill.afterMs)
  const giveUp = setTimeout(() => child.kill('SIGKILL'), GIVE_UP)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const [code] = await once(child, 'close')
  // The run may have ended before the signal.
  const ms = kill && began === started ? 0 : performance.now() - began
  clearInterval(measuring)
  clearTimeout(killing)
  clearTimeout(giveUp)
  const list = (): string[] => [...listRunning(seconds.keys()).map((pid) => `process ${pid}`), ...listLeft()]
  const deadline = performance.now() + CLEANUP_TIME
  while (list().length > 0 && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 50))
  const cpu = sum([...seconds.values()])
  return { ms, memory, processes, files, code, left: list(), output, cpu, unclean: [] }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

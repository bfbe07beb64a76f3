import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { startMock } from '../../src/mock/startMock.ts'

type ContenderName = 'node' | 'probes' | 'prism' | 'dredd' | 'all'

/** The figures of a command: one value for each round. */
export type Contender = {
  title: string
  run: () => Promise<Timing>
  /** Wall times in milliseconds. */
  walls: number[]
  /** CPU times in milliseconds, including all child processes. */
  processors: number[]
  /** The number of requests to the server in the last round. */
  requests: number
}

const kit = fileURLToPath(new URL('../../dist/cli/main.cjs', import.meta.url))
const { resolve } = createRequire(import.meta.url)
const description = fileURLToPath(new URL('../../spec/openapi.yaml', import.meta.url))
const token = 'token-alice'

/**
 * Measures runs of the built kit on a local mock, with all engines and with only the kit's own checks. For comparison, also measures the
 * commands of Prism and Dredd. The benchmark ends Prism's command when the proxy is ready. Dredd's command ends after two transactions.
 */
export async function measureVerify(rounds: number): Promise<Record<ContenderName, Contender>> {
  const mock = await startMock({ port: 0 })
  const contenders = listContenders(mock.url)
  const countRequests = (): number => mock.requests({ limit: 1 })[0]?.id ?? 0
  try {
    // Round 0 does not count, because it fills caches. The commands take turns, so that other load slows down all of them.
    for (let round = 0; round <= rounds; round += 1)
      for (const contender of Object.values(contenders)) {
        const before = countRequests()
        const { wallMs, processorMs } = await contender.run()
        contender.requests = countRequests() - before
        if (round === 0) continue
        contender.walls.push(wallMs)
        contender.processors.push(processorMs)
      }
  } finally {
    await mock.close()
  }
  return contenders
}

function listContenders(url: string): Record<ContenderName, Contender> {
  const contend = (title: string, args: readonly string[], ends?: Ends): Contender => {
    const run = () => timeCommand(args, ends)
    return { title, run, walls: [], processors: [], requests: 0 }
  }
  const verify = [kit, 'verify', url, '--token', token, '--engine']
  const prism = [resolve('@stoplight/prism-cli/dist/index.js'), 'proxy', description, url, '-p', '0']
  const dredd = [resolve('dredd/bin/dredd'), description, url, '--header', `Authorization: Bearer ${token}`]
  return {
    node: contend('Node.js itself', ['-e', '0']),
    probes: contend('verify, own checks', [...verify, 'probes']),
    prism: contend('prism proxy, until ready', prism, { until: /listening on/ }),
    // Dredd's transaction for the 400 fails, because Dredd's default request does not cause a 400.
    dredd: contend('dredd, two transactions', [...dredd, '--loglevel', 'silent'], { exitCodes: [0, 1] }),
    all: contend('verify, all engines', [...verify, 'probes,prism,dredd']),
  }
}

type Timing = {
  wallMs: number
  /** CPU time in user and system mode, including all child processes. */
  processorMs: number
}

/** Starts a command, prints its process id, and finally prints the CPU times of the shell and of all processes that it waited for. */
const SCRIPT = '"$@" 3>&- & echo "$!" >&3; wait "$!"; code=$?; times >&3; exit "$code"'

/** How a command ends: with one of these exit codes, or killed by the benchmark as soon as its output matches `until`. */
type Ends = { until?: RegExp; exitCodes?: readonly number[] }

/** Runs Node.js with these arguments until the process ends. Rejects if the process does not end as `Ends` says. */
async function timeCommand(args: readonly string[], { until, exitCodes = [0] }: Ends = {}): Promise<Timing> {
  const began = performance.now()
  const child = spawn('sh', ['-c', SCRIPT, 'sh', process.execPath, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const [, stdout, stderr, times] = child.stdio as unknown as readonly [null, Readable, Readable, Readable]
  const texts = { output: '', errors: '', times: '' }
  let wallMs: number | undefined
  stderr.setEncoding('utf8').on('data', (text: string) => (texts.errors += text))
  times.setEncoding('utf8').on('data', (text: string) => (texts.times += text))
  stdout.setEncoding('utf8').on('data', (text: string) => {
    texts.output += text
    if (wallMs !== undefined || until?.test(texts.output) !== true) return
    wallMs = performance.now() - began
    process.kill(Number.parseInt(texts.times, 10), 'SIGKILL')
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  if (until ? wallMs === undefined : code === null || !exitCodes.includes(code))
    throw new Error(`${args.join(' ')} ended with exit code ${code}\n${texts.output}${texts.errors}`)
  return { wallMs: wallMs ?? performance.now() - began, processorMs: readTimes(texts.times) }
}

/** Reads the last line of the output, the CPU times of all processes that the shell waited for: `0m0.350000s 0m0.060000s`. */
function readTimes(text: string): number {
  const last = text.trim().split('\n').at(-1) ?? ''
  const parts = [...last.matchAll(/(\d+)m([\d.]+)s/g)]
  return parts.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  )
}

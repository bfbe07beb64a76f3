import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { countFiles, MIB } from '../hostile/processes.ts'
import { formatTable, type Table, writeResult } from '../results.ts'
import { agent, send } from './send.ts'
import { callControl, startTarget } from './target.ts'

// `npm run soak` sends requests to the mock for 15 minutes. During the benchmark, scenarios and fixtures change, and listeners come and go.
// Every response must be right, and memory must stay nearly constant after the first five minutes. `-- --minutes 8` runs for 8 minutes. A
// run without problems saves its figures in bench/results.json. With `--no-figures`, the command only prints the figures.

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '15' }, 'no-figures': { type: 'boolean' } },
})
const minutes = Number(values.minutes)
const RATE = 400
const WARM_UP = Math.min(5, minutes / 2) * 60_000
/** The maximum growth of memory, in bytes per hour. */
const MAX_GROWTH = 5 * MIB

const problems: string[] = []
const samples: { at: number; memory: number }[] = []
const times: number[] = []
const counts = { requests: 0, switches: 0, reloads: 0, listeners: 0 }
const target = await startTarget()
// Give the mock time to finish its start, before its open files are counted.
await pause(2_000)
const filesBefore = countFiles(target.pid)
await callControl(target.port, '/scenario', { session: 'steady', scenario: 'normal' })
const onEnd = (why: string): void => void problems.push(`listener: ${why}`)
const readers = await Promise.all([
  listen(target.port, { onEnd, onEvent: target.onEvent }),
  ...Array.from({ length: 4 }, () => listen(target.port, { onEnd })),
])
const began = performance.now()
const end = began + minutes * 60_000
const elapsed = (): number => performance.now() - began
const isRunning = (): boolean => performance.now() < end && problems.length < 20

await Promise.all([
  sendAll(),
  every(1_000, async () => {
    await target.switchScenario()
    counts.switches += 1
  }),
  every(5_000, async () => {
    await target.changeFixtures()
    counts.reloads += 1
  }),
  every(2_000, async () => {
    const close = await listen(target.port, { onEnd })
    await pause(1_000)
    close()
    counts.listeners += 1
  }),
  every(15_000, async () => {
    const memory = await target.measureMemory()
    samples.push({ at: elapsed(), memory })
    console.log(
      `${(elapsed() / 60_000).toFixed(1).padStart(5)} min  ${counts.requests} requests  ${toMib(memory)} MiB  ${problems.length} problems`,
    )
  }),
])
const duration = elapsed()
for (const close of readers) close()
agent.destroy()
// Give the mock time to notice that the connections are closed.
await pause(1_000)
const files = Math.max(0, countFiles(target.pid) - filesBefore)
if (files > 0) problems.push(`${files} files and sockets left open`)
await target.close()

const warm = samples.filter(({ at }) => at >= WARM_UP)
const growth = slope(warm) * 3_600_000
if (warm.length < 8) problems.push(`only ${warm.length} measurements of memory`)
if (growth > MAX_GROWTH) problems.push(`memory grows by ${toMib(growth)} MiB per hour`)
const rate = counts.requests / (duration / 1000)
if (rate < RATE * 0.95) problems.push(`sent only ${rate.toFixed(0)} requests per second`)
times.sort((one, other) => one - other)
const quantile = (share: number): string => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(0)
const memories = warm.map(({ memory }) => memory)
const table: Table = [
  ['what', 'measured', 'limit'],
  [
    `requests, in ${(duration / 60_000).toFixed(0)} minutes`,
    `${counts.requests}, ${rate.toFixed(0)} per second`,
    `${RATE} per second`,
  ],
  [
    'scenario switches, fixture reloads, listeners that disconnected',
    `${counts.switches}, ${counts.reloads}, ${counts.listeners}`,
    '',
  ],
  ['wrong responses and other problems', problems.length, 0],
  [
    `heap and buffers after a garbage collection, from minute ${(WARM_UP / 60_000).toFixed(0)}`,
    `${toMib(Math.min(...memories))} to ${toMib(Math.max(...memories))} MiB`,
    '',
  ],
  ['memory growth', `${toMib(growth)} MiB per hour`, `${toMib(MAX_GROWTH)} MiB per hour`],
  ['response time: median, 99 %, slowest', `${quantile(0.5)}, ${quantile(0.99)}, ${quantile(1)} ms`, ''],
  ['files and sockets left open', files, 0],
]
console.log(`\n${formatTable(table)}`)
for (const problem of problems) console.log(problem)
const command = `npm run soak${values.minutes === '15' ? '' : ` -- --minutes ${minutes}`}`
if (!values['no-figures'] && problems.length === 0) writeResult('soak', command, [table])
process.exit(problems.length === 0 ? 0 : 1)

/** Sends requests at a steady rate. If the loop falls behind, it sends the late requests immediately. */
async function sendAll(): Promise<void> {
  const pending = new Set<Promise<void>>()
  while (isRunning()) {
    const due = Math.floor((elapsed() / 1000) * RATE)
    for (; counts.requests < due && pending.size < 1_000; counts.requests += 1) {
      const sending: Promise<void> = send(target.port, counts.requests).then(({ problem, ms }) => {
        times.push(ms)
        if (problem !== undefined) problems.push(problem)
        pending.delete(sending)
      })
      pending.add(sending)
    }
    await pause(5)
  }
  await Promise.all(pending)
}

/** Repeats an action until the end of the benchmark, with a pause of `ms` milliseconds before each repetition. */
async function every(ms: number, act: () => Promise<void>): Promise<void> {
  while (isRunning()) {
    await pause(Math.min(ms, Math.max(0, end - performance.now())))
    if (!isRunning()) return
    await act().catch((error: Error) => problems.push(error.message))
  }
}

/** Computes the growth of memory in bytes per millisecond, as the median over all pairs of measurements, because the load varies. */
function slope(measured: readonly { at: number; memory: number }[]): number {
  const slopes = measured.flatMap((one, index) =>
    measured.slice(index + 1).map((other) => (other.memory - one.memory) / (other.at - one.at)),
  )
  return slopes.sort((one, other) => one - other)[Math.floor(slopes.length / 2)] ?? 0
}

function toMib(bytes: number): string {
  return (bytes / MIB).toFixed(1)
}

/** Listens to the mock's events. Calls `onEnd` if events are missing or the mock ends the stream. Returns a function that disconnects. */
async function listen(
  port: number,
  { onEvent = () => {}, onEnd }: { onEvent?: (type: string) => void; onEnd: (why: string) => void },
): Promise<() => void> {
  const asked = get({ port, host: '127.0.0.1', path: '/__admin/events', agent: false })
  const [stream]: IncomingMessage[] = await once(asked, 'response')
  let rest = ''
  let last: number | undefined
  let isClosed = false
  stream?.setEncoding('utf8').on('data', (chunk) => {
    const events = (rest + chunk).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const [, type = '', id] = /^event: ([\w-]+)\ndata: (?:\{"id":(\d+))?/.exec(event) ?? []
      if (type === 'request') {
        if (last !== undefined && Number(id) !== last + 1) onEnd(`missed the events ${last + 1} to ${id}`)
        last = Number(id)
      }
      onEvent(type)
    }
  })
  stream?.on('error', () => {}).on('close', () => isClosed || onEnd('the mock ended a stream of events'))
  return () => {
    isClosed = true
    stream?.destroy()
  }
}

import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { countFiles, MIB } from './hostile/processes.ts'
import { formatTable, type Table, writeResult } from './results.ts'
import { ask, startProcess } from './startProcess.ts'

// `npm run soak` sends requests to the mock for 15 minutes. Meanwhile, scenarios and fixtures change, and listeners come and go. Every
// response must be right, and memory must stay nearly constant after the first five minutes. A run without problems saves its figures in
// bench/results.json.

const MINUTES = 15
/** The number of requests per second. */
const RATE = 400
const WARM_UP = 5 * 60_000
/** The maximum growth of memory, in bytes per hour. */
const MAX_GROWTH = 5 * MIB

/** The usual response, with the first three plants. The name of the first plant contains the number of the current fixtures. */
const USUAL = /^200 Monstera \d+,Ginkgo biloba,Ocimum basilicum$/
/** A response that is right in at least one of the scenarios. */
const ANY = new RegExp(`${USUAL.source}|^200 (Monstera deliciosa)?$|^503$|^401$`)
const SCENARIOS = ['normal', 'empty', 'unavailable', 'one', 'unauthorized']
const ALICE = { authorization: 'Bearer token-alice' }
/** The headers of a request in a session that keeps the scenario `normal`. */
const STEADY = { ...ALICE, 'x-plant-store-session': 'steady' }

/** A request, and a pattern for the right responses. */
type Kind = { method?: string; path?: string; headers: OutgoingHttpHeaders; answer: RegExp }

/** The requests that are sent in turn. */
const kinds: readonly Kind[] = [
  ...Array.from({ length: 8 }, () => ({ headers: ALICE, answer: ANY })),
  { headers: STEADY, answer: USUAL },
  { headers: { ...STEADY, prefer: 'delay=50' }, answer: USUAL },
  { headers: { ...STEADY, connection: 'close' }, answer: USUAL },
  { path: '/plants?limit=0', headers: STEADY, answer: /^200 $/ },
  { path: '/plants?limit=three', headers: STEADY, answer: /^400$/ },
  { headers: { 'x-plant-store-session': 'steady' }, answer: /^401$/ },
  { path: '/plant', headers: STEADY, answer: /^404$/ },
  { method: 'POST', headers: STEADY, answer: /^405$/ },
  { headers: { ...STEADY, prefer: 'scenario=empty' }, answer: /^200 $/ },
  { headers: { ...STEADY, prefer: 'code=503' }, answer: /^503$/ },
  { headers: { ...STEADY, prefer: 'fault=CONNECTION_RESET_BY_PEER' }, answer: /^ECONNRESET$/ },
  { headers: { ...STEADY, prefer: 'fault=TRUNCATED_BODY' }, answer: /^ECONNRESET$/ },
]

/** Code that answers each message with the memory in use. The code collects garbage several times, because finalizers free memory later. */
const PRELOAD = `process.on('message', async () => {
  for (let times = 0; times < 3; times += 1) { gc(); await new Promise(setImmediate) }
  const { heapUsed, external } = process.memoryUsage()
  process.send(heapUsed + external)
})
process.channel.unref()`

const folder = mkdtempSync(join(tmpdir(), 'plant-store-soak-'))
cpSync('fixtures', folder, { recursive: true })
const file = join(folder, 'plants.yaml')
const plants = readFileSync(file, 'utf8')
const writePlants = (): void =>
  writeFileSync(file, plants.replace('Monstera deliciosa', `Monstera ${counts.reloads}`))
const problems: string[] = []
const samples: { at: number; memory: number }[] = []
const times: number[] = []
const counts = { requests: 0, switches: 0, reloads: 0, listeners: 0 }
writePlants()
const preload = ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(PRELOAD)}`]
const mock = await startProcess({
  args: [...preload, 'src/cli/main.ts', 'mock', '--port', '0', '--fixtures', folder],
})
const { port } = mock
// The agent keeps connections open between requests.
const agent = new Agent({ keepAlive: true, maxSockets: 100 })
// Give the mock time to finish its start, before its open files are counted.
await pause(2_000)
const filesBefore = countFiles(mock.pid)
await choose({ session: 'steady', scenario: 'normal' })
/** The events that are expected next, by their types. */
const expected = new Map<string, () => void>()
const closeFirst = await listen((type) => expected.get(type)?.())
const began = performance.now()
const elapsed = (): number => performance.now() - began
const isRunning = (): boolean => elapsed() < MINUTES * 60_000 && problems.length < 20

await Promise.all([
  sendAll(),
  every(1_000, async () => {
    counts.switches += 1
    await choose({ scenario: SCENARIOS[counts.switches % SCENARIOS.length] })
  }),
  every(5_000, async () => {
    counts.reloads += 1
    if (counts.reloads % 6 === 0)
      await causeEvent('reload-failed', () => writeFileSync(file, 'monstera: { name: 5 }'))
    await causeEvent('reload', writePlants)
  }),
  every(2_000, async () => {
    const close = await listen(() => {})
    await pause(1_000)
    close()
    counts.listeners += 1
  }),
  every(15_000, async () => {
    mock.child.send('measure')
    const [memory] = await once(mock.child, 'message')
    samples.push({ at: elapsed(), memory })
    const minutes = (elapsed() / 60_000).toFixed(1)
    console.log(
      `${minutes} min  ${counts.requests} requests  ${toMib(memory)} MiB  ${problems.length} problems`,
    )
  }),
])
const duration = elapsed()
closeFirst()
agent.destroy()
// Give the mock time to notice that the connections are closed.
await pause(1_000)
const files = Math.max(0, countFiles(mock.pid) - filesBefore)
if (files > 0) problems.push(`${files} files and sockets left open`)
await mock.close()
rmSync(folder, { recursive: true })

const warm = samples.filter(({ at }) => at >= WARM_UP)
const growth = slope(warm) * 3_600_000
if (warm.length < 8) problems.push(`only ${warm.length} measurements of memory`)
if (growth > MAX_GROWTH) problems.push(`memory grows by ${toMib(growth)} MiB per hour`)
const rate = counts.requests / (duration / 1000)
if (rate < RATE * 0.95) problems.push(`sent only ${rate.toFixed(0)} requests per second`)
times.sort((one, other) => one - other)
const quantile = (share: number): string => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(0)
const memories = warm.map(({ memory }) => memory)
const range = `${toMib(Math.min(...memories))} to ${toMib(Math.max(...memories))} MiB`
const changes = `${counts.switches}, ${counts.reloads}, ${counts.listeners}`
const table: Table = [
  ['what', 'measured', 'limit'],
  [
    `requests, in ${MINUTES} minutes`,
    `${counts.requests}, ${rate.toFixed(0)} per second`,
    `${RATE} per second`,
  ],
  ['scenario switches, fixture reloads, listeners that disconnected', changes, ''],
  ['wrong responses and other problems', problems.length, 0],
  [`heap and buffers after a garbage collection, from minute ${WARM_UP / 60_000}`, range, ''],
  ['memory growth', `${toMib(growth)} MiB per hour`, `${toMib(MAX_GROWTH)} MiB per hour`],
  ['response time: median, 99 %, slowest', `${quantile(0.5)}, ${quantile(0.99)}, ${quantile(1)} ms`, ''],
  ['files and sockets left open', files, 0],
]
console.log(`\n${formatTable(table)}`)
for (const problem of problems) console.log(problem)
if (problems.length === 0) writeResult('soak', 'npm run soak', [table])
process.exit(problems.length === 0 ? 0 : 1)

/** Sends requests at a steady rate. If the loop falls behind, it sends the late requests immediately. */
async function sendAll(): Promise<void> {
  const pending = new Set<Promise<void>>()
  while (isRunning()) {
    const due = Math.floor((elapsed() / 1000) * RATE)
    for (; counts.requests < due && pending.size < 1_000; counts.requests += 1) {
      const sending: Promise<void> = send(counts.requests).finally(() => pending.delete(sending))
      pending.add(sending)
    }
    await pause(5)
  }
  await Promise.all(pending)
}

/** Sends one request, and compares the response with the right responses. Some requests without their own session each get a new session. */
async function send(index: number): Promise<void> {
  const kind = kinds[index % kinds.length]
  if (!kind) return
  const { answer, headers, path = '/plants?limit=3', method = 'GET' } = kind
  const session = index % 4 === 0 && { 'x-plant-store-session': `session-${index}` }
  const request = { port, method, path, agent, signal: AbortSignal.timeout(20_000) }
  const sentAt = performance.now()
  const actual = await ask({ ...request, headers: { ...session, ...headers } }).then(
    ({ status, text }) => (status === 200 ? `200 ${listNames(text)}` : String(status)),
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  )
  // Preferences may delay or break the response.
  if (headers.prefer === undefined) times.push(performance.now() - sentAt)
  if (!answer.test(actual)) problems.push(`request ${index}: expected ${answer}, got ${actual}`)
}

/** Joins the names of the plants in a response. */
function listNames(body: string): string {
  return (JSON.parse(body) as { name: string }[]).map(({ name }) => name).join()
}

/** Repeats an action until the end of the benchmark, with a pause of `ms` milliseconds before each repetition. */
async function every(ms: number, act: () => Promise<void>): Promise<void> {
  while (isRunning()) {
    await pause(Math.min(ms, MINUTES * 60_000 - elapsed()))
    if (isRunning()) await act().catch((error: Error) => problems.push(error.message))
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

/** Chooses a scenario through the control API, on a separate connection. */
async function choose(body: { session?: string; scenario: string | undefined }): Promise<void> {
  await ask({ port, method: 'PUT', path: '/__admin/scenario', agent: false }, JSON.stringify(body))
}

/** Causes an event of this type, and resolves when the mock has sent the event. */
async function causeEvent(type: string, cause: () => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error(`no event ${type} within 10 s`)), 10_000)
  expected.set(type, resolve)
  cause()
  await promise.finally(() => clearTimeout(timer))
}

/** Listens to the mock's events, of which none may be missing. Returns a function that disconnects. */
async function listen(onEvent: (type: string) => void): Promise<() => void> {
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
        if (last !== undefined && Number(id) !== last + 1) problems.push(`missed events ${last + 1} to ${id}`)
        last = Number(id)
      }
      onEvent(type)
    }
  })
  stream
    ?.on('error', () => {})
    .on('close', () => isClosed || problems.push('the mock ended a stream of events'))
  return () => {
    isClosed = true
    stream?.destroy()
  }
}

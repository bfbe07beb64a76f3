import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { suite } from '../../contract-tests/suite.ts'
import { startRawServer } from '../../tests/commandLine.testing.ts'
import { createFolder } from '../../tests/folder.testing.ts'
import { readContract } from '../contract/readContract.ts'
import type { Suite } from '../judge/suite.ts'
import type { StartEngine } from '../record/engine.ts'
import { verifyWith } from '../record/verifyWith.ts'
import { startDredd } from './dredd.ts'
import { startPrism } from './prism.ts'
import { createTestClient, engineRequest, judgeWith, startSmallServer, token } from './smallServer.testing.ts'

/** Skips a test on Windows, which has no `ps` to list processes. */
const testWithPs = test.skipIf(process.platform === 'win32')
const NOWHERE = 'http://127.0.0.1:9/plants'
afterEach(() => vi.restoreAllMocks())

/** A process of an engine, and the kilobytes of memory that it uses. */
type EngineLine = { pid: number; parent: number; memory: number; folder: string }

/** Lists the engine processes that this process has started. */
function listEngines(): EngineLine[] {
  const list = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' })
  const engines = list.split('\n').flatMap((line): EngineLine[] => {
    const folder = /stayWithParent.* (\S*plant-store-(?:prism|dredd)-\w+)/.exec(line)?.[1]
    const [pid, parent, memory] = line.trim().split(/\s+/).map(Number)
    return folder !== undefined && pid !== undefined && parent !== undefined && memory !== undefined
      ? [{ pid, parent, memory, folder }]
      : []
  })
  return engines.filter(({ parent }) => parent === process.pid)
}

/** Installs a Dredd that runs this code, instead of the real Dredd, until the end of the test. */
function useDredd(code: string): void {
  const folder = 'node_modules/dredd'
  const project = createFolder({
    [`${folder}/package.json`]: '{"name": "dredd", "version": "99.0.0", "main": "index.js"}',
    [`${folder}/index.js`]: `module.exports = class {
      run() {
        process.send({ kind: 'ready' })
        ${code}
      }
    }`,
  })
  vi.spyOn(process, 'cwd').mockReturnValue(project)
}

test('an engine that crashes prints no token, because it has none', async () => {
  useDredd(`
    process.once('message', ({ requests }) => {
      throw new Error('sent ' + JSON.stringify(requests))
    })`)
  const server = await startSmallServer()
  const first: Suite = { ...suite, plan: (contract) => suite.plan(contract).slice(0, 1) }
  const report = await verifyWith(server.origin, { suite: first, engines: { dredd: startDredd } }, { token })
  const dredd = report.engines.find(({ name }) => name === 'dredd')
  expect(dredd?.status).toBe('failed')
  expect(dredd?.detail).toMatch(/sent \[.*"plant-store-request":"\w{32}"/)
  expect(JSON.stringify(report)).not.toContain(token)
})

test('an engine that runs out of time keeps its results, and counts the requests that it did not judge', async () => {
  useDredd(`
    process.on('message', async ({ requests: [{ path, headers }] }) => {
      await fetch(process.argv[4] + path, { headers })
      process.send({ kind: 'answer', id: '0', judged: true, errors: [] })
    })`)
  const { origin } = await startSmallServer()
  const requests = [engineRequest('good'), engineRequest('good', { id: 'late', query: 'limit=2' })]
  const start: StartEngine = (options) => startDredd({ ...options, patience: 1_000 })
  const { status, detail } = await judgeWith(start, `${origin}/plants`, requests)
  expect(status).toBe('completed')
  expect(detail).toMatch(/^judged 1 request; could not judge 1: not judged within \d+ s \(1\)$/)
})

testWithPs('an engine that is stopped twice while it starts leaves no process and no folder', async () => {
  const engine = startPrism({ contract: readContract(), timeout: 1_000 })
  const child = await vi.waitUntil(() => listEngines()[0], { timeout: 30_000 })
  await Promise.all([engine.stop(), engine.stop()])
  const target = { url: NOWHERE, forward: createTestClient().forward }
  expect(await engine.judge([engineRequest('good')], target)).toMatchObject({
    status: 'failed',
    detail: 'Prism failed: the process was stopped (judged 0 requests)',
  })
  expect(existsSync(child.folder)).toBe(false)
  expect(listEngines()).toEqual([])
})

testWithPs(
  'no process shows the token or a header, and 40,000 violations do not fill the memory of an engine',
  async () => {
    vi.stubEnv('PLANT_STORE_TOKEN', token)
    const { PATH = '' } = process.env
    const seen: string[] = []
    let memory = 0
    const watch = (): void => {
      memory = Math.max(memory, ...listEngines().map((engine) => engine.memory / 1024))
    }
    const body = `[${'{"name":42},'.repeat(40_000)}{"name":42}]`
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    const url = await startRawServer((socket) =>
      socket.on('data', () => {
        seen.push(execFileSync('ps', ['axeww'], { encoding: 'utf8', env: { PATH } }))
        socket.write(head + body)
      }),
    )
    const timer = setInterval(watch, 50)
    const fields = [['X-Api-Key', 'key-4711']] as const
    const requests = [1, 2].map((limit) => engineRequest('good', { id: `${limit}`, query: `limit=${limit}` }))
    for (const start of [startPrism, startDredd]) await judgeWith(start, `${url}/plants`, requests, fields)
    clearInterval(timer)
    vi.unstubAllEnvs()
    expect(seen[0]).toContain('prismChild')
    expect(seen.at(-1)).toContain('dreddChild')
    expect(seen.join()).not.toMatch(new RegExp(`${token}|key-4711`))
    // A Node.js process needs more than 10 MB, so a smaller value would not be that of an engine.
    expect(memory).toBeGreaterThan(10)
    expect(memory).toBeLessThan(300)
  },
)

testWithPs('an engine counts as failed if its process is killed while it works', async () => {
  useDredd(`
    process.on('message', async ({ requests }) => {
      for (const { path, headers } of requests) await fetch(process.argv[4] + path, { headers })
    })`)
  let requests = 0
  const server = await startSmallServer(() => {
    requests += 1
    if (requests === 2) for (const { pid } of listEngines()) process.kill(pid, 'SIGKILL')
  })
  const planned = [1, 2, 3].map((limit) => engineRequest('good', { query: `limit=${limit}` }))
  const outcome = await judgeWith(startDredd, `${server.origin}/plants`, planned)
  expect(outcome.status).toBe('failed')
  expect(outcome.detail).toMatch(/^Dredd failed: the process was killed by SIGKILL/)
  expect(requests).toBe(2)
})

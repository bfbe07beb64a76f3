import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Contract } from '../../contract/contract.ts'
import { readContract } from '../../contract/readContract.ts'
import type { EngineOutcome } from '../../judge/engine.ts'
import type { StartEngine } from '../../record/engine.ts'
import { startDredd } from '../dredd/dredd.ts'
import { startPrism } from '../prism/prism.ts'
import {
  correctAnswers,
  engineRequest,
  judgeWith,
  listClaims,
  type SmallServer,
  startSmallServer,
} from '../smallServer.testing.ts'
import { createIdleProcesses, type IdleProcesses } from './idleProcesses.ts'
import { listEngines } from './listEngines.testing.ts'

const engines = [
  ['Prism', startPrism],
  ['Dredd', startDredd],
] as const
const wrong = ['name is a number', 'html', 'error is a string', 'created', 'hang up'].map((answer) =>
  engineRequest(answer),
)
const correct = correctAnswers.map((answer) => engineRequest(answer))

// Processes are listed with `ps`.
const testWithPs = test.skipIf(process.platform === 'win32')

testWithPs.each(engines)(
  'a process of %s that is used again judges as a fresh one does',
  async (_, start) => {
    const [idle, server] = [openIdle(), await openServer()]
    const plants = readContract()
    const others = readContract('examples/contracts/members.yaml')
    const elsewhere = readContract('examples/contracts/path.yaml')
    const turns: [Contract, typeof wrong, string][] = [
      [plants, wrong, '/plants'],
      [plants, correct, '/v1/plants'],
      [others, correct, '/plants'],
      [elsewhere, wrong, elsewhere.operation.path],
      [plants, wrong, '/plants'],
    ]
    const pids = new Set<number | undefined>()
    for (const [contract, requests, path] of turns) {
      const using = (given?: IdleProcesses): StartEngine => {
        return (options) => start({ ...options, contract }, given)
      }
      const used = await judgeWith(using(idle), server.origin + path, requests)
      const [engine, ...rest] = listEngines(process.pid)
      expect(rest).toEqual([])
      pids.add(engine?.pid)
      const fresh = await judgeWith(using(), server.origin + path, requests)
      expect(summarize(used)).toEqual(summarize(fresh))
      expect(used.status).toBe('completed')
    }
    expect([pids.size, pids.has(undefined)]).toEqual([1, false])
  },
)

testWithPs.each(engines)('a process of %s that died while it waited is replaced', async (_, start) => {
  const [idle, server] = [openIdle(), await openServer()]
  const judge = (requests: typeof wrong): Promise<EngineOutcome> =>
    judgeWith((options) => start(options, idle), `${server.origin}/plants`, requests)
  await judge(correct)
  killEngines('SIGKILL')
  expect(await judge(correct)).toMatchObject({ status: 'completed', claims: [] })
  await vi.waitUntil(() => listEngines(process.pid).length === 1)
})

testWithPs.each(
  engines.flatMap(([title, start]) =>
    (['SIGKILL', 'SIGSTOP'] as const).map((signal) => [title, signal, start] as const),
  ),
)(
  'a used process of %s that gets %s in the middle of its work is replaced, and all is judged',
  async (_, signal, start) => {
    const idle = openIdle()
    let requests = 0
    const server = await openServer(() => {
      requests += 1
      if (requests === correct.length + 2) killEngines(signal)
    })
    const judge = (): Promise<EngineOutcome> => {
      const hurried: StartEngine = (options) => start({ ...options, timeout: 500 }, idle)
      return judgeWith(hurried, `${server.origin}/plants`, correct)
    }
    const first = await judge()
    const [dying] = listEngines(process.pid)
    const second = await judge()
    expect(summarize(second)).toEqual(summarize(first))
    expect(second).toMatchObject({ status: 'completed', claims: [] })
    expect(requests).toBeGreaterThan(2 * correct.length)
    expect(listEngines(process.pid)).toHaveLength(1)
    expect(dying && existsSync(dying.folder)).toBe(false)
  },
)

testWithPs('a process of Prism that may still be busy with a request is not used again', async () => {
  const [idle, server] = [openIdle(), await openServer()]
  const judge = (answer: string): Promise<EngineOutcome> =>
    judgeWith((options) => startPrism(options, idle), `${server.origin}/plants`, [
      engineRequest(answer),
      engineRequest('good'),
    ])
  expect((await judge('malformed type')).detail).toContain('Prism cannot read the response')
  await vi.waitUntil(() => listEngines(process.pid).length === 0)
  expect((await judge('html')).status).toBe('completed')
  expect(listEngines(process.pid)).toHaveLength(1)
})

testWithPs('an engine that fails with a fresh process has failed', async () => {
  const idle = openIdle()
  let requests = 0
  const server = await openServer(() => {
    requests += 1
    killEngines('SIGKILL')
  })
  const outcome = await judgeWith((options) => startDredd(options, idle), `${server.origin}/plants`, correct)
  expect(outcome.detail).toMatch(/^Dredd failed: it was ended by SIGKILL/)
  expect(requests).toBe(1)
})

testWithPs('closing ends the processes that wait, and those that would wait later', async () => {
  const [idle, server] = [createIdleProcesses(), await openServer()]
  const judge = (): Promise<EngineOutcome> =>
    judgeWith((options) => startDredd(options, idle), `${server.origin}/plants`, correct)
  await judge()
  const [first] = listEngines(process.pid)
  await idle.close()
  expect(listEngines(process.pid)).toEqual([])
  await judge()
  await vi.waitUntil(() => listEngines(process.pid).length === 0)
  expect(first && existsSync(first.folder)).toBe(false)
})

testWithPs('a parent that is killed leaves no process that waits', async () => {
  const server = await openServer()
  const module = (path: string): string => new URL(path, import.meta.url).href
  const script = `
    import { startDredd } from '${module('../dredd/dredd.ts')}'
    import { judgeWith, engineRequest } from '${module('../smallServer.testing.ts')}'
    import { createIdleProcesses } from '${module('idleProcesses.ts')}'
    const idle = createIdleProcesses()
    const { status } = await judgeWith((options) => startDredd(options, idle), '${server.origin}/plants', [engineRequest('good')])
    console.log(status)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script])
  const output = await new Promise((resolve) => parent.stdout.once('data', resolve))
  expect(String(output)).toBe('completed\n')
  const [waiting, ...rest] = listEngines(parent.pid)
  expect([waiting === undefined, rest.length]).toEqual([false, 0])
  parent.kill('SIGKILL')
  await vi.waitUntil(() => listEngines().every(({ pid }) => pid !== waiting?.pid), { timeout: 30_000 })
  expect(waiting && existsSync(waiting.folder)).toBe(false)
})

function openIdle(): IdleProcesses {
  const idle = createIdleProcesses()
  onTestFinished(idle.close)
  return idle
}

async function openServer(onRequest?: () => void): Promise<SmallServer> {
  const server = await startSmallServer(onRequest)
  onTestFinished(server.close)
  return server
}

function killEngines(signal: NodeJS.Signals): void {
  for (const { pid } of listEngines(process.pid)) process.kill(pid, signal)
}

function summarize(outcome: EngineOutcome): unknown {
  const { status, detail, claims, exchanges } = outcome
  const judged = exchanges.map(({ probe, response }) => [probe.id, response.status]).sort()
  return {
    status,
    detail,
    claims: listClaims(outcome),
    messages: claims.map(({ message }) => message).sort(),
    judged,
  }
}

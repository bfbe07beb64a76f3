import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type ServerProcess, startProcess, TARGET, TOKEN } from '../startProcess.ts'

/** The figures of one server. Rates and costs have one value for each round. */
export type Throughput = {
  name: string
  /** Responses per second. */
  rates: readonly number[]
  /** Microseconds of CPU time per response. */
  costs: readonly number[]
  /** The memory in use after all rounds, in bytes. */
  memory: number
}

type Contender = {
  name: string
  server: ServerProcess
  path: string
  /** A script for wrk. */
  script?: string
  close?: () => void
}

/** The CPU on which wrk runs. */
const PROCESSOR = '1'
const CONNECTIONS = 16
const MANY = 1_000_000
const SESSIONS = 10_000
const LISTENERS = 10

const require = createRequire(import.meta.url)
const kit = fileURLToPath(new URL('../../dist/cli/main.cjs', import.meta.url))
const bare = fileURLToPath(new URL('bareServer.mjs', import.meta.url))

/**
 * Measures how many requests for ten plants each server answers: the mock, other servers, and mocks with many plants, sessions or
 * listeners. In each round, the servers take turns of `seconds` seconds, so that other load slows down all servers.
 */
export async function measureMock(rounds: number, seconds: number): Promise<Throughput[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-bench-'))
  const contenders: Contender[] = []
  try {
    await startContenders(folder, contenders)
    const results = contenders.map(({ name }) => ({ name, rates: [] as number[], costs: [] as number[] }))
    // In round 0, the JavaScript engine compiles the code, so this round does not count.
    for (let round = 0; round <= rounds; round += 1)
      for (const [turn] of contenders.entries()) {
        const index = (turn + round) % contenders.length
        const [contender, result] = [contenders[index], results[index]]
        if (!contender || !result) continue
        const { server } = contender
        const before = server.readCpu()
        const requests = await sendRequests(contender, seconds)
        if (round === 0) continue
        result.rates.push(requests / seconds)
        result.costs.push(((server.readCpu() - before) * 1e6) / requests)
      }
    return results.map((result, index) => ({
      ...result,
      memory: contenders[index]?.server.readMemory() ?? Number.NaN,
    }))
  } finally {
    for (const { close } of contenders) close?.()
    await Promise.all(contenders.map(({ server }) => server.close()))
    rmSync(folder, { recursive: true })
  }
}

async function startContenders(folder: string, contenders: Contender[]): Promise<void> {
  const add = async (
    name: string,
    args: readonly string[],
    { path = TARGET, ...more }: Partial<Omit<Contender, 'name' | 'server'>> = {},
  ): Promise<string> => {
    const server = await startProcess({ args, path })
    contenders.push({ name, server, path, ...more })
    return server.url
  }
  const mock = [kit, 'mock', '--port', '0']
  const url = await add('plant-store-kit mock', mock)
  await add('node:http, the same bytes', [bare, url + TARGET, TOKEN])
  const response = await fetch(`${url}/plants`, { headers: { authorization: `Bearer ${TOKEN}` } })
  const database = join(folder, 'database.json')
  writeFileSync(database, `{"plants":${await response.text()}}`)
  await add('json-server', ['tests/node_modules/json-server-1/lib/bin.js', database, '--port', '4871'], {
    path: '/plants?_page=1&_per_page=10',
  })
  const prism = require.resolve('@stoplight/prism-cli/dist/index.js')
  await add("Prism's mock", [prism, 'mock', 'spec/openapi.yaml', '--port', '4872'])
  const many = join(folder, 'many.json')
  const names = Array.from({ length: MANY }, (_, index) => ({ name: `Plant ${index}` }))
  writeFileSync(many, JSON.stringify(names))
  await add(`plant-store-kit mock with ${MANY.toLocaleString('en')} plants`, [...mock, '--fixtures', many])
  const script = join(folder, 'sessions.lua')
  writeFileSync(script, SESSIONS_SCRIPT)
  await add(`plant-store-kit mock with ${SESSIONS.toLocaleString('en')} sessions`, mock, { script })
  const heard = await add(`plant-store-kit mock with ${LISTENERS} listeners`, mock)
  const off = new AbortController()
  for (let count = 0; count < LISTENERS; count += 1) void listen(`${heard}/__admin/events`, off.signal)
  Object.assign(contenders.at(-1) ?? {}, { close: () => off.abort() })
}

/** A script for wrk in which each request belongs to the next session. */
const SESSIONS_SCRIPT = `
local count = 0
request = function()
  count = (count + 1) % ${SESSIONS}
  wrk.headers["X-Plant-Store-Session"] = "session-" .. count
  return wrk.format()
end
`

/** Reads the mock's events, and ignores them. */
async function listen(url: string, signal: AbortSignal): Promise<void> {
  try {
    const { body } = await fetch(url, { signal })
    for await (const _ of body ?? []);
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Sends requests on several connections, each request right after the previous response. Returns the number of responses. */
async function sendRequests({ name, server, path, script }: Contender, seconds: number): Promise<number> {
  const { stdout: output } = await promisify(execFile)('taskset', [
    ...['-c', PROCESSOR, 'wrk', '-t1', `-c${CONNECTIONS}`, `-d${seconds}s`],
    ...['-H', `Authorization: Bearer ${TOKEN}`],
    ...(script === undefined ? [] : ['-s', script]),
    server.url + path,
  ])
  const [, requests] = /(\d+) requests in/.exec(output) ?? []
  if (requests === undefined || /Non-2xx|Socket errors/.test(output)) throw new Error(`${name}: ${output}`)
  return Number(requests)
}

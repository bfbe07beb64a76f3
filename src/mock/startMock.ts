// The declarations need it where a user's own settings do not have it yet.
/// <reference lib="esnext.disposable" preserve="true" />
import type { Server } from 'node:http'
import { contractText } from '../contract/contractFile.ts'
import { baseUrl } from './baseUrl.ts'
import { healthOf } from './control/health.ts'
import { createCore, type MockCore } from './core.ts'
import { loadBuiltIn } from './fixtures/loadBuiltIn.ts'
import { watchData } from './fixtures/watchData.ts'
import { nodeServer } from './hosts/nodeServer.ts'
import { ListenError } from './ListenError.ts'
import { builtInFixtures, type MockOptions, mockDefaults, mockOptionNames } from './mockOptions.ts'
import { parseBasePath } from './parseBasePath.ts'
import { rejectUnknownOptions } from './rejectUnknownOptions.ts'
import type { MockData } from './scenarios/dataset.ts'

/** A mock that accepts connections. */
export type Mock = Controls & {
  /** Base address without a slash at its end, for example `http://127.0.0.1:4010/v1`. */
  url: string
  port: number
  /** Stops it. Settles within a quarter of a second, whatever clients do; connections still open by then are cut. */
  close: () => Promise<void>
  /** The same, for `await using`. */
  [Symbol.asyncDispose]: () => Promise<void>
}

/** What can be asked of a running mock, and told to it. */
export type Controls = Pick<MockCore, 'scenario' | 'scenarios' | 'settings' | 'requests' | 'reset' | 'on'>

/** Milliseconds for answers under way to arrive before their connections are cut. */
const GRACE = 200

/**
 * Starts the reference server in this process.
 *
 * Rejects with a FixtureError when the fixtures cannot be served, a ListenError when it cannot listen, a RangeError when
 * an option is unknown or out of its range.
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  rejectUnknownOptions(options, mockOptionNames)
  const {
    port,
    host,
    basePath,
    fixtures,
    cors,
    settings = {},
    watch,
    ...rest
  } = { ...mockDefaults, ...options }
  // Node takes an empty host for every address of the machine.
  if (host === '') throw new RangeError('expected an address or a name to listen on, got an empty host')
  const path = parseBasePath(basePath)
  const core = createCore(await load(fixtures), { basePath: path, cors, settings })
  let url = ''
  const { server, cut } = nodeServer(
    core,
    {
      adminToken: rest.adminToken,
      adminCors: rest.adminCors ?? mockDefaults.adminCors,
      health: healthOf(core, () => url),
      contractText,
    },
    rest.tls,
  )
  const bound = await listen(server, host, port)
  url = baseUrl(rest.tls ? 'https' : 'http', host, bound, path)
  const unwatch = watch ? watchData(fixtures, core) : undefined
  let closed: Promise<void> | undefined
  const close = (): Promise<void> => {
    closed ??= Promise.all([stop(server, cut), unwatch?.()]).then(() => {})
    return closed
  }
  const { scenario, scenarios, settings: change, requests, reset, on } = core
  const controls: Controls = { scenario, scenarios, settings: change, requests, reset, on }
  return { url, port: bound, close, [Symbol.asyncDispose]: close, ...controls }
}

async function load(fixtures: string): Promise<MockData> {
  if (fixtures === builtInFixtures) return loadBuiltIn()
  // A YAML parser and a validator take their time to load: only who brings fixtures waits for them.
  const { readContract } = await import('../contract/readContract.ts')
  const { loadData } = await import('./fixtures/loadData.ts')
  return loadData(fixtures, readContract())
}

/** The port that it listens on. */
function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: Error): void => reject(new ListenError(host, port, cause))
    server.once('error', refuse)
    server.listen({ host, port }, () => {
      server.off('error', refuse)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

function stop(server: Server, cut: () => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(cut, GRACE)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

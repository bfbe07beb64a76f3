// The declarations need it if the user's own compiler options don't include it.
/// <reference lib="esnext.disposable" preserve="true" />

import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { readContractText } from '../contract/contractFile.ts'
import { createHealth } from './control/health.ts'
import { type Controls, pickControls } from './controls.ts'
import { createCore } from './core.ts'
import { type GivenFixtures, givenFixtures } from './fixtures/givenFixtures.ts'
import { loadBuiltIn } from './fixtures/loadBuiltIn.ts'
import { watchData } from './fixtures/watchData.ts'
import { formatBaseUrl } from './formatBaseUrl.ts'
import { createNodeServer } from './hosts/createNodeServer.ts'
import { ListenError } from './ListenError.ts'
import { builtInFixtures, type MockOptions, mockDefaults, mockOptionNames } from './mockOptions.ts'
import { parseBasePath } from './parseBasePath.ts'
import { rejectUnknownOptions } from './rejectUnknownOptions.ts'
import type { MockData } from './scenarios/dataset.ts'
import { type OwnScenario, readOwnScenarios } from './scenarios/ownScenarios.ts'

/** A running mock server. */
export type Mock = Controls & {
  /** Base URL without a trailing slash, for example `http://127.0.0.1:4010/v1`. */
  url: string
  port: number
  /** Stops the server. Resolves within 250 ms; connections that are still open by then are cut. */
  close: () => Promise<void>
  /** Same as `close`, for `await using`. */
  [Symbol.asyncDispose]: () => Promise<void>
}

/** Milliseconds that pending responses have before their connections are cut. */
const GRACE = 200

/**
 * Starts the mock as an HTTP server in this process.
 *
 * Rejects with a FixtureError if the fixtures are invalid, a ContractError if the contract is, a ListenError if it cannot listen, and a RangeError if an option is
 * unknown or invalid.
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  rejectUnknownOptions(options, mockOptionNames)
  const {
    port,
    host,
    contract,
    fixtures,
    scenarios = [],
    cors,
    settings = {},
    watch,
    ...rest
  } = { ...mockDefaults, ...options }
  // Node treats an empty host as all addresses.
  if (host === '') throw new RangeError('host: expected an address or a name, got an empty string')
  const { data, prefix } = await load(fixtures, scenarios, contract)
  const path = parseBasePath(options.basePath ?? prefix)
  const core = createCore(data, { basePath: path, cors, settings })
  let url = ''
  const { server, cut } = createNodeServer(
    core,
    {
      adminToken: rest.adminToken,
      adminCors: rest.adminCors ?? mockDefaults.adminCors,
      health: createHealth(core, () => url),
      readContractText: () => (contract === undefined ? readContractText() : readFileSync(contract, 'utf8')),
    },
    rest.tls,
  )
  const bound = await listen(server, host, port)
  url = formatBaseUrl(rest.tls ? 'https' : 'http', host, bound, path)
  const unwatch = watch
    ? watchData(
        {
          fixtures: typeof fixtures === 'string' ? fixtures : builtInFixtures,
          contract,
          load: async () => (await load(fixtures, scenarios, contract)).data,
        },
        core,
      )
    : undefined
  let closed: Promise<void> | undefined
  const close = (): Promise<void> => {
    closed ??= Promise.all([stop(server, cut), unwatch?.()]).then(() => {})
    return closed
  }
  return { url, port: bound, close, [Symbol.asyncDispose]: close, ...pickControls(core) }
}

/** Loads the data, and the path of the contract's server. */
async function load(
  given: string | GivenFixtures,
  scenarios: readonly OwnScenario[],
  file: string | undefined,
): Promise<{ data: MockData; prefix: string }> {
  const isInCode = typeof given !== 'string'
  const { data, prefix } = await loadFiles(isInCode ? builtInFixtures : given, file)
  const { checkPlants } = data
  const own = readOwnScenarios(scenarios, checkPlants)
  return {
    data: {
      ...data,
      ...(isInCode && { fixtures: givenFixtures(checkPlants)(given, '/fixtures') }),
      scenarios: [...data.scenarios, ...own],
    },
    prefix,
  }
}

async function loadFiles(
  fixtures: string,
  file: string | undefined,
): Promise<{ data: MockData; prefix: string }> {
  if (fixtures === builtInFixtures && file === undefined) return { data: await loadBuiltIn(), prefix: '' }
  // The YAML parser and the validators are slow to load, and only custom fixtures need them.
  const { readContract } = await import('../contract/readContract.ts')
  const { loadData } = await import('./fixtures/loadData.ts')
  const contract = readContract(file)
  return { data: await loadData(fixtures, contract), prefix: contract.prefix }
}

/** Returns the port that the server listens on. */
function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error): void => reject(new ListenError(host, port, cause))
    server.once('error', fail)
    server.listen({ host, port }, () => {
      server.off('error', fail)
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

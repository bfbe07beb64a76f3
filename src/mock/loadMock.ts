import { checkNodeVersion } from '../contract/checkNodeVersion.ts'
import { readKit, readText } from '../contract/files.ts'
import { toValidate } from '../contract/violation.ts'
import { ANY_PREFIX, pageBaseUrl, parseBasePath } from './basePath.ts'
import type { ControlOptions, Health } from './control/control.ts'
import { createCore, type MockCore } from './core.ts'
import { createPlantCheck, givenFixtures } from './fixtures/fixtures.ts'
import { watchData } from './fixtures/watchData.ts'
import { type MockOptions, mockDefaults } from './mockOptions.ts'
import type { MockData } from './scenarios/dataset.ts'
import { readOwnScenarios } from './scenarios/scenario.ts'
import type { Upstream } from './upstream/upstream.ts'

/** A mock that is not yet attached to a server. */
export type LoadedMock = {
  core: MockCore
  /** The base path, from `parseBasePath`. */
  basePath: string
  control: ControlOptions
  /** The real service to which the mock forwards requests, if there is one. */
  upstream: Upstream | undefined
  /** Starts to reload changed files if the option `watch` is set. Returns a function that stops reloading. */
  watch: () => (() => Promise<void>) | undefined
}

/** The prefix of the variables that a development server's pages can read, such as `VITE_`. */
export type PageHost = { envPrefix: string }

type Options = Omit<MockOptions, 'port' | 'host' | 'tls'>

/** Loads the data and creates a mock. `url` returns the clients' base URL. Rejects with a FixtureError, ContractError or RangeError. */
export async function loadMock(options: Options, url: () => string, page?: PageHost): Promise<LoadedMock> {
  const problem = checkNodeVersion(process.versions.node)
  if (problem !== undefined) throw new Error(problem)
  const { contract, fixtures, cors, anyToken = false, settings = {} } = { ...mockDefaults, ...options }
  const basePath = parseBasePath(options.basePath ?? ANY_PREFIX)
  const core = createCore(await loadData(options), { basePath, anyToken, cors, settings })
  return {
    core,
    basePath,
    upstream: await connectUpstream(options, core),
    control: {
      adminToken: options.adminToken,
      health: () => describeHealth(core, options, url(), page && { ...page, baseUrl: pageBaseUrl(basePath) }),
      readContractText: () => readText(contract),
    },
    watch: () => {
      const paths = [fixtures, contract].filter((path) => typeof path === 'string')
      return options.watch && paths.length > 0 ? watchData(paths, () => loadData(options), core) : undefined
    },
  }
}

async function loadData({ fixtures, scenarios = [], contract }: Options) {
  const isPath = fixtures === undefined || typeof fixtures === 'string'
  const data = await loadFiles(isPath ? fixtures : undefined, contract)
  const { checkPlants } = data
  return {
    ...data,
    ...(!isPath && { fixtures: givenFixtures(checkPlants)(fixtures, '/fixtures') }),
    scenarios: [...data.scenarios, ...readOwnScenarios(scenarios, checkPlants)],
  }
}

async function loadFiles(fixtures: string | undefined, file: string | undefined): Promise<MockData> {
  if (fixtures === undefined && file === undefined) return loadBuiltIn()
  // The YAML parser and Ajv load slowly, and the built-in data does not need them.
  const { readContract } = await import('../contract/readContract.ts')
  const files = await import('./fixtures/loadData.ts')
  return files.loadData(fixtures ?? files.builtInFixtures, readContract(file))
}

/** Loads the built-in data from a module that the build generates. This module needs no YAML parser and no Ajv. */
export async function loadBuiltIn(): Promise<MockData> {
  const { validatePlants, ...data } = await import('plant-store-kit/fixtures')
  return { ...data, checkPlants: createPlantCheck(toValidate(validatePlants)) }
}

async function connectUpstream(
  { upstream: url, mockWhen, record, contract }: Options,
  core: MockCore,
): Promise<Upstream | undefined> {
  if (url === undefined) {
    if (mockWhen === undefined && record === undefined) return undefined
    const option = record === undefined ? 'mockWhen' : 'record'
    throw new RangeError(`${option}: requires the option upstream, the base URL of the service`)
  }
  const { readContract } = await import('../contract/readContract.ts')
  const { createUpstream } = await import('./upstream/createUpstream.ts')
  let current = readContract(contract)
  core.on(() => {
    current = readContract(contract)
  }, ['reload'])
  return createUpstream({ url, mockWhen, record, contract: () => current, emit: core.emit })
}

/** Describes the mock, so that scripts can find out which server uses the port. Like WireMock, uses the names `status` and `version`. */
function describeHealth(
  core: MockCore,
  { upstream: service, mockWhen = [] }: Options,
  baseUrl: string,
  page: (PageHost & { baseUrl: string }) | undefined,
): Health {
  const { title, version, sha256, path, limitName } = core.contract()
  return {
    status: 'healthy',
    message: 'plant-store-kit mock is ok',
    ...readKit(),
    pid: process.pid,
    baseUrl,
    contract: { title, version, sha256, path, limitName },
    // The service's URL contains no password: otherwise, the mock would not have started.
    upstream: service === undefined ? undefined : { url: service, mockWhen },
    page,
  }
}

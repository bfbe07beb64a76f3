import { loadBuiltIn } from '#builtIn'
import { checkNodeVersion } from '../contract/checkNodeVersion.ts'
import { readKit, readText } from '../contract/files.ts'
import { ANY_PREFIX, pageBaseUrl, parseBasePath } from './basePath.ts'
import type { ControlOptions, Health } from './control/control.ts'
import { createCore, type MockCore } from './core.ts'
import { type GivenFixtures, givenFixtures } from './fixtures/fixtures.ts'
import { watchData } from './fixtures/watchData.ts'
import { builtInFixtures, type MockOptions, mockDefaults } from './mockOptions.ts'
import type { MockData } from './scenarios/dataset.ts'
import { type OwnScenario, readOwnScenarios } from './scenarios/scenario.ts'
import type { MockWhen, Upstream } from './upstream/upstream.ts'

/** A mock that no server serves yet. */
export type LoadedMock = {
  core: MockCore
  /** As `parseBasePath` returns it. */
  basePath: string
  control: ControlOptions
  /** The service that answers first. */
  upstream: Upstream | undefined
  /** Starts to reload changed files, if the options say so. Returns a function that stops it. */
  watch: () => (() => Promise<void>) | undefined
}

/** Loads a mock. `url` is where clients reach it. Rejects with a FixtureError, a ContractError or a RangeError. */
export async function loadMock(
  options: Omit<MockOptions, 'port' | 'host' | 'tls'>,
  url: () => string,
  host?: Omit<PageHost, 'baseUrl'>,
): Promise<LoadedMock> {
  const problem = checkNodeVersion(process.versions.node)
  if (problem !== undefined) throw new Error(problem)
  const {
    contract,
    fixtures,
    scenarios = [],
    cors,
    anyToken = false,
    settings = {},
  } = { ...mockDefaults, ...options }
  const data = await load(fixtures, scenarios, contract)
  const basePath = parseBasePath(options.basePath ?? ANY_PREFIX)
  const core = createCore(data, { basePath, anyToken, cors, settings })
  return {
    core,
    basePath,
    upstream: await connectUpstream(options, core),
    control: {
      adminToken: options.adminToken,
      health: createHealth(core, url, {
        upstream: describeUpstream(options),
        page: host && { ...host, baseUrl: pageBaseUrl(basePath) },
      }),
      readContractText: () => readText(contract),
    },
    watch: () =>
      options.watch
        ? watchData(
            {
              fixtures: typeof fixtures === 'string' ? fixtures : builtInFixtures,
              contract,
              load: () => load(fixtures, scenarios, contract),
            },
            core,
          )
        : undefined,
  }
}

async function connectUpstream(
  { upstream: url, mockWhen, record, contract }: MockOptions,
  core: MockCore,
): Promise<Upstream | undefined> {
  if (url === undefined) {
    if (mockWhen === undefined && record === undefined) return undefined
    throw new RangeError(`${record === undefined ? 'mockWhen' : 'record'}: expected an upstream, too`)
  }
  const { readContract } = await import('../contract/readContract.ts')
  const { createUpstream } = await import('./upstream/createUpstream.ts')
  let current = readContract(contract)
  core.on(() => {
    current = readContract(contract)
  }, ['reload'])
  return createUpstream({
    url,
    contract: () => current,
    report: (file, message) => core.recordFailed(file, message),
    ...(mockWhen && { mockWhen }),
    ...(record !== undefined && { record }),
  })
}

/** Connecting has rejected a URL with a password. */
function describeUpstream({ upstream: url, mockWhen = [] }: MockOptions) {
  return url === undefined ? undefined : { url, mockWhen }
}

async function load(
  given: string | GivenFixtures,
  scenarios: readonly OwnScenario[],
  file: string | undefined,
): Promise<MockData> {
  const isInCode = typeof given !== 'string'
  const data = await loadFiles(isInCode ? builtInFixtures : given, file)
  const { checkPlants } = data
  return {
    ...data,
    ...(isInCode && { fixtures: givenFixtures(checkPlants)(given, '/fixtures') }),
    scenarios: [...data.scenarios, ...readOwnScenarios(scenarios, checkPlants)],
  }
}

async function loadFiles(fixtures: string, file: string | undefined): Promise<MockData> {
  if (fixtures === builtInFixtures && file === undefined) return loadBuiltIn()
  // The YAML parser and the validators are slow to load, and only custom fixtures need them.
  const { readContract } = await import('../contract/readContract.ts')
  const { loadData } = await import('./fixtures/loadData.ts')
  return loadData(fixtures, readContract(file))
}

/** The service behind a mock: its base URL, and its responses that the mock replaces. */
type Service = { url: string; mockWhen: readonly MockWhen[] }

/** How pages of the server that the mock is in reach it: a base URL without an origin, and what begins the names of their variables. */
export type PageHost = { baseUrl: string; envPrefix: string }

/** Describes the mock, so that scripts can check which server has the port. A superset of WireMock's health. */
function createHealth(
  core: MockCore,
  url: () => string,
  { upstream, page }: { upstream: Service | undefined; page: PageHost | undefined },
): () => Health {
  let instanceId: string | undefined
  const started = Date.now()
  return () => {
    instanceId ??= process.getBuiltinModule('node:crypto').randomUUID()
    const { title, version, sha256, path, limitName, examples: all } = core.contract()
    const examples = all.map(({ name, status }) => ({ name, status }))
    return {
      status: 'healthy',
      message: 'plant-store-kit mock is ok',
      ...readKit(),
      instanceId,
      pid: process.pid,
      startedAt: new Date(started).toISOString(),
      uptimeInSeconds: Math.round((Date.now() - started) / 1000),
      timestamp: new Date().toISOString(),
      baseUrl: url(),
      contract: { title, version, sha256, path, limitName, examples },
      upstream,
      page,
    }
  }
}

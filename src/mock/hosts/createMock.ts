import * as builtIn from 'plant-store-kit/fixtures'
import { quote } from '../../contract/quote.ts'
import { createCore, type MockCore } from '../core.ts'
import type { Fixtures } from '../fixtures/fixtures.ts'
import type { Cors } from '../handler/cors.ts'
import type { MockContract } from '../mockContract.ts'
import { parseBasePath } from '../parseBasePath.ts'
import { rejectUnknownOptions } from '../rejectUnknownOptions.ts'
import type { MockData } from '../scenarios/dataset.ts'
import { readEffects } from '../scenarios/readEffects.ts'
import type { Settings } from '../scenarios/respond.ts'
import { SCENARIO_NAME, SCENARIO_NAME_IS, type Scenario } from '../scenarios/scenario.ts'
import { answerRequest } from './fetch.ts'

export { FaultError } from './fetch.ts'
export type { Fixtures, MockContract, Scenario }

/** A scenario of one's own: what is left out is as in `normal`. */
export type OwnScenario = Pick<Scenario, 'name'> & Partial<Scenario>

/** What a mock without a server serves, and how. */
export type FetchMockOptions = {
  /** Users with their tokens and plants. Default: those that ship with the kit. */
  fixtures?: Fixtures
  /** Scenarios beside the kit's, or in place of those with the same names. */
  scenarios?: readonly OwnScenario[]
  /** Path before the operation's own: `/v1` serves `/v1/plants`. Default: `/`. */
  basePath?: string
  /** Pages that may read the answers: `*` (any, without credentials), a list of origins (with credentials) or `off`. Default: `*`. */
  cors?: Cors
  /** What holds for every request that does not say otherwise: scenario, seed, delays, faults. */
  settings?: Partial<Settings>
}

/** The names of all options: one that is missing here does not compile. */
export const fetchMockOptionNames: readonly string[] = Object.keys({
  fixtures: 1,
  scenarios: 1,
  basePath: 1,
  cors: 1,
  settings: 1,
} satisfies Record<keyof FetchMockOptions, 1>)

/** A mock in this process or page: requests come by a call, not by a connection. */
export type FetchMock = Pick<
  MockCore,
  'scenario' | 'scenarios' | 'settings' | 'requests' | 'reset' | 'on'
> & {
  /** The path that it answers: `/v1/plants`. Any other gets its 404. */
  path: string
  /**
   * Answers as `fetch` does, whatever the origin. Rejects with a FaultError, a TypeError, where a fault leaves no answer, and with
   * the signal's reason where the request is given up.
   */
  fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response>
}

/**
 * Makes a mock that needs no server: for browsers, workers, and tests that pass `fetch` on. Throws a RangeError or EffectError
 * when an option cannot be followed.
 */
export function createMock(options: FetchMockOptions = {}): FetchMock {
  rejectUnknownOptions(options, fetchMockOptionNames)
  const { fixtures = builtIn.fixtures, scenarios: own = [], basePath = '/', cors, settings } = options
  const data: MockData = {
    contract: builtIn.contract,
    fixtures,
    scenarios: [...builtIn.scenarios, ...own.map(complete)],
  }
  const path = parseBasePath(basePath)
  const core = createCore(data, { basePath: path, ...(cors && { cors }), ...(settings && { settings }) })
  const { scenario, scenarios, settings: change, requests, reset, on } = core
  return {
    path: path + builtIn.contract.path,
    fetch: async (input, init) => answerRequest(toRequest(input, init), core),
    scenario,
    scenarios,
    settings: change,
    requests,
    reset,
    on,
  }
}

function complete({ effects = {}, ...scenario }: OwnScenario): Scenario {
  if (!SCENARIO_NAME.test(scenario.name))
    throw new RangeError(`expected ${SCENARIO_NAME_IS}, got ${quote(scenario.name)}`)
  return { title: scenario.name, verdict: 'conformant', ...scenario, effects: readEffects(effects) }
}

/** As `fetch` takes it: a path stands for one at the page's origin, or at a made-up one where there is no page. */
function toRequest(input: Request | string | URL, init: RequestInit | undefined): Request {
  if (typeof input !== 'string') return new Request(input, init)
  const page = (globalThis as { location?: { href: string } }).location?.href ?? 'http://plant-store.test/'
  return new Request(new URL(input, page), init)
}

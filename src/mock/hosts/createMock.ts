import * as builtIn from 'plant-store-kit/fixtures'
import { text } from '../../contract/shape.ts'
import { type Controls, pickControls } from '../controls.ts'
import { createCore } from '../core.ts'
import {
  createPlantCheck,
  type Fixtures,
  type GivenFixtures,
  givenFixtures,
  type Plant,
} from '../fixtures/fixtures.ts'
import { type Cors, readCors } from '../handler/cors.ts'
import type { MockContract } from '../mockContract.ts'
import { BASE_PATH_IS, parseBasePath } from '../parseBasePath.ts'
import { anyValue, type OptionShapes, readOptions } from '../readOptions.ts'
import type { MockData } from '../scenarios/dataset.ts'
import {
  type OwnScenario,
  readOwnScenarios,
  type Scenario,
  type ScenarioName,
} from '../scenarios/scenario.ts'
import type { GivenResponse, Settings } from '../scenarios/state.ts'
import { answerRequest } from './fetch.ts'

export { matchers, type ReceivedQuery } from '../runners/matchers.ts'
export { FaultError } from './fetch.ts'
export type {
  Fixtures,
  GivenFixtures,
  GivenResponse,
  MockContract,
  OwnScenario,
  Plant,
  Scenario,
  ScenarioName,
}

/** Options of `createMock`. */
export type FetchMockOptions = {
  /** Plants, which `token-alice` gets, or users with their tokens and plants. Default: the built-in ones. */
  fixtures?: GivenFixtures
  /** Custom scenarios. They replace built-in ones of the same name. */
  scenarios?: readonly OwnScenario[]
  /** Path in front of the operation's path: `/v1` serves `/v1/plants`, and `*` any prefix. Default: `/`. */
  basePath?: string
  /** Origins whose pages can read responses: `*` (all, without credentials), a list (with credentials) or `off`. Default: `*`. */
  cors?: Cors
  /** Defaults for every request: scenario, delay (in ms), faults. */
  settings?: Partial<Settings>
}

export const fetchMockOptionShapes: OptionShapes<FetchMockOptions> = {
  fixtures: anyValue,
  scenarios: anyValue,
  basePath: text(BASE_PATH_IS),
  cors: readCors,
  settings: anyValue,
}

/** A mock in this process or page, which is called instead of connected to. */
export type FetchMock = Controls & {
  /** The path of the operation, for example `/v1/plants`. It begins with `*` if any prefix matches. Other paths get a 404. */
  path: string
  /**
   * Same signature as the global `fetch`; works for any origin. Rejects with a FaultError, which is a TypeError, if a fault breaks the
   * response, and with the signal's reason if the request is aborted.
   */
  fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response>
}

/**
 * Creates a mock without a server, for browsers, workers, and tests that inject `fetch`. Throws a RangeError if an option is unknown
 * or invalid.
 */
export function createMock(options: FetchMockOptions = {}): FetchMock {
  const read = readOptions(options, fetchMockOptionShapes)
  const { fixtures, scenarios: own = [], basePath = '/', ...rest } = read
  const data: MockData = {
    contract: builtIn.contract,
    fixtures: fixtures === undefined ? builtIn.fixtures : readFixtures(fixtures, '/fixtures'),
    scenarios: [...builtIn.scenarios, ...readOwnScenarios(own, checkPlants)],
    checkPlants,
  }
  const path = parseBasePath(basePath)
  const core = createCore(data, { basePath: path, ...rest })
  return {
    path: path + builtIn.contract.path,
    fetch: async (input, init) => answerRequest(toRequest(input, init), core),
    ...pickControls(core),
  }
}

const checkPlants = createPlantCheck(builtIn.validatePlants)

const readFixtures = givenFixtures(checkPlants)

/** Resolves a path against the page's origin, or against a made-up one outside a page. */
function toRequest(input: Request | string | URL, init: RequestInit | undefined): Request {
  if (typeof input !== 'string') return new Request(input, init)
  const page = (globalThis as { location?: { href: string } }).location?.href ?? 'http://plant-store.test/'
  return new Request(new URL(input, page), init)
}

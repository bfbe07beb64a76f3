import * as builtIn from 'plant-store-kit/fixtures'
import { quote } from '../../contract/input/quote.ts'
import { list, object, type Shape, text } from '../../contract/input/shape.ts'
import { type Controls, pickControls } from '../controls.ts'
import { createCore } from '../core.ts'
import type { Fixtures, Plant } from '../fixtures/fixtures.ts'
import { token } from '../fixtures/usersShape.ts'
import type { Cors } from '../handler/cors.ts'
import type { MockContract } from '../mockContract.ts'
import { parseBasePath } from '../parseBasePath.ts'
import { rejectUnknownOptions } from '../rejectUnknownOptions.ts'
import type { MockData } from '../scenarios/dataset.ts'
import { createPlantCheck, type GivenResponse } from '../scenarios/given.ts'
import { readEffects } from '../scenarios/readEffects.ts'
import type { Settings } from '../scenarios/respond.ts'
import { SCENARIO_NAME, SCENARIO_NAME_IS, type Scenario } from '../scenarios/scenario.ts'
import { answerRequest } from './fetch.ts'

export { FaultError } from './fetch.ts'
export type { Fixtures, GivenResponse, MockContract, Plant, Scenario }

/** A custom scenario. What is left out is as in `normal`. */
export type OwnScenario = Pick<Scenario, 'name'> & Partial<Scenario>

/** Options of `createMock`. */
export type FetchMockOptions = {
  /** Users with their tokens and plants. Default: the built-in ones. */
  fixtures?: Fixtures
  /** Custom scenarios. They replace built-in ones of the same name. */
  scenarios?: readonly OwnScenario[]
  /** Path in front of the operation's path: `/v1` serves `/v1/plants`, and `*` any prefix. Default: `/`. */
  basePath?: string
  /** Origins whose pages can read responses: `*` (all, without credentials), a list (with credentials) or `off`. Default: `*`. */
  cors?: Cors
  /** Defaults for every request: scenario, seed, delays (in ms), faults. */
  settings?: Partial<Settings>
}

/** The names of all options. One that is missing here does not compile. */
export const fetchMockOptionNames: readonly string[] = Object.keys({
  fixtures: 1,
  scenarios: 1,
  basePath: 1,
  cors: 1,
  settings: 1,
} satisfies Record<keyof FetchMockOptions, 1>)

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
  rejectUnknownOptions(options, fetchMockOptionNames)
  const { scenarios: own = [], basePath = '/', cors, settings } = options
  const data: MockData = {
    contract: builtIn.contract,
    fixtures: options.fixtures ? readFixtures(options.fixtures, '/fixtures') : builtIn.fixtures,
    scenarios: [...builtIn.scenarios, ...own.map(withDefaults)],
    checkPlants,
  }
  const path = parseBasePath(basePath)
  const core = createCore(data, { basePath: path, ...(cors && { cors }), ...(settings && { settings }) })
  return {
    path: path + builtIn.contract.path,
    fetch: async (input, init) => answerRequest(toRequest(input, init), core),
    ...pickControls(core),
  }
}

const checkPlants = createPlantCheck(builtIn.validatePlants)

const user = object({ name: text("the user's name"), token, plants: checkPlants })
const readFixtures: Shape<Fixtures> = object({ users: list(user, 'a list of users') })

function withDefaults({ effects = {}, ...scenario }: OwnScenario, index: number): Scenario {
  if (!SCENARIO_NAME.test(scenario.name))
    throw new RangeError(`expected ${SCENARIO_NAME_IS}, got ${quote(scenario.name)}`)
  if (scenario.plants) checkPlants(scenario.plants, `/scenarios/${index}/plants`)
  return { title: scenario.name, verdict: 'conformant', ...scenario, effects: readEffects(effects) }
}

/** Resolves a path against the page's origin, or against a made-up one outside a page. */
function toRequest(input: Request | string | URL, init: RequestInit | undefined): Request {
  if (typeof input !== 'string') return new Request(input, init)
  const page = (globalThis as { location?: { href: string } }).location?.href ?? 'http://plant-store.test/'
  return new Request(new URL(input, page), init)
}

import { mismatch } from '../../contract/shape.ts'
import { didYouMean } from '../../contract/suggest.ts'
import { quote } from '../../contract/words.ts'
import type { Fixtures, Plant, User } from '../fixtures/fixtures.ts'
import { createFindByToken } from '../handler/findByToken.ts'
import { createHandler } from '../handler/handler.ts'
import { readBearerToken } from '../handler/readBearerToken.ts'
import type { MakeError } from '../madeUp/createErrorMaker.ts'
import type { FitPlant } from '../madeUp/fitPlant.ts'
import { generatePlants } from '../madeUp/generatePlants.ts'
import type { MockContract } from '../mockContract.ts'
import { type Handle, headerValue, type RequestHeaders, type RequestRecord } from '../records.ts'
import type { CheckPlants } from './given.ts'
import type { Preferences } from './preferences.ts'
import { NORMAL, type Scenario } from './scenario.ts'

/** What a mock serves. */
export type MockData = {
  contract: MockContract
  fixtures: Fixtures
  scenarios: readonly Scenario[]
  /** For a contract that the kit's own plants and errors do not fit. */
  adapter?: Adapter
  /** Checks plants that a test gives. */
  checkPlants: CheckPlants
}

/** Fits what the mock makes itself to another contract. */
type Adapter = { fitPlant: FitPlant; makeError: MakeError }

/** An example from the contract. */
export type Example = MockContract['examples'][number]

/** The data that a mock serves, indexed by user, token and name, with a handler for each scenario. */
export type Dataset = ReturnType<typeof createDataset>

export function createDataset(
  { contract, fixtures, scenarios: given, adapter, checkPlants }: MockData,
  basePath: string,
) {
  const findSender = createFindByToken(fixtures.users.map((user) => [user.token, user]))
  const tokens = new Map(fixtures.users.map(({ name, token }) => [name, token]))
  const scenarios = new Map([NORMAL, ...given].map((scenario) => [scenario.name, scenario]))
  const handlers = new Map<Scenario | Example, Handle>()
  const givenHandlers = new WeakMap<readonly Plant[], Handle>()
  // Created on first use, so that a scenario with ten thousand plants costs nothing until a client asks for it.
  const cachedHandler = (key: Scenario | Example, makeFixtures: () => Fixtures): Handle => {
    const cached = handlers.get(key)
    if (cached) return cached
    const handle = createHandler(makeFixtures(), contract, basePath)
    handlers.set(key, handle)
    return handle
  }
  const findExample = ({ example, effects: { code } }: Preferences): Example | undefined =>
    example === undefined
      ? undefined
      : contract.examples.find(({ name, status }) => name === example && (code ?? status) === status)

  return {
    contract,
    fixtures,
    makeError: adapter?.makeError,
    checkPlants,
    findExample,
    scenario: (name: string): Scenario => scenarios.get(name) ?? NORMAL,
    scenarios: (): readonly Scenario[] => [...scenarios.values()],
    /** The error message for a name that is not a scenario. */
    unknownScenario: (name: string): string | undefined =>
      scenarios.has(name) ? undefined : describeUnknown('scenario', name, scenarios.keys()),
    /** Throws a RangeError for what is not the name of a scenario. */
    assertScenario(name: unknown): void {
      if (typeof name !== 'string') throw mismatch('/scenario', 'the name of a scenario', name)
      const problem = this.unknownScenario(name)
      if (problem !== undefined) throw new RangeError(problem)
    },
    /** The name of the user whose token a request carries. */
    findUser(headers: RequestHeaders): string | undefined {
      const sender = findSender(headers)
      return typeof sender === 'object' ? sender.name : undefined
    },
    /** The request as if that user had sent it. */
    actAs: (request: RequestRecord, user: string): RequestRecord => ({
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${tokens.get(user) ?? ''}` },
    }),
    /** The request as if the first user with plants had sent it, if its token is unknown. */
    withKnownToken(request: RequestRecord): RequestRecord {
      const { users } = fixtures
      const [first] = users
      const user = users.find(({ plants }) => plants.length > 0) ?? first
      const bearer = readBearerToken(headerValue(request.headers, 'authorization'))
      if (typeof bearer === 'string' || this.findUser(request.headers) !== undefined || !user) return request
      return this.actAs(request, user.name)
    },
    /** The handler for a scenario, or for an example that replaces its plants. */
    handler(scenario: Scenario, example: Example | undefined): Handle {
      if (example?.status !== 200)
        return cachedHandler(scenario, () => scenarioFixtures(fixtures, scenario, adapter))
      return cachedHandler(example, () => withPlants(fixtures, () => example.value as Plant[]))
    },
    /** The handler for plants that a test gave: every user has them. */
    givenHandler(plants: readonly Plant[]): Handle {
      const cached = givenHandlers.get(plants)
      if (cached) return cached
      const handle = createHandler(
        withPlants(fixtures, () => plants),
        contract,
        basePath,
      )
      givenHandlers.set(plants, handle)
      return handle
    },
    /** The users with the plants of a scenario, or with those that a test gave, and the rule that a response names. */
    servedPlants(
      scenario: Scenario,
      given: readonly Plant[] | undefined,
    ): { rule: string; users: readonly User[] } {
      if (given) return { rule: 'given plants', ...withPlants(fixtures, () => given) }
      const rule = scenario.plants || scenario.generate ? `scenario ${scenario.name}` : 'fixtures'
      return { rule, ...scenarioFixtures(fixtures, scenario, adapter) }
    },
    /** Why preferences cannot be applied, or undefined if they can. */
    findProblem(preferences: Preferences): string | undefined {
      const { scenario, user, example } = preferences
      if (user !== undefined && !tokens.has(user)) return describeUnknown('user', user, tokens.keys())
      if (example !== undefined && findExample(preferences) === undefined)
        return `example: expected one of ${contract.examples.map(({ name, status }) => `${name} (${status})`).join(', ')}, got ${quote(example)}`
      return scenario === undefined ? undefined : this.unknownScenario(scenario)
    },
  }
}

/** The plants of a scenario replace those of every user who has any, so a user without plants still has none. */
function scenarioFixtures(
  fixtures: Fixtures,
  { plants, generate }: Scenario,
  adapter: Adapter | undefined,
): Fixtures {
  const fit: FitPlant = adapter?.fitPlant ?? ((plant) => plant)
  const others = generate ? generatePlants(generate).map(fit) : plants
  return others === undefined ? fixtures : withPlants(fixtures, (user) => (user.length > 0 ? others : user))
}

function withPlants(fixtures: Fixtures, choose: (plants: readonly Plant[]) => readonly Plant[]): Fixtures {
  return { users: fixtures.users.map((user) => ({ ...user, plants: choose(user.plants) })) }
}

function describeUnknown(what: string, given: string, names: Iterable<string>): string {
  const all = [...names]
  const hint = didYouMean(given, all)
  const listed = `one of ${all.join(', ')}`
  return hint
    ? `${what}: got ${quote(given)}; ${hint} Expected ${listed}`
    : `${what}: expected ${listed}, got ${quote(given)}`
}

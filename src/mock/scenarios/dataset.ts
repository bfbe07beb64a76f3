import { InputError, mismatch } from '../../contract/shape.ts'
import { didYouMean } from '../../contract/suggest.ts'
import { quote } from '../../contract/words.ts'
import type {
  CheckPlants,
  FitPlant,
  Fixtures,
  MakeError,
  MockContract,
  Plant,
  User,
} from '../fixtures/fixtures.ts'
import { createFindByToken, readBearerToken } from '../handler/bearer.ts'
import { createHandler } from '../handler/handler.ts'
import { type Handle, headerValue, type RequestHeaders, type RequestRecord } from '../records.ts'
import type { Preferences } from './preferences.ts'
import { NORMAL, type Scenario } from './scenario.ts'
import { generatePlants } from './seeded.ts'

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
  { basePath, anyToken }: { basePath: string; anyToken: boolean },
) {
  const findSender = createFindByToken(
    fixtures.users.map((user) => [user.token, user]),
    anyToken,
  )
  const operation = { contract, basePath, anyToken }
  const tokens = new Map(fixtures.users.map(({ name, token }) => [name, token]))
  const scenarios = new Map([NORMAL, ...given].map((scenario) => [scenario.name, scenario]))
  const usual = createHandler(fixtures.users, operation)
  const handlers = new WeakMap<Scenario | readonly Plant[], Handle>()
  // Created on first use, so that a scenario with ten thousand plants costs nothing until a client asks for it.
  const cachedHandler = (key: Scenario | readonly Plant[], listUsers: () => readonly User[]): Handle => {
    const cached = handlers.get(key)
    if (cached) return cached
    const handle = createHandler(listUsers(), operation)
    handlers.set(key, handle)
    return handle
  }
  const findExample = ({
    example,
    override,
  }: Pick<Preferences, 'example' | 'override'>): Example | undefined =>
    example === undefined
      ? undefined
      : contract.examples.find(
          ({ name, status }) => name === example && (override.status ?? status) === status,
        )
  /** The plants of a scenario replace those of every user who has any, so a user without plants still has none. */
  const usersIn = ({ plants, generate }: Scenario): readonly User[] => {
    const fit: FitPlant = adapter?.fitPlant ?? ((plant) => plant)
    const others = generate ? generatePlants(generate).map(fit) : plants
    if (others === undefined) return fixtures.users
    return fixtures.users.map((user) => (user.plants.length > 0 ? { ...user, plants: others } : user))
  }
  const usersWith = (plants: readonly Plant[]): readonly User[] =>
    fixtures.users.map((user) => ({ ...user, plants }))

  return {
    contract,
    fixtures,
    makeError: adapter?.makeError,
    checkPlants,
    findExample,
    scenario: (name: string): Scenario => scenarios.get(name) ?? NORMAL,
    scenarios: (): readonly Scenario[] => [...scenarios.values()],
    hasScenario: (name: string): boolean => scenarios.has(name),
    /** The name of a scenario that exists. Throws an InputError. */
    readScenario(name: unknown, pointer: string): string {
      if (typeof name !== 'string') throw mismatch(pointer, 'the name of a scenario', name)
      if (scenarios.has(name)) return name
      throw new InputError(pointer, describeUnknown(name, scenarios.keys()))
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
    /** The handler for the plants of a scenario. */
    handler: (scenario: Scenario): Handle => cachedHandler(scenario, () => usersIn(scenario)),
    /** The handler for plants that a test gave: every user has them. Without any, for the plants of the fixtures. */
    givenHandler: (plants: readonly Plant[] | undefined): Handle =>
      plants === undefined ? usual : cachedHandler(plants, () => usersWith(plants)),
    usersIn,
    usersWith,
    /** Why preferences cannot be applied, or undefined if they can. */
    findProblem(preferences: Preferences): string | undefined {
      const { scenario, user, example } = preferences
      if (user !== undefined && !tokens.has(user)) return `user: ${describeUnknown(user, tokens.keys())}`
      if (example !== undefined && findExample(preferences) === undefined)
        return `example: expected one of ${contract.examples.map(({ name, status }) => `${name} (${status})`).join(', ')}, got ${quote(example)}`
      if (scenario === undefined || scenarios.has(scenario)) return undefined
      return `scenario: ${describeUnknown(scenario, scenarios.keys())}`
    },
  }
}

function describeUnknown(given: string, names: Iterable<string>): string {
  const all = [...names]
  const hint = didYouMean(given, all)
  const listed = `one of ${all.join(', ')}`
  return hint ? `got ${quote(given)}; ${hint} Expected ${listed}` : `expected ${listed}, got ${quote(given)}`
}

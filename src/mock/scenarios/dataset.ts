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

/** Where plants come from: the fixtures, a scenario, or a list that every user has. */
type Source = Fixtures | Scenario | readonly Plant[]

/** An example from the contract. */
export type Example = MockContract['examples'][number]

/** The data that a mock serves, indexed by user, token and name, with a handler for each scenario. */
export type Dataset = ReturnType<typeof createDataset>

export function createDataset(
  { contract, fixtures, scenarios: given, adapter, checkPlants }: MockData,
  { basePath, anyToken }: { basePath: string; anyToken: boolean },
) {
  const { users } = fixtures
  const operation = { contract, basePath, anyToken }
  const findSender = createFindByToken(
    users.map((user) => [user.token, user]),
    anyToken,
  )
  const tokens = new Map(users.map(({ name, token }) => [name, token]))
  const scenarios = new Map([NORMAL, ...given].map((scenario) => [scenario.name, scenario]))
  const usersOf = (source: Source): readonly User[] => {
    if ('users' in source) return users
    if (!('name' in source)) return users.map((user) => ({ ...user, plants: source }))
    const fit: FitPlant = adapter?.fitPlant ?? ((plant) => plant)
    const plants = source.generate ? generatePlants(source.generate).map(fit) : source.plants
    // A user without plants still has none in a scenario.
    return plants ? users.map((user) => (user.plants.length > 0 ? { ...user, plants } : user)) : users
  }
  // Created on first use, so that a scenario with ten thousand plants costs nothing until a client asks for it.
  const handlers = new WeakMap<Source, Handle>()
  const findExample = ({
    example,
    override: { status },
  }: Pick<Preferences, 'example' | 'override'>): Example | undefined =>
    contract.examples.find((each) => each.name === example && (status ?? each.status) === each.status)

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
      const [first] = users
      const user = users.find(({ plants }) => plants.length > 0) ?? first
      const bearer = readBearerToken(headerValue(request.headers, 'authorization'))
      if (typeof bearer === 'string' || this.findUser(request.headers) !== undefined || !user) return request
      return this.actAs(request, user.name)
    },
    /** Answers with the plants of a source. */
    handler(source: Source = fixtures): Handle {
      const handle = handlers.get(source) ?? createHandler(usersOf(source), operation)
      handlers.set(source, handle)
      return handle
    },
    usersOf,
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

import { InputError, mismatch, type Shape } from '../../contract/shape.ts'
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
import { NORMAL, type Scenario } from './scenario.ts'

/** The data that a mock serves. */
export type MockData = {
  contract: MockContract
  fixtures: Fixtures
  scenarios: readonly Scenario[]
  /** Checks a test's plants. */
  checkPlants: CheckPlants
  /** Adapts plants. Like `makeError`, undefined if the mock's own plants and errors conform to the contract. */
  fitPlant?: FitPlant
  makeError?: MakeError
}

/** The source of plants: the fixtures, a scenario, or a list for every user. */
type Source = Fixtures | Scenario | readonly Plant[]

/** A mock's data, with functions that find scenarios and users, and with a handler for each source of plants. */
export type Dataset = ReturnType<typeof createDataset>

export function createDataset(
  { contract, fixtures, scenarios: given, checkPlants, fitPlant, makeError }: MockData,
  { basePath, anyToken }: { basePath: string; anyToken: boolean },
) {
  const { users } = fixtures
  const findSender = createFindByToken(
    users.map((user) => [user.token, user]),
    anyToken,
  )
  const byName = new Map(users.map((user) => [user.name, user]))
  const scenarios = new Map([NORMAL, ...given].map((scenario) => [scenario.name, scenario]))
  const usersOf = (source: Source): readonly User[] => {
    if ('users' in source) return users
    if (!('name' in source)) return users.map((user) => ({ ...user, plants: source }))
    const plants = typeof source.plants === 'number' ? makePlants(source.plants, fitPlant) : source.plants
    // No scenario gives plants to a user without plants.
    return plants ? users.map((user) => (user.plants.length > 0 ? { ...user, plants } : user)) : users
  }
  // Create a handler on first use, because it takes time to generate the plants of a scenario with ten thousand plants.
  const handlers = new WeakMap<Source, Handle>()
  return {
    contract,
    users,
    makeError,
    checkPlants,
    scenario: (name: string): Scenario => scenarios.get(name) ?? NORMAL,
    scenarios: (): readonly Scenario[] => [...scenarios.values()],
    hasScenario: (name: string): boolean => scenarios.has(name),
    /** Returns the name of a scenario. Throws an InputError if the scenario does not exist. */
    readScenario: nameIn(scenarios, 'the name of a scenario'),
    /** Returns the name of a user. Throws an InputError if the user does not exist. */
    readUser: nameIn(byName, 'the name of a user'),
    /** Returns the name of a request's user, according to its token. */
    findUser(headers: RequestHeaders): string | undefined {
      const sender = findSender(headers)
      return typeof sender === 'object' ? sender.name : undefined
    },
    /** Returns the request as if the user with this name had sent it. */
    actAs: (request: RequestRecord, user: string): RequestRecord => ({
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${byName.get(user)?.token ?? ''}` },
    }),
    /** Returns a request with an unknown token as if the first user with plants had sent it. */
    withKnownToken(request: RequestRecord): RequestRecord {
      const user = users.find(({ plants }) => plants.length > 0) ?? users[0]
      const bearer = readBearerToken(headerValue(request.headers, 'authorization'))
      if (typeof bearer === 'string' || this.findUser(request.headers) !== undefined || !user) return request
      return this.actAs(request, user.name)
    },
    /** Returns the handler that answers with a source's plants. */
    handler(source: Source = fixtures): Handle {
      const known = handlers.get(source)
      if (known) return known
      const handle = createHandler(usersOf(source), { contract, basePath, anyToken })
      handlers.set(source, handle)
      return handle
    },
    usersOf,
  }
}

function nameIn(names: ReadonlyMap<string, unknown>, expected: string): Shape<string> {
  return (name, pointer) => {
    if (typeof name !== 'string') throw mismatch(pointer, expected, name)
    if (names.has(name)) return name
    const all = [...names.keys()]
    const hint = didYouMean(name, all)
    const listed = `one of ${all.join(', ')}`
    const got = `got ${quote(name)}`
    throw new InputError(pointer, hint ? `${got}; ${hint} Expected ${listed}` : `expected ${listed}, ${got}`)
  }
}

const GENERA = 'Acer Aloe Begonia Ficus Hoya Iris Olea Rosa Salvia Viola Yucca'.split(' ')
const EPITHETS = 'alba alpina aurea crispa elegans gigantea glabra japonica nana odorata'.split(' ')
const TAGS = ['tree', 'shrub', 'herb', 'fern', undefined, 'succulent', 'climber']

/** Generates plants: the same plants every time, with unique names, and some of them without a tag. */
function makePlants(count: number, fitPlant: FitPlant = (plant) => plant): Plant[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `${GENERA[index % GENERA.length]} ${EPITHETS[index % EPITHETS.length]} ${index + 1}`
    const tag = TAGS[index % TAGS.length]
    return fitPlant(tag === undefined ? { name } : { name, tag })
  })
}

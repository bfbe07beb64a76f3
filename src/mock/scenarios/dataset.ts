import type { Fixtures, Plant } from '../fixtures/fixtures.ts'
import { bearerToken } from '../handler/bearerToken.ts'
import { createHandler } from '../handler/handler.ts'
import type { MockContract } from '../mockContract.ts'
import { quote } from '../quote.ts'
import { fieldOf, type Handle, type RequestHeaders, type RequestRecord } from '../records.ts'
import { suggest } from '../suggest.ts'
import type { Preferences } from './preferences.ts'
import { NORMAL, type Scenario } from './scenario.ts'
import { scenarioFixtures, withPlants } from './scenarioFixtures.ts'

/** What a mock serves. */
export type MockData = { contract: MockContract; fixtures: Fixtures; scenarios: readonly Scenario[] }

/** An example of the contract. */
export type Example = MockContract['examples'][number]

/** Everything that follows from what is served, made ready once: who is who, and a handler for each scenario. */
export type World = ReturnType<typeof createWorld>

export function createWorld({ contract, fixtures, scenarios: given }: MockData, basePath: string) {
  const names = new Map(fixtures.users.map(({ name, token }) => [token, name]))
  const tokens = new Map(fixtures.users.map(({ name, token }) => [name, token]))
  const scenarios = new Map([NORMAL, ...given].map((scenario) => [scenario.name, scenario]))
  const handlers = new Map<Scenario | Example, Handle>()
  // Made when first asked for: ten thousand plants cost nothing until somebody wants them.
  const handlerFor = (key: Scenario | Example, fixturesOf: () => Fixtures): Handle => {
    const made = handlers.get(key)
    if (made) return made
    const handle = createHandler(fixturesOf(), contract, basePath)
    handlers.set(key, handle)
    return handle
  }
  const exampleOf = ({ example, effects: { code } }: Preferences): Example | undefined =>
    contract.examples.find(({ name, status }) => name === example && (code ?? status) === status)

  return {
    contract,
    fixtures,
    exampleOf,
    scenario: (name: string): Scenario => scenarios.get(name) ?? NORMAL,
    scenarios: (): readonly Scenario[] => [...scenarios.values()],
    /** Why a scenario cannot be had. */
    unknownScenario: (name: string): string | undefined =>
      scenarios.has(name) ? undefined : meant('scenario', name, scenarios.keys()),
    /** The name of the user whose token a request has. */
    userOf(headers: RequestHeaders): string | undefined {
      const bearer = bearerToken(fieldOf(headers, 'authorization'))
      return typeof bearer === 'object' ? names.get(bearer.token) : undefined
    },
    /** The request as if that user had sent it. */
    actAs: (request: RequestRecord, user: string): RequestRecord => ({
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${tokens.get(user) ?? ''}` },
    }),
    /** The handler for a scenario, or for an example in its place. */
    handlerOf(scenario: Scenario, example: Example | undefined): Handle {
      if (example?.status !== 200) return handlerFor(scenario, () => scenarioFixtures(fixtures, scenario))
      return handlerFor(example, () => withPlants(fixtures, () => example.value as Plant[]))
    },
    /** Why preferences cannot be followed, where they cannot. */
    problemOf(preferences: Preferences): string | undefined {
      const { scenario, user, example } = preferences
      if (user !== undefined && !tokens.has(user)) return meant('user', user, tokens.keys())
      if (example !== undefined && exampleOf(preferences) === undefined)
        return `example must be one of ${contract.examples.map(({ name, status }) => `${name} (${status})`).join(', ')}, got ${quote(example)}`
      return scenario === undefined ? undefined : this.unknownScenario(scenario)
    },
  }
}

function meant(what: string, given: string, names: Iterable<string>): string {
  const all = [...names]
  const near = suggest(given, all)
  const hint = near === undefined ? '' : `; did you mean ${near}?`
  return `${what} must be one of ${all.join(', ')}, got ${quote(given)}${hint}`
}

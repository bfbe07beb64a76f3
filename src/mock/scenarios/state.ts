import { InputError, list, mismatch, object, optional, type Shape } from '../../contract/shape.ts'
import type { CheckPlants, Plant } from '../fixtures/fixtures.ts'
import { headerValue, type RequestRecord } from '../records.ts'
import { type Override, overrideShapes, RESPONSE_IS, type ScenarioName, status } from './override.ts'
import { NORMAL, type Scenario } from './scenario.ts'

/** The state that the mock keeps for all sessions, or for one session. */
export type State = {
  settings: Override
  /** The test's plants. */
  plants: readonly Plant[] | undefined
  /** The test's queued responses to the next requests. */
  responses: Override[]
  /** The number of requests in each scenario so far, by the scenario's name. */
  counts: Map<string, number>
}

/** Changes to the responses of a mock or a session: a scenario, and the properties that a scenario can have, except plants. */
export type Settings = Omit<Override, 'plants'> & {
  /** Default: normal. */
  scenario: ScenarioName
}

/** New values of settings; null clears a setting. */
export type SettingsChanges = { readonly [Name in keyof Settings]?: Settings[Name] | null | undefined }

/** The response to one request: the name of a scenario, an HTTP status, plants, or an object such as `{ status: 503, delay: 300 }`. */
export type GivenResponse = ScenarioName | number | readonly Plant[] | Omit<Override, 'count'>

/** The scenario for all sessions, the sessions' own scenarios, and all available scenarios. */
export type ScenarioState = {
  scenario: string
  sessions: Record<string, string>
  scenarios: readonly Scenario[]
}

export type States = ReturnType<typeof createStates>

/** The maximum number of sessions. Each session can have its own plants. */
const CAPACITY = 1_000
/** The maximum number of queued responses of a session. */
const MAX_RESPONSES = 1_000
/** The maximum number of characters of all sessions' plants together, as JSON. */
const MAX_PLANTS = 64 * 2 ** 20
/** The maximum length of a session's name in characters. The mock truncates longer names in requests. */
const LONGEST_NAME = 200

/** Creates a store for the state that all sessions share, and for the states of the last 1,000 sessions. */
export function createStates(settings: Override) {
  const sessions = new Map<string, State>()
  const sizes = new WeakMap<readonly Plant[], number>()
  const states = {
    common: createState(settings),
    find: (session: string): State | undefined => sessions.get(session),
    /** Returns the state of a session, or the state for all sessions. */
    of(session: string | undefined): State {
      if (session === undefined) return states.common
      const state = sessions.get(session) ?? createState({})
      sessions.delete(session)
      sessions.set(session, state)
      const [oldest] = sessions.keys()
      if (sessions.size > CAPACITY && oldest !== undefined) sessions.delete(oldest)
      return state
    },
    /** Sets the plants of one session or of all sessions. If the plants need too much memory, forgets the oldest sessions. */
    give(session: string | undefined, plants: readonly Plant[] | undefined): void {
      states.of(session).plants = plants
      if (plants) sizes.set(plants, JSON.stringify(plants).length)
      let total = 0
      for (const [name, state] of [...sessions].reverse()) {
        total += (state.plants && sizes.get(state.plants)) ?? 0
        if (total > MAX_PLANTS && name !== session) sessions.delete(name)
      }
    },
    /** Returns the settings of a session, or the settings for all sessions. */
    settings(session: string | undefined): Settings {
      const own = session === undefined ? undefined : sessions.get(session)
      return { scenario: NORMAL.name, ...states.common.settings, ...own?.settings }
    },
    /** Returns the scenarios of the sessions with their own scenario. */
    chosen(): Record<string, string> {
      const chosen = [...sessions].map(([name, { settings }]) => [name, settings.scenario])
      return Object.fromEntries(chosen.filter(([, scenario]) => scenario !== undefined))
    },
    /** Resets the counters of one session, or of all sessions. */
    restart(session: string | undefined): void {
      for (const [name, state] of sessions)
        if (session === undefined || name === session) state.counts = new Map()
    },
    reset(): void {
      sessions.clear()
      states.common = createState(settings)
    },
  }
  return states
}

function createState(settings: Override): State {
  return { settings, plants: undefined, responses: [], counts: new Map() }
}

/** Applies changes to settings; null clears one setting, or all settings. Throws an InputError at the first mistake. */
export function readSettings(
  changes: SettingsChanges | null,
  current: Override,
  readScenario: Shape<string>,
): Override {
  if (changes === null) return {}
  if (typeof changes !== 'object' || Array.isArray(changes))
    throw mismatch('/settings', 'settings, such as { delay: 300 }', changes)
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const merged = Object.entries({ ...current, ...Object.fromEntries(given) })
  const settings = object({ scenario: optional(readScenario), ...overrideShapes })
  return settings(Object.fromEntries(merged.filter(([, value]) => value !== null)), '')
}

/** Checks responses to queue. Throws an InputError at the first mistake, such as a scenario that does not exist. */
export function readResponses(
  value: unknown,
  checkPlants: CheckPlants,
  readScenario: Shape<string>,
): Override[] {
  const { count: _, ...members } = overrideShapes
  const override = object({ ...members, plants: optional(checkPlants), scenario: optional(readScenario) })
  const response: Shape<Override> = (each, pointer) => {
    if (Array.isArray(each)) return { status: 200, plants: checkPlants(each, pointer) }
    if (typeof each === 'number') return { status: status(each, pointer) }
    if (typeof each === 'string') return { scenario: readScenario(each, pointer) }
    if (typeof each !== 'object' || each === null) throw mismatch(pointer, RESPONSE_IS, each)
    return override(each, pointer)
  }
  const responses = list(response, `a list, each ${RESPONSE_IS}`)(value, '/responses')
  if (responses.length <= MAX_RESPONSES) return responses
  throw new InputError('/responses', `expected at most ${MAX_RESPONSES} responses, got ${responses.length}`)
}

/** The session to which a change applies. Default: all sessions. */
export type SessionChoice = { session?: string }

const sessionName: Shape<string> = (value, pointer) => {
  if (typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME) return value
  throw mismatch(pointer, `the name of a session, at most ${LONGEST_NAME} characters`, value)
}

const choice = object({ session: optional(sessionName) }, 'an object with a session')

/** Reads the choice of a session. Throws an InputError if the choice is invalid. */
export const readSessionChoice = (value: unknown): SessionChoice => choice(value, '')

/** Finds the session that a request names in a header, or else in the query. */
export function findSessionName({ headers }: RequestRecord, query: string): string | undefined {
  const name = headerValue(headers, 'x-plant-store-session')
  if (name) return name.slice(0, LONGEST_NAME)
  if (!query.includes('__session=')) return undefined
  return new URLSearchParams(query).get('__session')?.slice(0, LONGEST_NAME) || undefined
}

import { ANY_PREFIX } from './basePath.ts'
import type { Ending, Entry, JournalFilter } from './control/journal.ts'
import { createJournal, readJournalFilter, toEntry } from './control/journal.ts'
import type { MakeError, MockContract, Plant } from './fixtures/fixtures.ts'
import { NOTHING, reshapeError } from './handler/answers.ts'
import { type Cors, corsHeaders } from './handler/cors.ts'
import { createEvents } from './mockEvent.ts'
import type { Reply, RequestHeaders, RequestRecord, ResponseRecord } from './records.ts'
import { createDataset, type MockData } from './scenarios/dataset.ts'
import type { ScenarioName } from './scenarios/override.ts'
import { findServed, respond, type ScenarioResponse } from './scenarios/respond.ts'
import { NORMAL } from './scenarios/scenario.ts'
import type {
  GivenResponse,
  ScenarioState,
  SessionChoice,
  Settings,
  SettingsChanges,
} from './scenarios/state.ts'
import { createStates, readResponses, readSessionChoice, readSettings } from './scenarios/state.ts'
import type { Upstream, UpstreamExchange } from './upstream/upstream.ts'

/** The options that all hosts share. */
export type CoreOptions = {
  /** The path before the operation's path, from `parseBasePath`. Default: any prefix. */
  basePath?: string
  /** Whether to treat unknown bearer tokens as the first user's token. Default: false. */
  anyToken?: boolean
  cors?: Cors
  settings?: Partial<Settings>
  /** The current time in milliseconds since 1970. */
  now?: () => number
}

/** A mock without a host. The core answers requests and keeps the mock's state. The core also runs in browsers. */
export type MockCore = ReturnType<typeof createCore>

/** Creates the mock that every host wraps. Throws a RangeError if a setting is invalid. */
export function createCore(data: MockData, options: CoreOptions = {}) {
  const { basePath = ANY_PREFIX, anyToken = false, cors = '*', now = Date.now } = options
  const journal = createJournal()
  const events = createEvents()
  let dataset = createDataset(data, { basePath, anyToken })
  const states = createStates(readSettings(options.settings ?? {}, {}, dataset.readScenario))
  const form = () => ({ cors, makeError: dataset.makeError })
  const decide = (request: RequestRecord): ScenarioResponse => respond(request, { dataset, states })
  // Complete a repeated response only once, because V8's garbage collector would copy many equal responses in the journal.
  let latest: { response: ResponseRecord; completed: ResponseRecord } | undefined
  const complete = (
    request: RequestRecord,
    { response, applied }: ScenarioResponse,
    upstream?: UpstreamExchange,
  ): ResponseRecord => {
    const isShared = applied.length === 0 && !upstream && request.method === 'GET' && cors === '*'
    if (isShared && latest?.response === response) return latest.completed
    const completed = completeResponse(response, request, form(), { applied, ...upstream })
    if (isShared) latest = { response, completed }
    return completed
  }
  /** Returns to the default scenario if the scenario for all sessions no longer exists after a reload. */
  const forgetMissing = (): boolean => {
    const { scenario, ...settings } = states.common.settings
    if (scenario === undefined || dataset.hasScenario(scenario)) return false
    states.common.settings = settings
    return true
  }
  /** Changes settings, and returns them. A chosen scenario removes queued responses, and its own plants remove the test's plants. */
  const applySettings = (changes: SettingsChanges | null, { session }: SessionChoice): Settings => {
    const state = states.of(session)
    state.settings = readSettings(changes, state.settings, dataset.readScenario)
    const settings = states.settings(session)
    if (changes?.scenario !== undefined) {
      if (dataset.scenario(settings.scenario).plants !== undefined) state.plants = undefined
      state.responses = []
    }
    states.restart(session)
    return settings
  }
  /** Completes a response, records it, emits an event, and returns the reply for the host. `at` is the time of the request. */
  const record = (
    request: RequestRecord,
    at: number,
    decision: ScenarioResponse,
    upstream?: UpstreamExchange,
    hide?: Upstream['hide'],
  ): Reply => {
    const response = complete(request, decision, upstream)
    const { user, session, scenario, applied, delay, fault } = decision
    const kept = { at, request, user, response, session, scenario, applied, delay, fault, upstream, hide }
    const id = journal.add(kept)
    if (events.hasListeners('request')) events.emit({ type: 'request', entry: toEntry(id, kept) })
    const { status, headers, body } = response
    return { id, status, headers, body, delay, fault }
  }

  return {
    /** Answers a request and adds it to the journal. */
    answer: (request: RequestRecord): Reply => record(request, now(), decide(request)),
    /** Answers a request, usually with the service's response. A scenario, a preference or a test can set another response. */
    async answerFrom(service: Upstream, request: RequestRecord, signal: AbortSignal): Promise<Reply> {
      const at = now()
      // Accept every token, because the mock does not know the service's tokens.
      const user = dataset.findUser(request.headers)
      const decision = { ...decide(dataset.withKnownToken(request)), user }
      if (!decision.isUsual) return record(request, at, decision)
      const { response, upstream } = await service.send(request, signal)
      const hint = `the service ${upstream.problem}, so the mock answered`
      const answered = { ...decision, response: response ?? { ...decision.response, hint } }
      return record(request, at, answered, upstream, service.hide)
    },
    /** Records that a response has ended. Hosts that know when a response ends call this function. */
    ended(id: number, ending: Ending): void {
      if (journal.end(id, ending) && events.hasListeners('response'))
        events.emit({ type: 'response', id, ...ending })
    },
    /** Adds the common headers to a response that the host itself created, such as an error for an unreadable request. */
    withCommonHeaders: (given: ResponseRecord, headers: RequestHeaders = {}): ResponseRecord =>
      completeResponse(given, { method: 'GET', headers }, form()),
    /** Returns the scenario for all sessions, the sessions' own scenarios, and all available scenarios. */
    scenarios: (): ScenarioState => ({
      scenario: states.settings(undefined).scenario,
      sessions: states.chosen(),
      scenarios: dataset.scenarios(),
    }),
    /**
     * Chooses a scenario for all sessions or for one session, and restarts their counters. With null, a session returns to the scenario for
     * all sessions. Throws a RangeError if the scenario does not exist.
     */
    scenario(name: ScenarioName | null, choice: SessionChoice = {}): void {
      if (name !== null) dataset.readScenario(name, '/scenario')
      const to = readSessionChoice(choice)
      const { scenario } = applySettings({ scenario: name }, to)
      events.emit({ type: 'scenario', scenario, ...to })
    },
    /** Serves these plants to every user, in all sessions or one. Null restores the usual plants. Throws a RangeError for invalid plants. */
    plants(list: readonly Plant[] | null, choice: SessionChoice = {}): void {
      const plants = list === null ? undefined : [...dataset.checkPlants(list, '/plants')]
      const to = readSessionChoice(choice)
      states.give(to.session, plants)
      events.emit({ type: 'plants', plants: plants?.length ?? null, ...to })
    },
    /** Returns the users' plants in all sessions or in one session, the rule for these plants, and the number of queued responses. */
    served: ({ session = '' } = {}) => findServed(session, { dataset, states }),
    /**
     * Answers the next requests for plants of all sessions, or of one session, with these responses in order: scenarios by name, HTTP
     * statuses, lists of plants, or objects such as `{ status: 503, delay: 300 }`. Later requests get the usual responses. Null clears the
     * queue. Throws a RangeError if a response is invalid.
     */
    responses(list: readonly GivenResponse[] | null, choice: SessionChoice = {}): void {
      const responses = readResponses(list === null ? [] : list, dataset.checkPlants, dataset.readScenario)
      const to = readSessionChoice(choice)
      states.of(to.session).responses = responses
      events.emit({ type: 'responses', responses: responses.length, ...to })
    },
    /**
     * Changes the settings of all sessions or of one session, and returns them. `{ delay: null }` clears one setting, and `null` clears all.
     * A session without its own value uses the value for all sessions. Throws a RangeError if a change is invalid.
     */
    settings(changes?: SettingsChanges | null, choice: SessionChoice = {}): Settings {
      const to = readSessionChoice(choice)
      if (changes === undefined) return states.settings(to.session)
      const settings = applySettings(changes, to)
      events.emit({ type: 'settings', settings, ...to })
      return settings
    },
    /** Lists those of the last 500 requests that match the filter, newest first. Throws a RangeError if the filter is invalid. */
    requests: (filter: JournalFilter = {}): Entry[] => journal.list(readJournalFilter(filter)),
    /** Returns a request from the journal, with its response. */
    request: journal.find,
    meta: journal.meta,
    /** Clears the journal. */
    forget(): void {
      journal.clear()
      events.emit({ type: 'forget' })
    },
    users: (): { name: string; token: string; plants: number }[] =>
      dataset.users.map(({ name, token, plants }) => ({ name, token, plants: plants.length })),
    contract: (): MockContract => dataset.contract,
    /** Clears the journal, the sessions, changed settings, and the plants and responses that tests have set. */
    reset(): void {
      states.reset()
      forgetMissing()
      journal.clear()
      events.emit({ type: 'reset' })
    },
    /** Replaces the mock's data. Sessions keep their counters. */
    replace(other: MockData, files: readonly string[]): void {
      dataset = createDataset(other, { basePath, anyToken })
      latest = undefined
      events.emit({ type: 'reload', files })
      if (forgetMissing()) events.emit({ type: 'scenario', scenario: NORMAL.name })
    },
    /** Emits an event: a mock could not read changed data, or could not record the service's responses. */
    emit: events.emit,
    /** Calls a listener for each event, or only for events of these types. The returned function removes the listener. */
    on: events.on,
  }
}

/** Reads and changes the state of a mock. */
export type Controls = ReturnType<typeof pickControls>

/** Selects the functions with which users control a mock. */
export function pickControls(core: MockCore) {
  const { scenario, scenarios, plants, responses, settings, requests, reset, on } = core
  return { scenario, scenarios, plants, responses, settings, requests, reset, on }
}

/** The facts that a response's headers contain, in addition to its rule and its hint. */
type Explanation = {
  applied?: readonly string[]
  violations?: readonly string[] | undefined
}

/** Completes a response: gives an Error the contract's shape, adds the common headers, and removes the body for HEAD. */
// 2 equivalent mutants: The contract does not specify other paths, other methods or other spellings of the path.
function completeResponse(
  usual: ResponseRecord,
  { method, headers }: Pick<RequestRecord, 'method' | 'headers'>,
  { cors, makeError }: { cors: Cors; makeError: MakeError | undefined },
  explanation: Explanation = {},
): ResponseRecord {
  const response = reshapeError(usual, makeError)
  return {
    ...response,
    headers: [...corsHeaders(cors, headers), ...response.headers, ...ownHeaders(response, explanation)],
    body: method === 'HEAD' ? NOTHING : response.body,
  }
}

/** Returns the headers that explain a response. */
export function ownHeaders(
  { rule, hint }: ResponseRecord,
  { applied = [], violations = [] }: Explanation,
): string[] {
  const headers = ['X-Plant-Store-Rule', rule]
  if (hint !== undefined) headers.push('X-Plant-Store-Hint', toAscii(hint))
  if (applied.length > 0) headers.push('Preference-Applied', toAscii(applied.join(', ')))
  if (violations.length > 0) headers.push('X-Plant-Store-Violation', toAscii(violations.join('; ')))
  return headers
}

/** Escapes all characters except printable ASCII characters, because some other characters are not valid in a header value. */
function toAscii(text: string): string {
  const toEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return text.replaceAll(/[^ -~]/g, toEscape)
}

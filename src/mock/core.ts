import { completeResponse, type Explanation, type ResponseForm } from './completeResponse.ts'
import type { Ending, Entry } from './control/entry.ts'
import { createJournal, type JournalFilter } from './control/journal.ts'
import { readJournalFilter } from './control/readFilter.ts'
import { readSettings } from './control/readSettings.ts'
import { createRecorder, type Decided } from './control/recorder.ts'
import type { Plant } from './fixtures/fixtures.ts'
import { createConstantReplies } from './handler/constantReplies.ts'
import type { Cors } from './handler/cors.ts'
import type { MockContract } from './mockContract.ts'
import { createEvents, type MockEvent } from './mockEvent.ts'
import type { Reply, RequestHeaders, RequestRecord, ResponseRecord } from './records.ts'
import { findServed, isCounted, mayCount, type ResponseContext } from './scenarios/choose.ts'
import { createDataset, type MockData } from './scenarios/dataset.ts'
import { type Given, type GivenResponse, readResponses } from './scenarios/given.ts'
import { hasPreference } from './scenarios/preferences.ts'
import { respond, type ScenarioResponse } from './scenarios/respond.ts'
import {
  defaultSettings,
  NORMAL,
  type ScenarioName,
  type ScenarioState,
  type Settings,
  type SettingsChanges,
} from './scenarios/scenario.ts'
import { createSessions, readSessionChoice, type SessionChoice } from './scenarios/sessions.ts'
import { type Upstream, withProblem } from './upstream/upstream.ts'

/** The options that all hosts share. */
export type CoreOptions = {
  /** Path in front of the operation's path, as `parseBasePath` returns it. */
  basePath?: string
  cors?: Cors
  settings?: Partial<Settings>
  /** Milliseconds since 1970. */
  now?: () => number
}

/** A mock without a host: it answers request records and holds all state. It runs in any JavaScript engine. */
export type MockCore = ReturnType<typeof createCore>

/** Creates the mock that every host wraps. Throws a RangeError if a setting is invalid. */
export function createCore(data: MockData, options: CoreOptions = {}) {
  const { basePath = '', cors = '*', now = Date.now } = options
  const initial = readSettings(options.settings ?? {}, defaultSettings)
  const sessions = createSessions()
  const journal = createJournal()
  const constant = createConstantReplies<Decided>()
  const events = createEvents()
  let dataset = createDataset(data, basePath)
  let settings = initial
  let given: Given = {}
  /** Whether responses may depend on how many requests came before. Undefined until a request needs to know. */
  let isCounting: boolean | undefined
  const givenTo = ({ session }: SessionChoice): Given =>
    session === undefined ? given : sessions.get(session).given
  dataset.assertScenario(settings.scenario)
  const mayBeCounted = (): boolean => (isCounting ??= mayCount(context()))
  const form = (): ResponseForm => ({ cors, makeError: dataset.makeError })
  const context = (): ResponseContext => ({ dataset, sessions, settings, given })
  const decide = (request: RequestRecord, at: number): ScenarioResponse => respond(request, context(), at)
  const complete = (request: RequestRecord, decision: ScenarioResponse, notes?: Explanation): Decided => ({
    decision,
    response: completeResponse(decision.response, request, form(), { ...decision, ...notes }),
  })
  const record = createRecorder(journal, events)
  /** Announces a change of what the mock serves. */
  const announce = (event: MockEvent): void => {
    constant.clear()
    isCounting = undefined
    events.emit(event)
  }

  return {
    /** Answers a request and adds it to the journal. */
    answer(request: RequestRecord): Reply {
      const at = now()
      const make = (): Decided => complete(request, decide(request, at))
      return record(request, at, mayBeCounted() ? make() : constant.find(request, make))
    },
    /** Answers a request with the response of a service, unless a scenario, a preference or a test asks for another one. */
    async answerFrom(service: Upstream, request: RequestRecord, signal: AbortSignal): Promise<Reply> {
      // The mock does not know the tokens of the service.
      const at = now()
      const decision = {
        ...decide(dataset.withKnownToken(request), at),
        user: dataset.findUser(request.headers),
      }
      if (!decision.isUsual) return record(request, at, complete(request, decision))
      const { response, upstream } = await service.send(request, signal)
      const answered = { ...decision, response: response ?? withProblem(decision.response, upstream) }
      return record(request, at, complete(request, answered, upstream), upstream)
    },
    /** Whether the response to this request depends on how many came before, so that a client that leaves must not count. */
    isCounted(request: RequestRecord): boolean {
      return (mayBeCounted() || hasPreference(request)) && isCounted(request, context())
    },
    /** Hosts that know when a response has ended report it here. */
    ended(id: number, ending: Ending): void {
      if (journal.end(id, ending) && events.hasListeners('response'))
        events.emit({ type: 'response', id, ...ending })
    },
    /** Adds the headers of every response to one that a host made itself, because it could not read the request. */
    withCommonHeaders: (given: ResponseRecord, headers: RequestHeaders = {}): ResponseRecord =>
      completeResponse(given, { method: 'GET', headers }, form()),
    /** The current scenario, the scenarios of sessions that chose their own, and all available scenarios. */
    scenarios: (): ScenarioState => ({
      scenario: settings.scenario,
      sessions: sessions.chosen(),
      scenarios: dataset.scenarios(),
    }),
    /**
     * Chooses a scenario for all sessions or for one, and restarts its counters. Null returns a session to the common scenario.
     * Throws a RangeError if the scenario does not exist.
     */
    scenario(name: ScenarioName | null, choice: SessionChoice = {}): void {
      const to = readSessionChoice(choice)
      if (name !== null) dataset.assertScenario(name)
      const scenario = name ?? (to.session === undefined ? NORMAL.name : settings.scenario)
      if (to.session === undefined) settings = { ...settings, scenario }
      else sessions.get(to.session).scenario = name ?? undefined
      // A scenario with plants of its own replaces those that a test gave.
      const { plants, generate } = dataset.scenario(scenario)
      const given = givenTo(to)
      if (plants || generate) given.plants = undefined
      given.responses = undefined
      sessions.restart(to.session)
      announce({ type: 'scenario', scenario, ...to })
    },
    /**
     * Serves these plants to every user, of all sessions or of one, whatever the scenario. Null returns to the usual plants. Throws a
     * RangeError if the plants violate the contract.
     */
    plants(list: readonly Plant[] | null, choice: SessionChoice = {}): void {
      const to = readSessionChoice(choice)
      givenTo(to).plants = list === null ? undefined : [...dataset.checkPlants(list, '/plants')]
      announce({ type: 'plants', plants: list?.length ?? null, ...to })
    },
    /** The plants that users get, for all sessions or for one, their rule, and how many given responses come first. */
    served: ({ session = '' } = {}) => findServed(session, context()),
    /**
     * Answers the next requests, of all sessions or of one, with these responses in turn: scenarios by name, HTTP statuses, or lists of
     * plants. Later requests get the usual responses. Throws a RangeError.
     */
    responses(list: readonly GivenResponse[], choice: SessionChoice = {}): void {
      const to = readSessionChoice(choice)
      const read = readResponses(list, dataset.checkPlants, dataset.unknownScenario)
      givenTo(to).responses = read
      announce({ type: 'responses', responses: read.length, ...to })
    },
    /**
     * Returns the settings, of all sessions or of one, after applying changes if there are any; null clears a setting. A session that
     * changes them keeps its own. Throws a RangeError.
     */
    settings(changes?: SettingsChanges, choice: SessionChoice = {}): Settings {
      const to = readSessionChoice(choice)
      if (changes === undefined) return sessions.settings(to.session, settings)
      const changed = readSettings(changes, sessions.settings(to.session, settings))
      dataset.assertScenario(changed.scenario)
      if (to.session === undefined) settings = changed
      else sessions.changeSettings(to.session, changed, changes)
      sessions.restart(to.session)
      announce({ type: 'settings', settings: changed, ...to })
      return sessions.settings(to.session, settings)
    },
    /** The last 500 requests, newest first: all, or those that the filter selects. Throws a RangeError. */
    requests: (filter: JournalFilter = {}): Entry[] => journal.list(readJournalFilter(filter)),
    /** A request of the journal, with its response. */
    request: journal.find,
    meta: journal.meta,
    /** Clears the journal. */
    forget(): void {
      journal.clear()
      events.emit({ type: 'forget' })
    },
    users: (): { name: string; token: string; plants: number }[] =>
      dataset.fixtures.users.map(({ name, token, plants }) => ({ name, token, plants: plants.length })),
    contract: (): MockContract => dataset.contract,
    /** Clears the journal, sessions, changed settings, and what tests gave. */
    reset(): void {
      settings = dataset.unknownScenario(initial.scenario) ? { ...initial, scenario: NORMAL.name } : initial
      given = {}
      sessions.clear()
      journal.clear()
      announce({ type: 'reset' })
    },
    /** Serves other data from now on. Sessions keep their counters. */
    replace(other: MockData, files: readonly string[]): void {
      dataset = createDataset(other, basePath)
      announce({ type: 'reload', files })
      if (dataset.unknownScenario(settings.scenario) === undefined) return
      settings = { ...settings, scenario: NORMAL.name }
      announce({ type: 'scenario', scenario: NORMAL.name })
    },
    /** Reports that changed data could not be read. The mock still serves the previous data. */
    reloadFailed(file: string, line: number | undefined, message: string): void {
      events.emit({ type: 'reload-failed', file, message, ...(line !== undefined && { line }) })
    },
    /** Reports that the responses of the service could not be recorded. */
    recordFailed(file: string, message: string): void {
      events.emit({ type: 'record-failed', file, message })
    },
    /** Calls a listener for each event, or only for events of these types, until the returned function is called. */
    on: events.on,
  }
}

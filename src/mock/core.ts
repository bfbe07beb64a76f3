import { completeResponse, type ResponseForm } from './completeResponse.ts'
import type { Ending, Entry } from './control/entry.ts'
import { createJournal, type JournalFilter } from './control/journal.ts'
import { readJournalFilter } from './control/readFilter.ts'
import { readSettings } from './control/readSettings.ts'
import type { Plant } from './fixtures/fixtures.ts'
import type { Cors } from './handler/cors.ts'
import type { MockContract } from './mockContract.ts'
import { createEvents, createRequestEvent } from './mockEvent.ts'
import type { Reply, RequestHeaders, RequestRecord, ResponseRecord } from './records.ts'
import { createDataset, type MockData } from './scenarios/dataset.ts'
import { type Given, type GivenResponse, readResponses } from './scenarios/given.ts'
import { respond, type ScenarioResponse } from './scenarios/respond.ts'
import { defaultSettings, NORMAL, type ScenarioState, type Settings } from './scenarios/scenario.ts'
import { createSessions, readSessionChoice, type SessionChoice } from './scenarios/sessions.ts'
import { type Upstream, type UpstreamExchange, withProblem } from './upstream/upstream.ts'

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
  const { emit, hasListeners, on } = createEvents()
  let dataset = createDataset(data, basePath)
  let settings = initial
  let given: Given = {}
  let hasSequences = false
  const givenTo = ({ session }: SessionChoice): Given =>
    session === undefined ? given : sessions.get(session).given
  dataset.assertScenario(settings.scenario)
  const decide = (request: RequestRecord, at: number): ScenarioResponse =>
    respond(request, { dataset, sessions, settings, given, now: at })
  const form = (): ResponseForm => ({ cors, makeError: dataset.makeError })
  /** Completes a response and adds it to the journal. */
  const finish = (
    request: RequestRecord,
    at: number,
    decision: ScenarioResponse,
    upstream?: UpstreamExchange,
  ): Reply => {
    const { user, session, scenario, applied, ignored, delay, dribble, fault, giveBack } = decision
    const notes = { applied, ignored, violations: upstream?.violations }
    const response = completeResponse(decision.response, request, form(), notes)
    const record = { at, request, user, response, session, scenario, applied, delay, fault, upstream }
    const id = journal.add(record, giveBack)
    if (hasListeners('request')) emit(createRequestEvent(id, record))
    const { status, headers, body } = response
    return { id, status, headers, body, delay, dribble, fault }
  }

  return {
    /** Answers a request and adds it to the journal. */
    answer(request: RequestRecord): Reply {
      const at = now()
      return finish(request, at, decide(request, at))
    },
    /** Answers a request with the response of a service, unless a scenario, a preference or a test asks for another one. */
    async answerFrom(service: Upstream, request: RequestRecord, signal: AbortSignal): Promise<Reply> {
      // The mock does not know the tokens of the service.
      const at = now()
      const decision = {
        ...decide(dataset.withKnownToken(request), at),
        user: dataset.findUser(request.headers),
      }
      if (!decision.isUsual) return finish(request, at, decision)
      const { response, upstream } = await service.send(request, signal)
      const answered = { ...decision, response: response ?? withProblem(decision.response, upstream) }
      return finish(request, at, answered, upstream)
    },
    /** Whether a test gave the response to this request. */
    hasGivenResponse: (request: RequestRecord): boolean =>
      hasSequences && sessions.hasResponse(request, dataset.findUser, given),
    /** Hosts that know when a response has ended report it here. */
    ended(id: number, ending: Ending): void {
      if (journal.end(id, ending) && hasListeners('response')) emit({ type: 'response', id, ...ending })
    },
    /** Adds the headers of every response to one that a host made itself, because it could not read the request. */
    withCommonHeaders(given: ResponseRecord, headers: RequestHeaders = {}): ResponseRecord {
      return completeResponse(given, { method: 'GET', headers }, form())
    },
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
    scenario(name: string | null, choice: SessionChoice = {}): void {
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
      emit({ type: 'scenario', scenario, ...to })
    },
    /**
     * Serves these plants to every user, of all sessions or of one, whatever the scenario. Null returns to the usual plants. Throws a
     * RangeError if the plants violate the contract.
     */
    plants(list: readonly Plant[] | null, choice: SessionChoice = {}): void {
      const to = readSessionChoice(choice)
      givenTo(to).plants = list === null ? undefined : [...dataset.checkPlants(list, '/plants')]
      emit({ type: 'plants', plants: list?.length ?? null, ...to })
    },
    /** The plants that users get, for all sessions or for one, their rule, and how many given responses come first. */
    served({ session = '' } = {}) {
      const all = [sessions.given(session), given]
      const scenario = dataset.scenario(sessions.scenario(session) ?? settings.scenario)
      const responses = all.find((each) => each?.responses?.length)?.responses?.length ?? 0
      return { ...dataset.servedPlants(scenario, all.find((each) => each?.plants)?.plants), responses }
    },
    /**
     * Answers the next requests, of all sessions or of one, with these responses in turn: scenarios by name, HTTP statuses, or lists of
     * plants. Later requests get the usual responses. Throws a RangeError.
     */
    responses(list: readonly GivenResponse[], choice: SessionChoice = {}): void {
      const to = readSessionChoice(choice)
      const read = readResponses(list, dataset.checkPlants, dataset.unknownScenario)
      givenTo(to).responses = read
      hasSequences = true
      emit({ type: 'responses', responses: read.length, ...to })
    },
    /**
     * Returns the settings, of all sessions or of one, after applying changes if there are any; null clears a setting. A session that
     * changes them keeps its own. Throws a RangeError.
     */
    settings(changes?: Readonly<Record<string, unknown>>, choice: SessionChoice = {}): Settings {
      const to = readSessionChoice(choice)
      if (changes === undefined) return sessions.settings(to.session, settings)
      const changed = readSettings(changes, sessions.settings(to.session, settings))
      dataset.assertScenario(changed.scenario)
      if (to.session === undefined) settings = changed
      else sessions.changeSettings(to.session, changed, changes)
      sessions.restart(to.session)
      emit({ type: 'settings', settings: changed, ...to })
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
      emit({ type: 'forget' })
    },
    users: (): { name: string; token: string; plants: number }[] =>
      dataset.fixtures.users.map(({ name, token, plants }) => ({ name, token, plants: plants.length })),
    contract: (): MockContract => dataset.contract,
    /** Clears the journal, sessions, changed settings, and what tests gave. */
    reset(): void {
      settings = dataset.unknownScenario(initial.scenario) ? { ...initial, scenario: NORMAL.name } : initial
      given = {}
      hasSequences = false
      sessions.clear()
      journal.clear()
      emit({ type: 'reset' })
    },
    /** Serves other data from now on. Sessions keep their counters. */
    replace(other: MockData, files: readonly string[]): void {
      dataset = createDataset(other, basePath)
      emit({ type: 'reload', files })
      if (dataset.unknownScenario(settings.scenario) === undefined) return
      settings = { ...settings, scenario: NORMAL.name }
      emit({ type: 'scenario', scenario: NORMAL.name })
    },
    /** Reports that changed data could not be read. The mock still serves the previous data. */
    reloadFailed(file: string, line: number | undefined, message: string): void {
      emit({ type: 'reload-failed', file, message, ...(line !== undefined && { line }) })
    },
    /** Reports that the responses of the service could not be recorded. */
    recordFailed(file: string, message: string): void {
      emit({ type: 'record-failed', file, message })
    },
    /** Calls a listener for each event, or only for events of these types, until the returned function is called. */
    on,
  }
}

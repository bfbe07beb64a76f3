import type { Plant } from '../fixtures/fixtures.ts'
import { headerValue, type RequestRecord } from '../records.ts'
import type { Dataset } from './dataset.ts'
import type { Effects } from './effects.ts'
import { chooseSequence, type Given, type GivenResponse } from './given.ts'
import { type Preferences, readPreferences } from './preferences.ts'
import type { Scenario, Settings } from './scenario.ts'
import { readSessionKey, type Session, type Sessions } from './sessions.ts'

/** What a response depends on besides its request. */
export type ResponseContext = {
  dataset: Dataset
  sessions: Sessions
  settings: Settings
  /** What a test gave all sessions. */
  given: Given
}

/** What decides the response to a request. */
export type Choice = {
  /** Whether the request has preferences. */
  hasPreferences: boolean
  preferences: Preferences
  /** Why the preferences are invalid. They are empty then. */
  problem: string | undefined
  /** The name of the user whose token the request has. */
  sender: string | undefined
  session: string
  /** What a test gave the session. */
  own: Given | undefined
  settings: Settings
  /** Whose sequence of responses it takes one from. */
  source: Given | undefined
  next: GivenResponse | undefined
  scenario: Scenario
}

const NO_PREFERENCES: Preferences = { effects: {}, applied: [], ignored: [] }

/** Finds what decides the response to a request. Changes nothing. */
export function choose(
  request: RequestRecord,
  { dataset, sessions, settings: common, given }: ResponseContext,
): Choice {
  const mark = request.target.indexOf('?')
  const query = mark === -1 ? '' : request.target.slice(mark + 1)
  const requested = readPreferences(headerValue(request.headers, 'prefer'), query)
  const problem = requested && ('problem' in requested ? requested.problem : dataset.findProblem(requested))
  const preferences =
    requested === undefined || 'problem' in requested || problem !== undefined ? NO_PREFERENCES : requested
  const sender = dataset.findUser(request.headers)
  const session = readSessionKey(request, query) ?? preferences.user ?? sender ?? 'anonymous'
  const own = sessions.given(session)
  const source = chooseSequence(own, given)
  const next = source?.responses?.[0]?.response
  const name =
    preferences.scenario ??
    (typeof next === 'string' ? next : undefined) ??
    sessions.scenario(session) ??
    common.scenario
  return {
    hasPreferences: requested !== undefined,
    preferences,
    problem,
    sender,
    session,
    own,
    settings: own?.settings ?? common,
    source,
    next,
    scenario: dataset.scenario(name),
  }
}

/** Whether the response depends on how many requests the session sent before. */
export function isCounted(request: RequestRecord, context: ResponseContext): boolean {
  const { source, settings, scenario } = choose(request, context)
  return source !== undefined || hasCounter(settings) || hasCounter(scenario.effects)
}

/** Whether the responses to requests without preferences may depend on how many came before. */
export function mayCount({ dataset, sessions, settings, given }: ResponseContext): boolean {
  const counts = (own: Given, scenario = settings.scenario): boolean =>
    own.responses !== undefined ||
    hasCounter(own.settings ?? settings) ||
    hasCounter(dataset.scenario(scenario).effects)
  return counts(given) || sessions.some((session: Session) => counts(session.given, session.scenario))
}

function hasCounter({ failRequestCount, succeedFirst, quotaLimit }: Effects): boolean {
  return (failRequestCount ?? succeedFirst ?? quotaLimit) !== undefined
}

/** The plants that users get, for all sessions or for one, their rule, and how many given responses come first. */
export function findServed(session: string, { dataset, sessions, settings, given }: ResponseContext) {
  const all = [sessions.given(session), given]
  const scenario = dataset.scenario(sessions.scenario(session) ?? settings.scenario)
  const responses = all.find((each) => each?.responses?.length)?.responses?.length ?? 0
  return { ...dataset.servedPlants(scenario, all.find((each) => each?.plants)?.plants), responses }
}

/** The plants of the next given response; if that is not a list, those given to the session or to all. */
export function findPlants({ next, own }: Choice, given: Given): readonly Plant[] | undefined {
  if (typeof next === 'object') return next
  return typeof next === 'string' ? undefined : (own?.plants ?? given.plants)
}

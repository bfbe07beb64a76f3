import type { User } from '../fixtures/fixtures.ts'
import { errorAnswer, jsonAnswer, METHODS, textAnswer, withHeaders } from '../handler/answers.ts'
import { challenge } from '../handler/handler.ts'
import { type Delivery, headerValue, type RequestRecord, type ResponseRecord } from '../records.ts'
import type { Dataset } from './dataset.ts'
import { failureStatus, hasFailure, type Override } from './override.ts'
import { readPreferences } from './preferences.ts'
import { NORMAL, type Scenario } from './scenario.ts'
import { findSessionName, type States } from './state.ts'

/** A response, the way to send it, and the reasons for it. */
export type ScenarioResponse = Delivery & {
  response: ResponseRecord
  /** The name of the user whose token the request has. */
  user: string | undefined
  session: string
  scenario: string
  /** The preferences that the mock applied, for `Preference-Applied`. */
  applied: readonly string[]
  /** Whether the service behind the mock may answer the request. */
  isUsual: boolean
}

/** All data that a response depends on, except its request. */
export type ResponseContext = { dataset: Dataset; states: States }

/** An override, and the rule in responses that this override decides. */
type Layer = { rule: string; override: Override | Scenario }

/** The rules of responses that do not come from the operation. Overrides do not change these responses. */
const OUTSIDE_OPERATION = new Set(['not-found', 'bad-path', 'method', 'preflight', 'options'])
const NONE: readonly string[] = []

/** Decides the response to a request, and updates the state of the request's session. */
export function respond(request: RequestRecord, { dataset, states }: ResponseContext): ScenarioResponse {
  const mark = request.target.indexOf('?')
  const query = mark === -1 ? '' : request.target.slice(mark + 1)
  const { readScenario, readUser } = dataset
  const prefer = headerValue(request.headers, 'prefer')
  const read = readPreferences(prefer, query, { scenario: readScenario, user: readUser })
  const asked = read && 'problem' in read ? undefined : read
  const user = dataset.findUser(request.headers)
  const session = findSessionName(request, query) ?? asked?.user ?? user ?? 'anonymous'
  const own = states.find(session)
  const queue = own?.responses.length ? own.responses : states.common.responses
  const [next] = queue
  const given = own?.plants ?? states.common.plants
  const { layers, scenario } = listLayers(dataset, [
    asked?.override,
    next,
    given && { plants: given },
    own?.settings,
    states.common.settings,
  ])

  const plants = layers.find(({ override }) => override.plants !== undefined)?.override
  const usual = dataset.handler(plants && ('name' in plants ? plants : plants.plants))(
    asked?.user === undefined ? request : dataset.actAs(request, asked.user),
  )
  const base = { user, session, scenario: scenario.name, applied: NONE, delay: 0, fault: undefined }
  if (OUTSIDE_OPERATION.has(usual.rule)) return { ...base, response: usual, isUsual: false }
  if (read && 'problem' in read)
    return { ...base, response: errorAnswer('bad-preference', 400, read.problem), isUsual: false }
  if (next) queue.shift()
  // Return early in the most common case, in which there is nothing to count, delay or change.
  if (layers.length === 0 && (asked ?? next) === undefined) return { ...base, response: usual, isUsual: true }

  const { counts } = states.of(session)
  const count = counts.get(scenario.name) ?? 0
  counts.set(scenario.name, count + 1)
  const response = describe(usual, scenario, plants, asked?.hint)
  const failing = layers.find(({ override }) => hasFailure(override) || 'name' in override)
  const isFailing = count < (failing?.override.count ?? Number.POSITIVE_INFINITY)
  const failed = failing && isFailing ? fail(response, failing) : response
  const fault = isFailing ? failing?.override.fault : undefined
  // An override that makes requests fail adds its headers only to the failed responses.
  const isShown = (layer: Layer): boolean => !hasFailure(layer.override) || (layer === failing && isFailing)
  const { headers } = layers.find((layer) => layer.override.headers && isShown(layer))?.override ?? {}
  const isAsked = (plants ?? next ?? asked?.override.scenario ?? asked?.user) !== undefined
  return {
    ...base,
    response: headers ? withHeaders(failed, headers) : failed,
    applied: asked?.applied ?? NONE,
    delay: layers.find(({ override }) => override.delay !== undefined)?.override.delay ?? 0,
    fault,
    isUsual: !isAsked && failed === response && fault === undefined,
  }
}

/** The rule for each place of an override, in order of precedence. */
const PLACES = ['prefer code', 'given response', 'given plants', 'settings', 'settings']

/** Lists the overrides for a response, in order of precedence. The first scenario that an override names comes right after this override. */
function listLayers(dataset: Dataset, overrides: readonly (Override | undefined)[]) {
  const layers: Layer[] = []
  let scenario: Scenario | undefined
  for (const [place, override] of overrides.entries()) {
    if (override === undefined) continue
    if (Object.keys(override).some((member) => member !== 'scenario'))
      layers.push({ rule: PLACES[place] ?? '', override })
    if (override.scenario === undefined || scenario) continue
    scenario = dataset.scenario(override.scenario)
    // After an override that names the scenario `normal`, no later override can make the request fail.
    if (scenario !== NORMAL || place < overrides.length - 1)
      layers.push({ rule: `scenario ${scenario.name}`, override: scenario })
  }
  return { layers, scenario: scenario ?? NORMAL }
}

/** Returns the users' plants in all sessions or in one session, the rule for these plants, and the number of queued responses. */
export function findServed(
  session: string,
  { dataset, states }: ResponseContext,
): { rule: string; users: readonly User[]; responses: number } {
  const own = states.find(session)
  const plants = own?.plants ?? states.common.plants
  const scenario = dataset.scenario(states.settings(session).scenario)
  const responses = own?.responses.length || states.common.responses.length
  const rule = scenario.plants === undefined ? 'fixtures' : `scenario ${scenario.name}`
  return { rule: plants ? 'given plants' : rule, users: dataset.usersOf(plants ?? scenario), responses }
}

/** Returns the usual response, with a hint for the request, and with the rule for the list of plants. */
function describe(
  usual: ResponseRecord,
  scenario: Scenario,
  plants: Override | Scenario | undefined,
  suggestion: string | undefined,
): ResponseRecord {
  const { rule, hint = suggestion } = usual
  if (rule !== 'fixtures') return { ...usual, hint }
  if (plants && !('name' in plants)) return { ...usual, hint, rule: 'given plants' }
  return { ...usual, hint, rule: scenario === NORMAL ? rule : `scenario ${scenario.name}` }
}

/** Replaces a response with an override's response. The host simulates faults. */
function fail(response: ResponseRecord, { rule, override }: Layer): ResponseRecord {
  const { body, message } = override
  const status = failureStatus(override)
  const extra = listExtraHeaders(status)
  if (typeof body === 'string') return textAnswer(rule, status, body, extra)
  if (body !== undefined) return jsonAnswer(rule, status, body, extra)
  if (status === 200) return response
  return errorAnswer(rule, status, message ?? `the mock is set to return ${status}`, extra)
}

/** Lists the headers that HTTP requires for a status, or mentions in the description of the status. */
function listExtraHeaders(status: number): readonly string[] {
  if (status === 401) return challenge
  if (status === 405) return ['Allow', METHODS]
  return status === 429 || status === 503 ? ['Retry-After', '1'] : []
}

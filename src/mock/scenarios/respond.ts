import { didYouMean } from '../../contract/suggest.ts'
import { quote } from '../../contract/words.ts'
import type { Plant, User } from '../fixtures/fixtures.ts'
import { errorAnswer, jsonAnswer, METHODS, textAnswer, withHeaders } from '../handler/answers.ts'
import { challenge } from '../handler/handler.ts'
import { type Delivery, headerValue, type RequestRecord, type ResponseRecord } from '../records.ts'
import type { Dataset, Example } from './dataset.ts'
import { failureStatus, hasFailure, type Override, parseDelay } from './override.ts'
import { type Preferences, preferenceNames, readPreferences } from './preferences.ts'
import { NORMAL, type Scenario } from './scenario.ts'
import { seededRandom } from './seeded.ts'
import { findSessionName, type State, type States } from './state.ts'

/** A response, how to send it, and what led to it. */
export type ScenarioResponse = Delivery & {
  response: ResponseRecord
  /** The name of the user whose token the request has. */
  user: string | undefined
  session: string
  scenario: string
  /** The preferences that had an effect, for `Preference-Applied`. */
  applied: readonly string[]
  /** The names of unknown preferences, for `X-Plant-Store-Ignored`. */
  ignored: readonly string[]
  /** Whether nothing asks for another response of the operation than the usual one, so that a service can send its own. */
  isUsual: boolean
  /** Whether nothing has a say in the response but the request's path, token and limit. */
  isPlain?: boolean
}

/** What a response depends on besides its request. */
export type ResponseContext = { dataset: Dataset; states: States }

/** An override, and the rule that a response names if the override decides it. */
type Level = { rule: string; override: Override; scenario?: Scenario }

/** Rules of responses that have nothing to do with the operation, so nothing changes them. */
const OUTSIDE_OPERATION = new Set(['not-found', 'bad-path', 'method', 'preflight', 'options'])
const NONE: readonly string[] = []
const NO_PREFERENCES: Preferences = { override: {}, applied: [], ignored: [] }

/** Decides the response to a request, and counts the request for its session. */
export function respond(request: RequestRecord, { dataset, states }: ResponseContext): ScenarioResponse {
  const mark = request.target.indexOf('?')
  const query = mark === -1 ? '' : request.target.slice(mark + 1)
  const read = readPreferences(headerValue(request.headers, 'prefer'), query)
  const problem = read && ('problem' in read ? read.problem : dataset.findProblem(read))
  const asked = read === undefined || 'problem' in read || problem !== undefined ? undefined : read
  const user = dataset.findUser(request.headers)
  const session = findSessionName(request, query) ?? asked?.user ?? user ?? 'anonymous'
  const own = states.find(session)
  const queue = own?.responses.length ? own.responses : states.common.responses
  const [next] = queue
  const name = asked?.scenario ?? next?.scenario ?? own?.scenario ?? states.common.scenario
  const scenario = dataset.scenario(name ?? NORMAL.name)
  const levels = listLevels({ asked, next, own, common: states.common, scenario, dataset })

  const plantsLevel = levels.find(({ override, scenario }) => override.plants ?? scenario?.generate)
  const usual = dataset.handler(plantsLevel?.scenario ?? plantsLevel?.override.plants)(
    asked?.user === undefined ? request : dataset.actAs(request, asked.user),
  )
  const base = { user, session, scenario: scenario.name, applied: NONE, ignored: NONE }
  const asIs = { ...base, delay: 0, fault: undefined, isUsual: false }
  if (OUTSIDE_OPERATION.has(usual.rule)) return { ...asIs, response: usual }
  if (problem !== undefined) return { ...asIs, response: errorAnswer('bad-preference', 400, problem) }
  if (next) queue.shift()
  const isUnchanged = (plantsLevel ?? next ?? asked?.scenario ?? asked?.example ?? asked?.user) === undefined
  // The common path: nothing to count, to wait for or to change.
  if (levels.length === 0 && asked === undefined)
    return { ...asIs, response: usual, isUsual: isUnchanged, isPlain: true }

  const { applied, ignored, ...preferences } = asked ?? NO_PREFERENCES
  const { counts } = states.of(session)
  const count = counts.get(scenario.name) ?? 0
  counts.set(scenario.name, count + 1)
  const random = (use: string): number => seededRandom(1, `${session} ${scenario.name} ${use}`, count)
  const example = dataset.findExample(preferences)
  const response = withHint(
    example && example.status !== 200 ? exampleAnswer(example) : withRule(usual, scenario, plantsLevel),
    ignored,
  )
  const failing = levels.find(({ override }) => hasFailure(override))
  const isFailing = failing !== undefined && shouldFail(failing.override, count, random('rate'))
  const failed = isFailing ? fail(response, failing, dataset.contract.examples) : response
  const fault = isFailing ? failing.override.fault : undefined
  // The headers of a failure belong to it.
  const isShown = (level: Level): boolean => !hasFailure(level.override) || (level === failing && isFailing)
  const { headers } = levels.find((level) => level.override.headers && isShown(level))?.override ?? {}
  const slowest = levels.find(({ override }) => override.delay !== undefined)?.override
  const delay = parseDelay(slowest?.delay ?? 0) ?? { from: 0, to: 0 }
  return {
    ...base,
    response: headers ? withHeaders(failed, headers) : failed,
    applied: applied.filter((each) => hadEffect(each, preferences.override, failed, fault)),
    ignored,
    delay: Math.round(delay.from + random('delay 0') * (delay.to - delay.from)),
    fault,
    isUsual: isUnchanged && failed === response && fault === undefined,
  }
}

/**
 * Lists what has a say in a response, first what counts most: the request itself, what a test gave, the session, the settings, the
 * scenario. A scenario counts where it was named.
 */
function listLevels({
  asked,
  next,
  own,
  common,
  scenario,
  dataset,
}: {
  asked: Preferences | undefined
  next: State['responses'][number] | undefined
  own: State | undefined
  common: State
  scenario: Scenario
  dataset: Dataset
}): Level[] {
  const levels: Level[] = []
  const add = (rule: string, override: Override, scenario?: Scenario): void => {
    if (Object.keys(override).length > 0) levels.push({ rule, override, ...(scenario && { scenario }) })
  }
  let isNamed = false
  /** Only the first scenario that is named counts. */
  const addScenario = (name: string | undefined): void => {
    if (name === undefined || isNamed) return
    isNamed = true
    if (scenario !== NORMAL) add(`scenario ${scenario.name}`, scenario, scenario)
  }
  if (asked) {
    const example = dataset.findExample(asked)
    if (example?.status === 200) add('prefer example', { plants: example.value as readonly Plant[] })
    add('prefer code', asked.override)
    addScenario(asked.scenario)
  }
  if (next) {
    add('given response', next)
    addScenario(next.scenario)
  }
  const plants = own?.plants ?? common.plants
  if (plants) add('given plants', { plants })
  if (own) {
    add('settings', own.settings)
    addScenario(own.scenario)
  }
  add('settings', common.settings)
  addScenario(common.scenario)
  return levels
}

/** The plants that users get, for all sessions or for one, their rule, and how many given responses come first. */
export function findServed(
  session: string,
  { dataset, states }: ResponseContext,
): { rule: string; users: readonly User[]; responses: number } {
  const own = states.find(session)
  const { common } = states
  const plants = own?.plants ?? common.plants
  const scenario = dataset.scenario(own?.scenario ?? common.scenario ?? NORMAL.name)
  const responses = own?.responses.length || common.responses.length
  const rule = scenario.plants || scenario.generate ? `scenario ${scenario.name}` : 'fixtures'
  return { rule: plants ? 'given plants' : rule, users: dataset.usersOf(plants ?? scenario), responses }
}

function shouldFail(
  { count = Number.POSITIVE_INFINITY, after = 0, rate = 1 }: Override,
  requests: number,
  random: number,
): boolean {
  const index = requests - after
  return index >= 0 && index < count && random < rate
}

/** Replaces a response by what a level asks for. The host breaks it on the wire. */
function fail(
  response: ResponseRecord,
  { rule, override }: Level,
  examples: readonly Example[],
): ResponseRecord {
  const { body, message } = override
  const status = failureStatus(override)
  const extra = listExtraHeaders(status)
  if (typeof body === 'string') return textAnswer(rule, status, body, extra)
  if (body !== undefined) return jsonAnswer(rule, status, body, extra)
  if (status === 200) return response
  const example = message === undefined && examples.find((each) => each.status === status)
  return example
    ? exampleAnswer(example, rule)
    : errorAnswer(rule, status, message ?? `the mock is set to return ${status}`, extra)
}

/** An example from the contract as a response. */
function exampleAnswer({ status, value }: Example, rule = 'prefer example'): ResponseRecord {
  return jsonAnswer(rule, status, value, listExtraHeaders(status))
}

/** The headers that HTTP requires or recommends with some statuses. */
function listExtraHeaders(status: number): readonly string[] {
  if (status === 401) return challenge
  if (status === 405) return ['Allow', METHODS]
  return status === 429 || status === 503 ? ['Retry-After', '1'] : []
}

/** Whether a preference shows in the response: a rate can exempt the request, and others can come first. */
function hadEffect(
  applied: string,
  { status }: Override,
  { rule }: ResponseRecord,
  fault: string | undefined,
): boolean {
  if (applied.startsWith('example=')) return rule === 'prefer example'
  if (applied.startsWith('code=')) return status === 200 || rule === 'prefer code'
  return !applied.startsWith('fault=') || fault !== undefined
}

/** Suggests the preference that an unknown name may have meant. */
function withHint(response: ResponseRecord, ignored: readonly string[]): ResponseRecord {
  if (response.hint !== undefined) return response
  for (const name of ignored) {
    const meant = didYouMean(name, preferenceNames)
    if (meant !== '') return { ...response, hint: `unknown preference ${quote(name)}; ${meant}` }
  }
  return response
}

/** Names the example, the scenario or what a test gave as the rule of a list of plants. */
function withRule(usual: ResponseRecord, scenario: Scenario, plants: Level | undefined): ResponseRecord {
  if (usual.rule !== 'fixtures') return usual
  if (plants?.rule === 'prefer example') return { ...usual, rule: plants.rule }
  if (plants && !plants.scenario) return { ...usual, rule: 'given plants' }
  return scenario === NORMAL ? usual : { ...usual, rule: `scenario ${scenario.name}` }
}

import { didYouMean } from '../../contract/suggest.ts'
import { quote } from '../../contract/words.ts'
import type { Plant } from '../fixtures/fixtures.ts'
import { errorAnswer } from '../handler/answers.ts'
import type { Delivery, RequestRecord, ResponseRecord } from '../records.ts'
import { choose, findPlants, type ResponseContext } from './choose.ts'
import type { Example } from './dataset.ts'
import { sampleDelay } from './delay.ts'
import { hasFailure, mergeEffects } from './effects.ts'
import { applyFailure, exampleAnswer } from './failure.ts'
import { takeResponse } from './given.ts'
import { type Preferences, preferenceNames } from './preferences.ts'
import { NORMAL, type Scenario, type Settings } from './scenario.ts'
import { seededRandom } from './seededRandom.ts'

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
  /** Whether equal requests get this response until the mock changes, except for its CORS headers. */
  isConstant: boolean
  /** Makes up for a client that left before the response was complete: returns what it took of a sequence, and does not count it. */
  giveBack: (() => void) | undefined
}

/** Rules of responses that have nothing to do with the operation, so no scenario or preference changes them. */
const OUTSIDE_OPERATION = new Set(['not-found', 'bad-path', 'method', 'preflight', 'options'])
const NONE: readonly string[] = []

/** Decides the response to a request, and counts the request for its session. `now`: milliseconds since 1970. */
export function respond(request: RequestRecord, context: ResponseContext, now: number): ScenarioResponse {
  const { dataset, sessions, given } = context
  const choice = choose(request, context)
  const { preferences, problem, session: key, own, settings, source, next, scenario } = choice
  const { user } = preferences
  const example = dataset.findExample(preferences)
  // What the request itself asks for takes precedence.
  const plants =
    preferences.scenario !== undefined || example !== undefined ? undefined : findPlants(choice, given)
  const handle = plants ? dataset.givenHandler(plants) : dataset.handler(scenario, example)
  const usual = handle(user === undefined ? request : dataset.actAs(request, user))
  let giveBack: (() => void) | undefined
  const asIs = (response: ResponseRecord, isUsual = false, isConstant = false): ScenarioResponse => ({
    response,
    user: choice.sender,
    session: key,
    scenario: scenario.name,
    applied: NONE,
    ignored: NONE,
    delay: 0,
    dribble: undefined,
    fault: undefined,
    isUsual,
    isConstant,
    giveBack,
  })
  if (OUTSIDE_OPERATION.has(usual.rule)) return asIs(usual)
  if (problem !== undefined) return asIs(errorAnswer('bad-preference', 400, problem))
  if (source) giveBack = takeResponse(source)
  const { plants: ofScenario, generate } = scenario
  const changes = [plants, example, user, preferences.scenario, next, ofScenario, generate]
  const isUnchanged = changes.every((change) => change === undefined)
  // The common path: with no effects at all there is nothing to count or draw.
  if (!choice.hasPreferences && typeof next !== 'number' && hasNoEffects(settings, scenario))
    return asIs(withRule(usual, scenario, { plants }), isUnchanged, usual.rule === 'fixtures' && !own)

  const { applied, ignored } = preferences
  const usualEffects = mergeEffects(scenario.effects, settings)
  const stepped = typeof next === 'number' ? mergeEffects(usualEffects, { code: next }) : usualEffects
  const effects = mergeEffects(stepped, preferences.effects)
  const session = sessions.get(key)
  const { counts } = session
  const count = counts.get(scenario.name) ?? 0
  counts.set(scenario.name, count + 1)
  const random = (use: string): number => seededRandom(settings.seed, `${key} ${scenario.name} ${use}`, count)
  const response = withHint(
    example && example.status !== 200
      ? exampleAnswer(example)
      : withRule(usual, scenario, { example, plants }),
    ignored,
  )
  const outcome = applyFailure(response, {
    effects,
    rule: typeof next === 'number' ? 'given response' : nameFailureRule(preferences, settings, scenario),
    scenario: scenario.name,
    session,
    count,
    random: random('rate'),
    now,
    examples: dataset.contract.examples,
  })
  const window = session.windows.get(scenario.name)
  const takeBack = giveBack
  giveBack = () => {
    takeBack?.()
    counts.set(scenario.name, (counts.get(scenario.name) ?? 1) - 1)
    if (window) window.requests--
  }
  return {
    ...asIs(outcome.response),
    applied: applied.filter((preference) => hadEffect(preference, preferences, outcome)),
    ignored,
    delay: sampleDelay(effects, (index) => random(`delay ${index}`)),
    dribble: effects.chunkedDribbleDelay,
    fault: outcome.fault,
    isUsual: isUnchanged && outcome.response === response && outcome.fault === undefined,
  }
}

/** Settings without effects have only their two other members. */
function hasNoEffects(settings: Settings, { effects }: Scenario): boolean {
  return Object.keys(settings).length === 2 && Object.keys(effects).length === 0
}

/** Whether a preference shows in the response: a rate can exempt the request, and other effects can take precedence. */
function hadEffect(
  applied: string,
  { effects }: Preferences,
  { response, fault }: ReturnType<typeof applyFailure>,
): boolean {
  if (applied.startsWith('example=')) return response.rule === 'prefer example'
  if (applied.startsWith('code=')) return effects.code === 200 || response.rule === 'prefer code'
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
function withRule(
  usual: ResponseRecord,
  scenario: Scenario,
  { example, plants }: { example?: Example | undefined; plants: readonly Plant[] | undefined },
): ResponseRecord {
  if (usual.rule !== 'fixtures') return usual
  if (plants) return { ...usual, rule: 'given plants' }
  if (example) return { ...usual, rule: 'prefer example' }
  return scenario === NORMAL ? usual : { ...usual, rule: `scenario ${scenario.name}` }
}

/** The request overrides the settings, which override the scenario. */
function nameFailureRule(preferences: Preferences, settings: Settings, scenario: Scenario): string {
  if (preferences.effects.code !== undefined) return 'prefer code'
  return hasFailure(settings) ? 'settings' : `scenario ${scenario.name}`
}

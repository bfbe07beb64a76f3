import { errorAnswer } from '../handler/answers.ts'
import { quote } from '../quote.ts'
import { fieldOf, type RequestRecord, type ResponseRecord } from '../records.ts'
import { suggest } from '../suggest.ts'
import type { World } from './dataset.ts'
import { delayOf } from './delay.ts'
import { type Effects, fails, mergeEffects, type WireFault } from './effects.ts'
import { exampleAnswer, strike } from './failure.ts'
import { type Preferences, preferenceNames, readPreferences } from './preferences.ts'
import { NORMAL, type Scenario } from './scenario.ts'
import { draw } from './seededRandom.ts'
import { sessionKey } from './sessionKey.ts'
import type { Sessions } from './sessions.ts'

/** What holds for every request that does not say otherwise. */
export type Settings = Effects & {
  /** The scenario of the sessions for which none was chosen. Default: normal. */
  scenario: string
  /** What delays, rates and faults are drawn from. Default: 1. */
  seed: number
}

/** An answer, how it goes over the wire, and how it came about. */
export type Played = {
  answer: ResponseRecord
  session: string
  scenario: string
  applied: readonly string[]
  ignored: readonly string[]
  delay: number
  dribble: Effects['chunkedDribbleDelay']
  fault: WireFault | undefined
}

/** Rules that have nothing to do with the operation: no scenario and no preference changes their answers. */
const OUTSIDE = new Set(['not-found', 'bad-path', 'method', 'preflight', 'options'])
const NOTHING_ASKED: Preferences = { effects: {}, applied: [], ignored: [] }

/** Decides what a request is answered. Counts it for its session. */
export function play(
  request: RequestRecord,
  world: World,
  sessions: Sessions,
  settings: Settings,
  now: number,
): Played {
  const mark = request.target.indexOf('?')
  const query = mark === -1 ? '' : request.target.slice(mark + 1)
  const read = readPreferences(fieldOf(request.headers, 'prefer'), query) ?? NOTHING_ASKED
  const problem = read === NOTHING_ASKED ? undefined : problemOf(read, world)
  const preferences = problem === undefined ? (read as Preferences) : NOTHING_ASKED
  const { user, applied, ignored } = preferences

  const key = sessionKey(request, query) ?? user ?? world.userOf(request.headers) ?? 'anonymous'
  const scenario = world.scenario(preferences.scenario ?? sessions.scenarioOf(key) ?? settings.scenario)
  const example = preferences.example === undefined ? undefined : world.exampleOf(preferences)
  const handle = world.handlerOf(scenario, example)
  const usual = handle(user === undefined ? request : world.actAs(request, user))
  const rest = { session: key, scenario: scenario.name, delay: 0, dribble: undefined, fault: undefined }
  if (OUTSIDE.has(usual.rule)) return { answer: usual, ...rest, applied: [], ignored: [] }
  if (problem !== undefined)
    return { answer: errorAnswer('bad-preference', 400, problem), ...rest, applied: [], ignored: [] }

  // Most requests: nothing befalls them, and nothing has to be counted for them.
  if (read === NOTHING_ASKED && isCalm(settings, scenario))
    return { answer: named(usual, scenario, false), ...rest, applied: [], ignored: [] }

  const effects = mergeEffects(mergeEffects(scenario.effects, settings), preferences.effects)
  const session = sessions.of(key)
  const count = session.counts.get(scenario.name) ?? 0
  session.counts.set(scenario.name, count + 1)
  const random = (use: string): number => draw(settings.seed, `${key} ${scenario.name} ${use}`, count)
  const answer =
    example && example.status !== 200 ? exampleAnswer(example) : named(usual, scenario, example !== undefined)
  const struck = strike(withHint(answer, ignored), {
    effects,
    chooser: chooserOf(preferences, settings, scenario),
    scenario: scenario.name,
    session,
    count,
    share: random('rate'),
    now,
    examples: world.contract.examples,
  })
  const delay = delayOf(effects, (index) => random(`delay ${index}`))
  const followed = applied.filter((each) => wasFollowed(each, preferences, struck))
  return { ...rest, ...struck, applied: followed, ignored, delay, dribble: effects.chunkedDribbleDelay }
}

function problemOf(read: Preferences | { problem: string }, world: World): string | undefined {
  return 'problem' in read ? read.problem : world.problemOf(read)
}

/** Whether neither settings nor scenario do anything to answers: but for two members settings are effects. */
function isCalm(settings: Settings, { effects }: Scenario): boolean {
  return Object.keys(settings).length === 2 && Object.keys(effects).length === 0
}

/** Whether a preference shows in the answer: a rate may spare it, and what comes first may leave no room for it. */
function wasFollowed(
  applied: string,
  { effects }: Preferences,
  { answer, fault }: ReturnType<typeof strike>,
): boolean {
  if (applied.startsWith('example=')) return answer.rule === 'prefer example'
  if (applied.startsWith('code=')) return effects.code === 200 || answer.rule === 'prefer code'
  return !applied.startsWith('fault=') || fault !== undefined
}

/** What a preference that nobody knows may have been meant for. */
function withHint(answer: ResponseRecord, ignored: readonly string[]): ResponseRecord {
  const name = ignored.find((each) => suggest(each, preferenceNames))
  if (name === undefined || answer.hint !== undefined) return answer
  return {
    ...answer,
    hint: `${quote(name)} is no preference; did you mean ${suggest(name, preferenceNames)}?`,
  }
}

/** The rule of an answer that holds plants says why it is these, and as they are. */
function named(usual: ResponseRecord, scenario: Scenario, isExample: boolean): ResponseRecord {
  if (usual.rule !== 'fixtures') return usual
  if (isExample) return { ...usual, rule: 'prefer example' }
  return scenario === NORMAL ? usual : { ...usual, rule: `scenario ${scenario.name}` }
}

/** Who has the say about how requests fail: the one nearest to the request. */
function chooserOf(preferences: Preferences, settings: Settings, scenario: Scenario): string {
  if (preferences.effects.code !== undefined) return 'prefer code'
  return fails(settings) ? 'settings' : `scenario ${scenario.name}`
}

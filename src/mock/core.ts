import { createJournal, type Entry, type Filter, type Kept, toEntry } from './control/journal.ts'
import { readSettings } from './control/readSettings.ts'
import { type Cors, corsFields } from './handler/cors.ts'
import type { MockContract } from './mockContract.ts'
import type { Reply, RequestHeaders, RequestRecord, ResponseRecord } from './records.ts'
import { createDataset, type MockData } from './scenarios/dataset.ts'
import { type Played, play, type Settings } from './scenarios/respond.ts'
import { NORMAL, type Scenario } from './scenarios/scenario.ts'
import { createSessions } from './scenarios/sessions.ts'

/** What happens to a mock. */
export type MockEvent =
  | { type: 'request'; readonly entry: Entry }
  | { type: 'scenario'; scenario: string; session?: string }
  | { type: 'settings'; settings: Settings }
  | { type: 'forget' }
  | { type: 'reset' }
  | { type: 'reload'; files: readonly string[] }
  | { type: 'reload-failed'; file: string; line?: number; message: string }

/** How a mock behaves, in every host. */
export type CoreOptions = {
  /** Path before the operation's own, as `parseBasePath` returns it. */
  basePath?: string
  cors?: Cors
  settings?: Partial<Settings>
  /** Milliseconds since 1970. */
  now?: () => number
}

/** A mock without a host: it answers request records, and is told what to do. It runs in any JavaScript engine. */
export type MockCore = ReturnType<typeof createCore>

/** The reference behaviour with all its states. Throws a RangeError for settings that cannot be followed. */
export function createCore(data: MockData, options: CoreOptions = {}) {
  const { basePath = '', cors = '*', now = Date.now } = options
  const atStart = readSettings(options.settings ?? {}, { scenario: NORMAL.name, seed: 1 })
  const sessions = createSessions()
  const journal = createJournal()
  const listeners = new Set<(event: MockEvent) => void>()
  let dataset = createDataset(data, basePath)
  let settings = atStart
  const emit = (event: MockEvent): void => {
    for (const listener of listeners)
      try {
        listener(event)
      } catch (error) {
        // Its own mistake is told as one that nobody caught, and no request goes without its answer for it.
        queueMicrotask(() => {
          throw error
        })
      }
  }
  const assertScenario = (scenario: string): void => {
    const problem = dataset.unknownScenario(scenario)
    if (problem !== undefined) throw new RangeError(problem)
  }
  assertScenario(settings.scenario)

  return {
    /** Answers a request, and remembers it. */
    answer(request: RequestRecord): Reply {
      const at = now()
      const played = play(request, dataset, sessions, settings, at)
      const { answer, delay, dribble, fault, session, scenario, applied } = played
      const { status, rule, hint } = answer
      const { method, target, headers } = request
      const kept: Kept = {
        at,
        method,
        target,
        headers,
        session,
        status,
        rule,
        scenario,
        applied,
        fault,
        hint,
        delayMs: delay,
      }
      const id = journal.add(kept)
      // Made when somebody looks at it: masking takes longer than answering.
      if (listeners.size > 0)
        emit({
          type: 'request',
          get entry() {
            return toEntry(id, kept)
          },
        })
      const body = method === 'HEAD' ? NOTHING : answer.body
      const fields = [...corsFields(cors, headers), ...answer.headers, ...ownFields(played)]
      return { status, headers: fields, body, delay, dribble, fault }
    },
    /** An answer to what could not be read as a request, with the fields that every answer has. */
    withCommonHeaders: (answer: ResponseRecord, headers: RequestHeaders = {}): ResponseRecord => ({
      ...answer,
      headers: [...corsFields(cors, headers), ...answer.headers, 'X-Plant-Store-Rule', answer.rule],
    }),
    /** The scenario that holds, the sessions for which another was chosen, and all that there are. */
    scenarios: (): {
      scenario: string
      sessions: Record<string, string>
      scenarios: readonly Scenario[]
    } => ({
      scenario: settings.scenario,
      sessions: sessions.chosen(),
      scenarios: dataset.scenarios(),
    }),
    /**
     * Chooses a scenario for everybody, or for one session; it begins anew. Null leaves a session to what holds for everybody.
     * Throws a RangeError for one that is not there.
     */
    scenario(name: string | null, { session }: { session?: string } = {}): void {
      if (name !== null) assertScenario(name)
      const scenario = name ?? (session === undefined ? NORMAL.name : settings.scenario)
      if (session === undefined) settings = { ...settings, scenario }
      else sessions.of(session).scenario = name ?? undefined
      sessions.restart(session)
      emit({ type: 'scenario', scenario, ...(session !== undefined && { session }) })
    },
    /** The settings, after changing some where changes are given; null clears one. Throws an EffectError or RangeError. */
    settings(changes?: Readonly<Record<string, unknown>>): Settings {
      if (changes === undefined) return settings
      const changed = readSettings(changes, settings)
      assertScenario(changed.scenario)
      settings = changed
      sessions.restart()
      emit({ type: 'settings', settings })
      return settings
    },
    /** The last 500 requests, newest first. */
    requests: (filter?: Filter): Entry[] => journal.list(filter),
    meta: journal.meta,
    /** Forgets the requests. */
    forget(): void {
      journal.clear()
      emit({ type: 'forget' })
    },
    users: (): { name: string; token: string; plants: number }[] =>
      dataset.fixtures.users.map(({ name, token, plants }) => ({ name, token, plants: plants.length })),
    contract: (): MockContract => dataset.contract,
    /** Forgets requests, sessions and changed settings. */
    reset(): void {
      settings = dataset.unknownScenario(atStart.scenario) ? { ...atStart, scenario: NORMAL.name } : atStart
      sessions.clear()
      journal.clear()
      emit({ type: 'reset' })
    },
    /** Serves other data from now on. What sessions have behind them stays. */
    replace(other: MockData, files: readonly string[]): void {
      dataset = createDataset(other, basePath)
      emit({ type: 'reload', files })
      if (dataset.unknownScenario(settings.scenario) === undefined) return
      settings = { ...settings, scenario: NORMAL.name }
      emit({ type: 'scenario', scenario: NORMAL.name })
    },
    /** Tells of data that could not be read; what was served still is. */
    reloadFailed(file: string, line: number | undefined, message: string): void {
      emit({ type: 'reload-failed', file, message, ...(line !== undefined && { line }) })
    },
    /** Listens to what happens, until the function that it returns is called. */
    on(listener: (event: MockEvent) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const NOTHING = new Uint8Array(0)

/** What the mock says of itself. */
function ownFields({ answer: { rule, hint }, applied, ignored }: Played): string[] {
  const fields = ['X-Plant-Store-Rule', rule]
  if (hint !== undefined) fields.push('X-Plant-Store-Hint', printable(hint))
  if (applied.length > 0) fields.push('Preference-Applied', printable(applied.join(', ')))
  if (ignored.length > 0) fields.push('X-Plant-Store-Ignored', printable(shortened(ignored).join(', ')))
  return fields
}

/** A query may have thousands of them, each as long as it likes. */
function shortened(names: readonly string[]): string[] {
  const short = names.slice(0, 10).map((name) => (name.length > 60 ? `${name.slice(0, 60)}...` : name))
  return names.length > 10 ? [...short, '...'] : short
}

/** Text as it may stand in a header field: what is not ASCII is escaped. */
function printable(text: string): string {
  return text.replaceAll(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

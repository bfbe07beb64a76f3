import { mismatch, object, optional, type Shape } from '../../contract/shape.ts'
import { leaveOutUndefined } from '../readOptions.ts'
import { headerValue, type RequestRecord } from '../records.ts'
import type { Given } from './given.ts'
import type { Settings } from './scenario.ts'

/** The state of a session. */
export type Session = {
  /** The session's own scenario; undefined if it follows the settings. */
  scenario: string | undefined
  /** The number of requests by scenario. */
  counts: Map<string, number>
  /** The current window of the quota by scenario: when it began, and how many requests it has had. */
  windows: Map<string, { since: number; requests: number }>
  /** What a test gave this session. */
  given: Given
}

export type Sessions = ReturnType<typeof createSessions>

const CAPACITY = 10_000

/** In characters. Longer names are cut. */
const LONGEST_KEY = 200

/** Remembers the 10,000 sessions that were used last. */
export function createSessions() {
  const sessions = new Map<string, Session>()
  return {
    get(key: string): Session {
      const known = sessions.get(key)
      const session = known ?? { scenario: undefined, counts: new Map(), windows: new Map(), given: {} }
      sessions.delete(key)
      sessions.set(known ? key : copy(key), session)
      if (sessions.size > CAPACITY) {
        const [oldest] = sessions.keys()
        sessions.delete(oldest as string)
      }
      return session
    },
    scenario: (key: string): string | undefined => sessions.get(key)?.scenario,
    given: (key: string): Given | undefined => sessions.get(key)?.given,
    /** The settings of a session, or else the common ones. */
    settings(key: string | undefined, common: Settings): Settings {
      const session = key === undefined ? undefined : sessions.get(key)
      if (session === undefined) return common
      return { ...(session.given.settings ?? common), scenario: session.scenario ?? common.scenario }
    },
    /** Keeps settings in a session. A scenario of null follows the common one again. */
    changeSettings(key: string, settings: Settings, { scenario }: Readonly<Record<string, unknown>>): void {
      const session = this.get(key)
      session.given.settings = settings
      if (scenario !== undefined) session.scenario = scenario === null ? undefined : settings.scenario
    },
    some: (test: (session: Session) => boolean): boolean => [...sessions.values()].some(test),
    /** The scenarios of sessions that have their own. */
    chosen(): Record<string, string> {
      const chosen = [...sessions].flatMap(([key, { scenario }]) =>
        scenario ? [[key, scenario] as const] : [],
      )
      return Object.fromEntries(chosen)
    },
    /** Resets the counters of one session, or of all. */
    restart(key?: string): void {
      for (const [name, session] of sessions) {
        if (key !== undefined && name !== key) continue
        // New ones, because a client that leaves is taken off those that counted it.
        session.counts = new Map()
        session.windows = new Map()
      }
    },
    clear: (): void => sessions.clear(),
  }
}

/** The name of a session. */
export const sessionKey: Shape<string> = (value, pointer) => {
  if (typeof value === 'string' && value !== '' && value.length <= LONGEST_KEY) return value
  throw mismatch(pointer, `the name of a session, at most ${LONGEST_KEY} characters`, value)
}

const choice = object({ session: optional(sessionKey) }, 'an object with a session')

/** For which session a change is. Default: all. */
export type SessionChoice = { session?: string }

/** Throws an InputError. */
export function readSessionChoice(value: unknown): SessionChoice {
  return choice(leaveOutUndefined(value), '')
}

/** The session that a request names in its header, or else in its query. */
export function readSessionKey({ headers }: RequestRecord, query: string): string | undefined {
  const name = headerValue(headers, 'x-plant-store-session')
  if (name) return name.slice(0, LONGEST_KEY)
  if (!query.includes('__session=')) return undefined
  return new URLSearchParams(query).get('__session')?.slice(0, LONGEST_KEY) || undefined
}

/** A part of a long text keeps all of it in memory. A copy does not. */
function copy(text: string): string {
  return Array.from(text).join('')
}

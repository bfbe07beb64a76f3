/** What a session has behind it. */
export type Session = {
  /** The scenario that was chosen for it; undefined where the mock's own counts. */
  scenario: string | undefined
  /** Requests by scenario. */
  counts: Map<string, number>
  /** The window of its quota by scenario: when it began, and its requests. */
  windows: Map<string, { since: number; requests: number }>
}

export type Sessions = ReturnType<typeof createSessions>

const MOST = 10_000

/** Sessions by key. At most 10,000 are remembered: the one that has been still for longest is forgotten. */
export function createSessions() {
  const sessions = new Map<string, Session>()
  return {
    of(key: string): Session {
      const session = sessions.get(key) ?? { scenario: undefined, counts: new Map(), windows: new Map() }
      sessions.delete(key)
      sessions.set(key, session)
      if (sessions.size > MOST) {
        const [oldest] = sessions.keys()
        sessions.delete(oldest as string)
      }
      return session
    },
    scenarioOf: (key: string): string | undefined => sessions.get(key)?.scenario,
    /** The scenarios that were chosen, by session. */
    chosen(): Record<string, string> {
      const chosen = [...sessions].flatMap(([key, { scenario }]) =>
        scenario ? [[key, scenario] as const] : [],
      )
      return Object.fromEntries(chosen)
    },
    /** Counts from the beginning: for one session, or for all. */
    restart(key?: string): void {
      for (const [each, session] of sessions) {
        if (key !== undefined && each !== key) continue
        session.counts.clear()
        session.windows.clear()
      }
    },
    clear: (): void => sessions.clear(),
  }
}

import { mismatch } from '../contract/shape.ts'
import { type Ending, type Entry, type JournalRecord, toEntry } from './control/journal.ts'
import type { Settings } from './scenarios/state.ts'
import { UPSTREAM_RULE } from './upstream/upstream.ts'

/** Something that happened to a mock. */
export type MockEvent =
  | { type: 'request'; readonly entry: Entry }
  /** The response to the request with this id has ended. */
  | ({ type: 'response'; id: number } & Ending)
  | { type: 'scenario'; scenario: string; session?: string }
  | { type: 'settings'; settings: Settings; session?: string }
  | { type: 'plants'; plants: number | null; session?: string }
  | { type: 'responses'; responses: number; session?: string }
  | { type: 'forget' }
  | { type: 'reset' }
  | { type: 'reload'; files: readonly string[] }
  | { type: 'reload-failed'; file: string; line?: number; message: string }
  | { type: 'record-failed'; file: string; message: string }

/** Announces a request. Its entry is made when the first listener reads it. */
export function createRequestEvent(id: number, record: JournalRecord): MockEvent {
  let entry: Entry | undefined
  return {
    type: 'request',
    get entry() {
      entry ??= toEntry(id, record)
      return entry
    },
  }
}

type Listener = (event: MockEvent) => void

/** Passes events to listeners. */
export function createEvents() {
  const listeners: { listener: Listener; types: readonly MockEvent['type'][] | undefined }[] = []
  return {
    hasListeners: (type: MockEvent['type']): boolean =>
      listeners.some(({ types }) => types === undefined || types.includes(type)),
    emit(event: MockEvent): void {
      for (const { listener, types } of [...listeners])
        try {
          if (types === undefined || types.includes(event.type)) listener(event)
        } catch (error) {
          // A listener that throws must not keep a request from being answered: report its error as uncaught.
          queueMicrotask(() => {
            throw error
          })
        }
    },
    on(listener: Listener, types?: readonly MockEvent['type'][]): () => void {
      if (typeof listener !== 'function') throw mismatch('/listener', 'a function', listener)
      const entry = { listener, types }
      listeners.push(entry)
      return () => {
        if (listeners.includes(entry)) listeners.splice(listeners.indexOf(entry), 1)
      }
    },
  }
}

/** A service that makes up its messages, or a client its parameters, has any number of kinds. */
const MAX_KINDS = 100

/**
 * Creates a function that says in one line, for logs that don't have every request, how the service behind the mock violated the contract,
 * why the mock answered, or what the client seems to have mistyped. It says each kind once; otherwise it returns undefined.
 */
export function createRequestNote(): (
  entry: Pick<Entry, 'method' | 'url' | 'rule' | 'hint' | 'upstream'>,
) => string | undefined {
  const known = new Set<string>()
  const isNew = (text: string): boolean => {
    // Another element or another value is the same kind.
    const kind = text.replace(/, got .*$/s, '').replaceAll(/\d+/g, '0')
    if (known.has(kind) || known.size === MAX_KINDS) return false
    known.add(kind)
    return true
  }
  return ({ method, url, rule, hint, upstream }) => {
    const { problem, violations = [] } = upstream ?? {}
    const notes = violations.map((each) => `the service violates the contract: ${each}`)
    // The other reason is that the client disconnected.
    if (problem !== undefined && rule !== UPSTREAM_RULE)
      notes.push(`the service ${problem}, so the mock answered`)
    if (hint?.includes('did you mean')) notes.push(hint)
    const fresh = notes.filter(isNew)
    if (fresh.length === 0) return undefined
    return `${method} ${url}: ${fresh.join('; ')}`.replaceAll(/\p{Cc}/gu, ' ')
  }
}

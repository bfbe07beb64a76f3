import { mismatch } from '../contract/shape.ts'
import type { Ending, Entry } from './control/journal.ts'
import type { Settings } from './scenarios/state.ts'

/** An event in a mock, such as a request or a changed setting. */
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

type Listener = (event: MockEvent) => void

/** Creates the functions that pass events to listeners. */
export function createEvents() {
  let listeners: { listener: Listener; types: readonly MockEvent['type'][] | undefined }[] = []
  return {
    hasListeners: (type: MockEvent['type']): boolean =>
      listeners.some(({ types }) => types === undefined || types.includes(type)),
    emit(event: MockEvent): void {
      for (const { listener, types } of listeners)
        try {
          if (types === undefined || types.includes(event.type)) listener(event)
        } catch (error) {
          // If a listener throws, the mock must still answer the request, so throw the error later, as an uncaught error.
          queueMicrotask(() => {
            throw error
          })
        }
    },
    on(listener: Listener, types?: readonly MockEvent['type'][]): () => void {
      if (typeof listener !== 'function') throw mismatch('/listener', 'a function', listener)
      const entry = { listener, types }
      listeners = [...listeners, entry]
      return () => {
        listeners = listeners.filter((each) => each !== entry)
      }
    },
  }
}

import { loadPlants, loadScenario, loadServer, loadSettings, loadState } from '../state/load.ts'
import { getState } from '../state/store.ts'
import type { Entry } from '../types.ts'
import { find } from '../ui/element.ts'
import { notify } from '../ui/notices.ts'
import { notifyOnError } from '../ui/notifyOnError.ts'
import type { StreamEvent } from './eventParser.ts'
import { type ConnectionState, followEvents } from './followEvents.ts'
import { addEntry, endEntry, loadJournal } from './journal.ts'

/** Keeps the page in step with the mock. */
export function startLiveUpdates(): void {
  void followEvents(({ name, data }: StreamEvent) => {
    const handle = handlers[name]
    if (handle) void notifyOnError(() => handle(JSON.parse(data) as never))
  }, showConnection)
}

/** What to do for each event. The control API's documentation describes their data. */
const handlers: Record<string, (data: never) => unknown> = {
  // The first event on every connection, so the page reloads the state after it reconnects.
  hello: loadState,
  request: (entry: Entry) => {
    addEntry(entry)
    // The request may have used up one of them.
    return getState().plants.responses > 0 ? loadPlants() : undefined
  },
  response: (ending: Parameters<typeof endEntry>[0]) => {
    endEntry(ending)
    // A given response whose client left belongs to the next request.
    return ending.complete ? undefined : loadPlants()
  },
  scenario: loadScenario,
  settings: loadSettings,
  plants: loadPlants,
  responses: loadPlants,
  forget: loadJournal,
  reset: () => Promise.all([loadScenario(), loadSettings(), loadJournal()]),
  reload: (data: { files?: string[] }) => {
    showReload(data)
    return Promise.all([loadServer(), loadScenario()])
  },
  'reload-failed': showFailedReload,
}

const CONNECTION_TEXTS: Record<ConnectionState, string> = {
  connecting: 'connecting',
  live: 'live',
  lost: 'disconnected, reconnecting',
  refused: 'no access: reload the page to enter a token',
}

function showConnection(state: ConnectionState): void {
  const connection = find('connection', HTMLElement)
  if (connection.dataset.state === state) return
  connection.dataset.state = state
  find('connection-text', HTMLElement).textContent = CONNECTION_TEXTS[state]
}

function showReload({ files = [] }: { files?: string[] }): void {
  notify('reload', 'good', 'Fixtures reloaded', files.join(', ') || 'The mock now serves the new data.')
}

function showFailedReload(failure: { file?: string; line?: number; message?: string }): void {
  const { file = 'a fixture file', line, message = 'cannot be read' } = failure
  const place = line === undefined ? file : `${file}:${line}`
  const text = message.startsWith(file) ? message : `${place}: ${message}`
  notify('reload', 'bad', 'Reload failed: the mock still serves the previous fixtures', text)
}

import { loadScenario } from '../state/scenario.ts'
import { loadSettings } from '../state/settings.ts'
import { loadState, loadUsers } from '../state/state.ts'
import { attempt } from '../ui/attempt.ts'
import { showConnection } from './connection.ts'
import type { StreamEvent } from './eventStream.ts'
import { follow } from './follow.ts'
import { addEntry, loadJournal } from './journal.ts'
import { showFailedReload, showReload } from './reloads.ts'

/** Keeps the page in step with the mock. */
export function startLive(): void {
  void follow(({ name, data }: StreamEvent) => {
    const handle = handlers[name]
    if (handle) void attempt(() => handle(JSON.parse(data) as never))
  }, showConnection)
}

/** What to do at each event. Its data is what the control API promises. */
const handlers: Record<string, (data: never) => unknown> = {
  // First on every connection, so the state is loaded again after each that was lost.
  hello: loadState,
  request: addEntry,
  scenario: loadScenario,
  settings: loadSettings,
  forget: loadJournal,
  reset: () => Promise.all([loadScenario(), loadSettings(), loadJournal()]),
  reload: (data: { files?: string[] }) => {
    showReload(data)
    return Promise.all([loadUsers(), loadScenario()])
  },
  'reload-failed': showFailedReload,
}

import { callControl } from '../control.ts'
import { loadJournal } from '../journal/journal.ts'
import { fillUsers } from '../request/requestForm.ts'
import { showRequest } from '../request/requestPanel.ts'
import type { HealthSummary, UserSummary } from '../types.ts'
import { announce } from '../ui/announce.ts'
import { find } from '../ui/element.ts'
import { notifyOnError } from '../ui/notifyOnError.ts'
import { resolveBaseUrl, showServer, showUsers } from './overview.ts'
import { loadScenario } from './scenario.ts'
import { loadSettings } from './settings.ts'

/** Starts the reset button. */
export function startReset(): void {
  find('reset', HTMLElement).addEventListener('click', () => notifyOnError(reset))
}

async function reset(): Promise<void> {
  await callControl('POST', '/reset')
  await loadState()
  announce('Scenarios, settings, sessions and the journal have been reset.')
}

/** Loads everything that can change while the mock runs. */
export async function loadState(): Promise<void> {
  await Promise.all([loadUsers(), loadScenario(), loadSettings(), loadJournal()])
  showRequest()
}

/** Loads the users and the facts about the server. */
export async function loadUsers(): Promise<void> {
  const [health, { users }] = await Promise.all([
    callControl<HealthSummary>('GET', '/health'),
    callControl<{ users: UserSummary[] }>('GET', '/users'),
  ])
  showServer(health)
  showUsers(users)
  fillUsers({ users, base: resolveBaseUrl(health), contract: health.contract })
  showRequest()
}

import { control } from '../control.ts'
import { loadJournal } from '../journal/journal.ts'
import { showRequest } from '../request/request.ts'
import { showChoices } from '../request/requestForm.ts'
import type { Health, User } from '../types.ts'
import { announce } from '../ui/announce.ts'
import { attempt } from '../ui/attempt.ts'
import { find } from '../ui/element.ts'
import { baseOf, showServer, showUsers } from './overview.ts'
import { loadScenario } from './scenario.ts'
import { loadSettings } from './settings.ts'

/** Makes the reset button work. */
export function startReset(): void {
  find('reset', HTMLElement).addEventListener('click', () => attempt(reset))
}

async function reset(): Promise<void> {
  await control('POST', '/reset')
  await loadState()
  announce('Reset: scenarios, settings, sessions and journal are as they were at the start.')
}

/** Loads all that can change while the mock runs. */
export async function loadState(): Promise<void> {
  await Promise.all([loadUsers(), loadScenario(), loadSettings(), loadJournal()])
  showRequest()
}

/** Loads who there is, and where the mock is. */
export async function loadUsers(): Promise<void> {
  const [health, { users }] = await Promise.all([
    control<Health>('GET', '/health'),
    control<{ users: User[] }>('GET', '/users'),
  ])
  showServer(health)
  showUsers(users)
  showChoices({ users, base: baseOf(health) })
  showRequest()
}

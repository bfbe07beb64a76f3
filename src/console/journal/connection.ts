import { find } from '../ui/element.ts'
import type { Connection } from './follow.ts'

const WORDS: Record<Connection, string> = {
  connecting: 'connecting',
  live: 'live',
  lost: 'connection lost, trying again',
  refused: 'control API refused',
}

/** Says whether what the page shows is up to date. */
export function showConnection(connection: Connection): void {
  const shown = find('connection', HTMLElement)
  if (shown.dataset.state === connection) return
  shown.dataset.state = connection
  find('connection-word', HTMLElement).textContent = WORDS[connection]
}

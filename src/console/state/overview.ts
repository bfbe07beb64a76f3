import type { Health, User } from '../types.ts'
import { copyButton } from '../ui/copyButton.ts'
import { element, find } from '../ui/element.ts'
import { renderText } from '../ui/renderText.ts'

/** The base URL as this page reaches it. The mock may know itself by another host name. */
export function baseUrl(health: Health): string {
  return location.origin + new URL(health.baseUrl).pathname.replace(/\/+$/, '')
}

export function showServer(health: Health): void {
  const base = baseUrl(health)
  const { title, version, sha256 } = health.contract
  find('base-url', HTMLElement).textContent = base
  find('base-copy', HTMLElement).replaceChildren(copyButton('base URL', () => base))
  find('facts', HTMLElement).replaceChildren(
    fact('Version', health.version),
    fact('Instance', shorten(health.instanceId), health.instanceId),
    fact('Contract', `${title} ${version}`),
    fact('Contract SHA-256', shorten(sha256), sha256),
    fact('Started', new Date(health.startedAt).toLocaleTimeString()),
  )
}

function shorten(id: string): string {
  return id.length > 10 ? `${id.slice(0, 8)}…` : id
}

function fact(name: string, value: string, title?: string): HTMLElement {
  return element('div', {}, element('dt', {}, name), element('dd', { title }, value))
}

export function showUsers(users: readonly User[]): void {
  const rows = users.map(({ name, token, plants }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, ...renderText(name)),
      element('td', { class: 'number' }, plants.toLocaleString('en')),
      element('td', {}, element('code', {}, token)),
      element(
        'td',
        {},
        copyButton(`token of ${name}`, () => token),
      ),
    ),
  )
  find('users', HTMLElement).replaceChildren(...rows)
}

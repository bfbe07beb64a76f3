import type { Health, User } from '../types.ts'
import { copyButton } from '../ui/copy.ts'
import { element, find } from '../ui/element.ts'
import { visible } from '../ui/visible.ts'

/** Where the mock is as seen from this page: it may be reached by another name than it gives itself. */
export function baseOf(health: Health): string {
  return location.origin + new URL(health.baseUrl).pathname.replace(/\/+$/, '')
}

export function showServer(health: Health): void {
  const base = baseOf(health)
  const { title, version, sha256 } = health.contract
  find('base-url', HTMLElement).textContent = base
  find('base-copy', HTMLElement).replaceChildren(copyButton('the base URL', () => base))
  find('facts', HTMLElement).replaceChildren(
    fact('Version', health.version),
    fact('Instance', short(health.instanceId), health.instanceId),
    fact('Contract', `${title} ${version}`),
    fact('SHA-256', short(sha256), sha256),
    fact('Started', new Date(health.startedAt).toLocaleTimeString()),
  )
}

function short(id: string): string {
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
      element('th', { scope: 'row' }, ...visible(name)),
      element('td', { class: 'number' }, plants.toLocaleString('en')),
      element('td', {}, element('code', {}, token)),
      element(
        'td',
        {},
        copyButton(`the token of ${name}`, () => token),
      ),
    ),
  )
  find('users', HTMLElement).replaceChildren(...rows)
}

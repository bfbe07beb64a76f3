import type { HealthSummary, UserSummary } from '../types.ts'
import { createCopyButton } from '../ui/createCopyButton.ts'
import { element, find } from '../ui/element.ts'
import { renderText } from '../ui/renderText.ts'

/** The base URL as this page reaches it. The mock may know itself by another host name. */
export function resolveBaseUrl(health: HealthSummary): string {
  return location.origin + new URL(health.baseUrl).pathname.replace(/\/$/, '')
}

export function showServer(health: HealthSummary): void {
  const base = resolveBaseUrl(health)
  const { title, version, sha256 } = health.contract
  find('base-url', HTMLElement).textContent = base
  find('base-copy', HTMLElement).replaceChildren(createCopyButton('base URL', () => base))
  find('facts', HTMLElement).replaceChildren(
    renderFact('Version', health.version),
    renderFact('Instance', shorten(health.instanceId), health.instanceId),
    renderFact('Contract', `${title} ${version}`),
    renderFact('Contract SHA-256', shorten(sha256), sha256),
    renderFact('Started', new Date(health.startedAt).toLocaleTimeString()),
  )
}

function shorten(id: string): string {
  return id.length > 10 ? `${id.slice(0, 8)}…` : id
}

function renderFact(name: string, value: string, title?: string): HTMLElement {
  return element('div', {}, element('dt', {}, name), element('dd', { title }, value))
}

export function showUsers(users: readonly UserSummary[]): void {
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
        createCopyButton(`token of ${name}`, () => token),
      ),
    ),
  )
  find('users', HTMLElement).replaceChildren(...rows)
}

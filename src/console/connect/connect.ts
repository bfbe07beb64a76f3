import { type ConsoleState, getBaseUrl, getState, onState } from '../state/store.ts'
import { createCopyButton } from '../ui/createCopyButton.ts'
import { element, find } from '../ui/element.ts'
import { fillSelect } from '../ui/fillSelect.ts'
import { renderPairs } from '../ui/renderPairs.ts'
import { renderText } from '../ui/renderText.ts'
import { fillSegments, readSegment } from '../ui/segments.ts'
import { clients } from './clients.ts'

/** Starts the view that says how to reach the mock from an application. */
export function startConnect(): void {
  const place = find('clients', HTMLElement)
  fillSegments(
    place,
    'client',
    Object.keys(clients).map((value) => ({ value, label: value })),
  )
  place.addEventListener('change', showCode)
  find('connect-user', HTMLSelectElement).addEventListener('change', showCode)
  find('client-copy', HTMLElement).append(
    createCopyButton('code for your app', () => find('client-code', HTMLElement).innerText),
  )
  onState(['health', 'users'], (state) => {
    const base = getBaseUrl()
    find('base-url', HTMLElement).textContent = base
    find('base-copy', HTMLElement).replaceChildren(createCopyButton('base URL', () => base))
    fillSelect(
      find('connect-user', HTMLSelectElement),
      state.users.map(({ name }) => [name, name] as const),
    )
    showUsers(state)
    showFacts(state)
    showCode()
  })
}

function showCode(): void {
  const { users, health } = getState()
  const user = users.find(({ name }) => name === find('connect-user', HTMLSelectElement).value)
  const { write, note } = clients[readSegment(find('clients', HTMLElement)) ?? ''] ?? {}
  find('client-note', HTMLElement).textContent = note ?? ''
  find('client-code', HTMLElement).textContent =
    write?.({
      absolute: getBaseUrl(),
      base: health.page?.baseUrl ?? getBaseUrl(),
      envPrefix: health.page?.envPrefix ?? '',
      ...health.contract,
      token: user?.token ?? 'token',
    }) ?? ''
}

function showUsers({ users }: Readonly<ConsoleState>): void {
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

function showFacts({ health }: Readonly<ConsoleState>): void {
  const { title, version, sha256 } = health.contract
  const facts = renderPairs([
    ['Version', health.version],
    ['Service', health.upstream?.url],
    ['Contract', `${title} ${version}`],
    ['SHA-256', sha256],
    ['Instance', health.instanceId],
    ['Started', health.startedAt && new Date(health.startedAt).toLocaleString()],
  ])
  find('facts', HTMLElement).replaceChildren(...facts.children)
}

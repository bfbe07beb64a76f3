// This code runs in the user's own page on a development server. Its elements are inside the shadow root of one element.

import type { PlantsState, ScenarioState } from '../api.ts'

/** The key under which a tab stores the mock's data across a reload. The data may change during the reload. */
const SERVED = 'plant-store-served'
/** The link parameters to keep when the user chooses a scenario. Other parameters, such as a status, could override the scenario. */
const KEPT = ['__scenario', '__user', '__session']
const FOLLOW = "Use everybody's scenario"

// Store `fetch` here, because the page may replace the global function, for example with MSW.
const { fetch } = globalThis

const here = new URL(import.meta.url)
const host = document.createElement('plant-store-switcher')
host.role = 'complementary'
host.ariaLabel = 'Plant Store mock'
const root = host.attachShadow({ mode: 'open' })
root.innerHTML = `<link rel="stylesheet" href="${new URL('switcher.css', here)}">
  <a href="${new URL('../', here)}" target="_blank"><img src="${new URL('../icon.svg', here)}" alt="Open the console" width="18"></a>
  <select aria-label="Scenario of the Plant Store mock"></select>`
const [select] = root.querySelectorAll('select')
host.dataset.corner = here.searchParams.get('corner') ?? 'bottom-right'

/** The mock's data at the page's last request, as a string. */
let served = sessionStorage.getItem(SERVED) ?? ''
sessionStorage.removeItem(SERVED)
let events: EventSource | undefined

select?.addEventListener('change', () => attempt(() => choose(select.value)))
// Show no switcher if a test controls the browser: screenshots would show it, and another mock may answer the page's requests.
if (!navigator.webdriver) {
  document.body.append(host)
  document.addEventListener('visibilitychange', follow)
  follow()
}

/** Follows changes from other pages, but only while this page is visible, because browsers limit the connections to a server. */
function follow(): void {
  events?.close()
  events = undefined
  if (document.hidden || !host.isConnected) return
  events = new EventSource('/__admin/events')
  // If the mock refuses the connection, EventSource gives no reason, so send another request to find out the reason.
  events.addEventListener('error', () => events?.readyState === EventSource.CLOSED && attempt(load))
  for (const type of ['hello', 'scenario', 'settings', 'plants', 'reset', 'reload'])
    events.addEventListener(type, () => attempt(load))
}

/** Loads the mock's state. If the mock now serves different data, the page requests its data again. */
async function load(): Promise<void> {
  const [state, { rule, users }] = await Promise.all([
    call<ScenarioState>('/scenario'),
    call<PlantsState>('/plants'),
  ])
  render(state)
  const before = served
  // If this page's address has a scenario, choices in the console or on other pages do not change this page.
  const linked = readLink()
  served = JSON.stringify(linked.has('__scenario') ? [...linked] : [state.scenario, rule, users])
  if (before !== '' && before !== served) refresh(linked.get('__scenario') ?? state.scenario)
}

/** Reads the `__` parameters of this tab's address. A link such as `/?__scenario=empty` selects a scenario for this tab only. */
function readLink(): Map<string, string> {
  return new Map([...new URLSearchParams(location.search)].filter(([name]) => name.startsWith('__')))
}

/** Chooses a scenario for everybody, or if this tab's address has parameters, only for this tab and the session in its address. */
async function choose(scenario: string): Promise<void> {
  const linked = readLink()
  const session = linked.get('__session')
  // For an address with a session, choosing a scenario restarts the session's counters.
  if (scenario !== FOLLOW && (linked.size === 0 || session !== undefined))
    await call('/scenario', { method: 'PUT', body: JSON.stringify({ scenario, session }) })
  if (linked.size > 0) {
    const address = new URL(location.href)
    for (const name of linked.keys())
      if (scenario === FOLLOW || !KEPT.includes(name)) address.searchParams.delete(name)
    if (scenario !== FOLLOW) address.searchParams.set('__scenario', scenario)
    history.replaceState(history.state, '', address)
  }
  served = ''
  await load()
  refresh(scenario)
}

/** Asks the page to request its data again. A page can handle the event and prevent the default. Otherwise, the page reloads. */
function refresh(scenario: string): void {
  const event = new CustomEvent('plant-store-scenario', { cancelable: true, detail: { scenario } })
  if (!window.dispatchEvent(event)) return
  sessionStorage.setItem(SERVED, served)
  location.reload()
}

async function call<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`/__admin${path}`, { ...init, cache: 'no-store', credentials: 'omit' })
  const answer = await response.json()
  if (response.ok) return answer
  // A page on another machine may have no access to the control API. The switcher would then be empty, so remove it.
  if (response.status === 401 || response.status === 403) host.remove()
  throw new Error(answer.message)
}

/** Runs an action. If the action fails, the switcher's tooltip shows the reason. */
async function attempt(action: () => Promise<void>): Promise<void> {
  host.title = await action().then(() => '', String)
}

function render({ scenario, scenarios }: ScenarioState): void {
  const linked = [...readLink()].map(([name, value]) =>
    name === '__scenario' ? value : `${name.slice(2)}=${value}`,
  )
  const isLinked = linked.length > 0
  const others = isLinked ? [linked.join(', '), FOLLOW] : []
  select?.replaceChildren(...others.map((text) => new Option(text)))
  for (const [label, members] of Map.groupBy(scenarios, ({ group }) => group)) {
    const group = Object.assign(document.createElement('optgroup'), { label })
    group.append(...members.map(({ name, preview }) => new Option(`${name} · ${preview}`, name)))
    select?.append(group)
  }
  if (!isLinked) select?.prepend(new Option(`Start ${scenario} again`, scenario))
  if (!isLinked && select) select.selectedIndex = 1 + scenarios.findIndex(({ name }) => name === scenario)
  host.toggleAttribute('data-changed', isLinked || scenario !== 'normal')
}

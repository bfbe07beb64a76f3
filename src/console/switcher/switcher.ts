// Runs in the user's own page, which the development server serves: everything is inside a shadow root.

import { messageOf } from '../messageOf.ts'
import { shortenPreview } from '../scenarios/shortenPreview.ts'
import type { PlantsState, ScenarioState } from '../types.ts'
import { button, element } from '../ui/element.ts'
import { describeLink, isLinked, linkTo, listLinked, readLinked, unlink } from './link.ts'

type Scenario = ScenarioState['scenarios'][number]

/** Where a tab keeps what the mock served when it loaded its page again: it may change again before the page hears of it. */
const SERVED = 'plant-store-served'

// A page may replace it, for example with MSW.
const { fetch } = globalThis

const here = new URL(import.meta.url)
const host = element('plant-store-switcher' as 'div', { hidden: '' })
const root = host.attachShadow({ mode: 'open' })
const style = element('link', { rel: 'stylesheet', href: new URL('switcher.css', here).href })
const name = element('span', { class: 'current' }, '…')
const opener = element(
  'button',
  { type: 'button', class: 'opener', popovertarget: 'panel', title: 'Choose a scenario of the mock' },
  element('img', { src: new URL('../icon.svg', here).href, alt: 'Plant Store:', width: '18', height: '18' }),
  name,
)
const heading = element('h2')
const search = element('input', {
  type: 'search',
  placeholder: 'Find a scenario',
  'aria-label': 'Find a scenario',
  spellcheck: 'false',
  // The panel focuses it as it opens. The event of that comes later, when a key may have moved the focus.
  autofocus: '',
})
const list = element('div', { class: 'list' })
const problem = element('p', { class: 'problem', role: 'alert', hidden: '' })
const follower = button('Follow everybody', () => void followEverybody(), { hidden: '' })
const panel = element(
  'div',
  { id: 'panel', popover: '', role: 'dialog', 'aria-label': 'Plant Store mock' },
  element(
    'header',
    {},
    heading,
    follower,
    element('a', { href: new URL('../', here).href, target: '_blank' }, 'Open the console'),
  ),
  search,
  problem,
  list,
)

let current: ScenarioState = { scenario: '', sessions: {}, scenarios: [] }
/** What the mock served when the page last requested its data. */
let served = sessionStorage.getItem(SERVED) ?? ''
sessionStorage.removeItem(SERVED)
let events: EventSource | undefined

root.append(style, opener, panel)
host.dataset.corner = here.searchParams.get('corner') ?? 'bottom-right'
style.addEventListener('load', () => {
  host.hidden = false
})
search.addEventListener('input', render)
search.addEventListener('keydown', ({ key }) => {
  if (key === 'Enter' && search.value.trim() !== '') list.querySelector('button')?.click()
})
root.addEventListener('keydown', moveFocus as EventListener)
panel.addEventListener('beforetoggle', () => {
  search.value = ''
  render()
})
panel.addEventListener('toggle', ({ newState }) => {
  if (newState !== 'open') return
  void load().then(() => list.querySelector('[aria-pressed=true]')?.scrollIntoView({ block: 'nearest' }))
})
// A test controls this browser: the switcher would be in its pictures, and another mock may answer in place of this one.
if (!navigator.webdriver) {
  document.body.append(host)
  document.addEventListener('visibilitychange', follow)
  follow()
}

/** Follows the changes of others. Only while the page is visible: browsers limit the connections to a server. */
function follow(): void {
  events?.close()
  events = undefined
  if (document.hidden || !host.isConnected) return
  events = new EventSource('/__admin/events')
  // A refusal ends its attempts, and says why only to another request.
  events.addEventListener('error', () => {
    if (events?.readyState === EventSource.CLOSED) void load()
  })
  for (const type of ['hello', 'scenario', 'settings', 'plants', 'reset', 'reload'])
    events.addEventListener(type, () => void load())
}

/** The scenario of this tab. */
const findScenario = (): string => readLinked('__scenario') ?? current.scenario

/** Loads the state of the mock. If it serves something else than before, the page requests its data again. */
async function load(): Promise<void> {
  await attempt(async () => {
    const [state, { rule, users }] = await Promise.all([
      call<ScenarioState>('/scenario'),
      call<PlantsState>('/plants'),
    ])
    const before = served
    current = state
    // What others choose does not change a page whose address has a scenario.
    served = JSON.stringify(
      readLinked('__scenario') === undefined ? [state.scenario, rule, users] : listLinked(),
    )
    render()
    if (before !== '' && before !== served) refresh()
  })
}

/** Lets the page request its data again. A page that can do so prevents the default; others are loaded again. */
function refresh(): void {
  const detail = { scenario: findScenario() }
  const event = new CustomEvent('plant-store-scenario', { cancelable: true, detail })
  if (!window.dispatchEvent(event)) return
  sessionStorage.setItem(SERVED, served)
  location.reload()
}

/** Chooses a scenario for everybody, or for this tab if its address asks for something. */
async function choose(scenario: string): Promise<void> {
  if (isLinked()) {
    await attempt(async () => {
      // Restarts its counters. Without a session, they are everybody's.
      const session = readLinked('__session')
      if (session !== undefined) await putScenario({ scenario, session })
      linkTo(scenario)
      panel.hidePopover()
      served = JSON.stringify(listLinked())
      render()
      refresh()
    })
    return
  }
  await attempt(async () => {
    await putScenario({ scenario })
    panel.hidePopover()
    // Also if it was chosen before: that restarts its counters.
    const isSame = scenario === current.scenario
    await load()
    if (isSame) refresh()
  })
}

/** Makes a tab with a link one of those that get what everybody gets. */
async function followEverybody(): Promise<void> {
  unlink()
  panel.hidePopover()
  served = ''
  await load()
  refresh()
}

const putScenario = (choice: { scenario: string; session?: string }): Promise<unknown> =>
  call('/scenario', { method: 'PUT', body: JSON.stringify(choice) })

async function call<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`/__admin${path}`, { ...init, cache: 'no-store', credentials: 'omit' })
  const answer = await response.json()
  if (response.ok) return answer
  // Others than the mock's own machine may not use it, and then have nothing to choose.
  if (response.status === 401 || response.status === 403) host.remove()
  throw new Error(answer.message)
}

/** Shows the error if there is one. */
async function attempt(action: () => Promise<void>): Promise<void> {
  try {
    await action()
    problem.hidden = true
  } catch (error) {
    problem.hidden = false
    problem.textContent = `That did not work: ${messageOf(error)}`
  }
}

function render(): void {
  const shown = describeLink() || current.scenario
  name.textContent = shown
  heading.textContent = isLinked() ? 'Scenario of this tab' : 'Scenario for everybody'
  follower.hidden = !isLinked()
  host.dataset.normal = String(shown === 'normal')
  const words = search.value.toLowerCase().split(/\s+/)
  const matches = current.scenarios.filter((scenario) => {
    const text = Object.values(scenario).join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const groups = [...Map.groupBy(matches, ({ group }) => group)].map(([group, rows]) =>
    element('section', {}, element('h3', {}, group), element('ul', {}, ...rows.map(renderRow))),
  )
  const focused = list.contains(root.activeElement) ? root.activeElement?.getAttribute('data-scenario') : null
  list.replaceChildren(...groups)
  // The list is shown again whenever it was loaded, also while keys move in it.
  for (const row of list.querySelectorAll('button')) if (row.dataset.scenario === focused) row.focus()
  if (matches.length === 0 && current.scenarios.length > 0)
    list.append(element('p', {}, 'No scenario matches.'))
}

function renderRow(scenario: Scenario): HTMLElement {
  const row = button('', () => void choose(scenario.name), {
    'aria-pressed': String(scenario.name === findScenario()),
    'data-scenario': scenario.name,
  })
  row.append(
    element('strong', {}, scenario.name),
    element('code', {}, shortenPreview(scenario.preview)),
    element('span', {}, scenario.title),
  )
  return element('li', {}, row)
}

function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || !panel.matches(':popover-open')) return
  const stops = [search, ...list.querySelectorAll('button')]
  const focused = stops.indexOf(root.activeElement as HTMLInputElement)
  stops[Math.min(Math.max(focused + step, 0), stops.length - 1)]?.focus()
  event.preventDefault()
}

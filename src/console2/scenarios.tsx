import { signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { ScenarioGroup } from '../mock/scenarios/scenario.ts'
import type { ScenarioSummary } from './api.ts'
import { attempt } from './notices.ts'
import { chooseScenario, chosenScenario, scenario, scope, setScope, users } from './state.ts'
import { onValue, Segments, Text } from './ui.tsx'

const GROUPS: Readonly<Record<ScenarioGroup, string>> = {
  data: 'Data',
  speed: 'Speed',
  errors: 'Errors',
  network: 'Network',
}

/** What people also search for when they want a scenario of a group. */
const ALSO_CALLED: Readonly<Record<ScenarioGroup, string>> = {
  data: '',
  speed: 'loading spinner skeleton timeout latency delay',
  errors: 'failure outage rejected',
  network: 'offline disconnected timeout lost',
}

/** The list of scenarios, and for whom a choice is. */
export function Scenarios() {
  const search = useSignal('')
  const list = useRef<HTMLDivElement>(null)
  const chosen = chosenScenario.value
  const { scenarios } = scenario.value
  // Also after the list was loaded.
  useEffect(() => keepInView(list.current), [chosen, scenarios.length])
  const words = search.value.toLowerCase().split(/\s+/)
  const found = scenarios.filter((each) => words.every((word) => describe(each).includes(word)))
  return (
    <section id="scenarios" class="pane" aria-labelledby="scenarios-title" tabIndex={-1}>
      <div class="pane-top">
        <div class="title">
          <h2 id="scenarios-title">Scenarios</h2>
          <Scope />
        </div>
        {scope.value !== undefined && <SessionField />}
        <input
          type="search"
          placeholder="Search scenarios"
          aria-label="Search scenarios"
          spellcheck={false}
          autocomplete="off"
          onInput={onValue((text) => {
            search.value = text
          })}
        />
      </div>
      <div id="scenario-list" ref={list}>
        {Object.entries(GROUPS).map(([group, label]) => {
          const members = found.filter((each) => each.group === group)
          return (
            members.length > 0 && (
              <fieldset key={group}>
                <legend>{label}</legend>
                {members.map((each) => (
                  <Choice key={each.name} {...each} isChosen={each.name === chosen} />
                ))}
              </fieldset>
            )
          )
        })}
        {found.length === 0 && scenarios.length > 0 && <p class="empty">No scenario matches.</p>}
      </div>
    </section>
  )
}

function describe({ name, title, preview, group }: ScenarioSummary): string {
  return [name, title, preview, GROUPS[group], ALSO_CALLED[group]].join(' ').toLowerCase()
}

function Scope() {
  return (
    <Segments
      label="Apply to"
      options={[
        ['all', 'everybody'],
        ['session', 'one session'],
      ]}
      value={scope.value === undefined ? 'all' : 'session'}
      onChoose={(choice) => attempt(() => setScope(choice === 'all' ? undefined : lastSession.peek()))}
    />
  )
}

/** Kept while everybody is chosen. */
const lastSession = signal('')

function SessionField() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <p>
      <input
        ref={field}
        type="text"
        list="session-names"
        value={lastSession.value}
        placeholder="session or user, such as worker-1"
        aria-label="Session name"
        spellcheck={false}
        autocomplete="off"
        onInput={onValue((name) => {
          lastSession.value = name.trim()
          void attempt(() => setScope(lastSession.value))
        })}
      />
    </p>
  )
}

/** Sessions that are known: those that chose a scenario, and the users, whose names are their sessions. */
export function SessionNames() {
  const names = new Set([...Object.keys(scenario.value.sessions), ...users.value.map(({ name }) => name)])
  return (
    <datalist id="session-names">
      {[...names].map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  )
}

function Choice({ name, title, preview, isChosen }: ScenarioSummary & { isChosen: boolean }) {
  return (
    <label class="choice">
      <input
        type="radio"
        name="scenario"
        value={name}
        checked={isChosen}
        onChange={() => attempt(() => chooseScenario(name))}
      />
      <span class="name">{name}</span>
      <span class="preview">{shortenPreview(preview)}</span>
      <span class="meaning">
        <Text>{title}</Text>
      </span>
    </label>
  )
}

/** The preview of a scenario without the words that most of them begin with. */
function shortenPreview(preview: string): string {
  return preview.replace(/^200 (?:with|after|in) /, '').replace(' generated', '')
}

/** Scrolls only the list, never the page, until the chosen scenario is in view. */
function keepInView(list: HTMLElement | null): void {
  const choice = list?.querySelector(':checked')?.closest('label')
  if (!list || !choice) return
  const box = list.getBoundingClientRect()
  const { top, bottom } = choice.getBoundingClientRect()
  if (top < box.top) list.scrollTop -= box.top - top + 40
  if (bottom > box.bottom) list.scrollTop += bottom - box.bottom + 16
}

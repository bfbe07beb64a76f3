import { useEffect, useRef, useState } from 'preact/hooks'
import type { ScenarioGroup } from '../mock/scenarios/scenario.ts'
import type { ScenarioSummary } from './api.ts'
import { attempt } from './notices.ts'
import { chooseScenario, chosenScenario, scenario, session, setSession, users } from './state.ts'
import { onValue, Text } from './ui.tsx'

/** The groups of scenarios in the order of the list, each with additional search words for its scenarios. */
const GROUPS: Readonly<Record<ScenarioGroup, string>> = {
  data: 'list',
  speed: 'loading spinner skeleton timeout latency delay',
  errors: 'failure outage rejected',
  network: 'offline disconnected timeout lost',
}

/** Shows the list of scenarios, and a field for the session to which the user's choices apply. */
export function Scenarios() {
  const [search, setSearch] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const chosen = chosenScenario.value
  const { scenarios } = scenario.value
  useEffect(() => keepInView(list.current), [chosen, scenarios.length])
  const words = search.toLowerCase().split(/\s+/)
  const found = scenarios.filter((each) => words.every((word) => describe(each).includes(word)))
  return (
    <section id="scenarios" class="pane" aria-labelledby="scenarios-title" tabIndex={-1}>
      <div class="row">
        <h2 id="scenarios-title">Scenarios</h2>
        <SessionField />
        <input
          type="search"
          placeholder="Search scenarios"
          aria-label="Search scenarios"
          onInput={onValue(setSearch)}
        />
      </div>
      <div id="scenario-list" ref={list}>
        {Object.keys(GROUPS).map((group) => {
          const members = found.filter((each) => each.group === group)
          return (
            <fieldset key={group} hidden={members.length === 0}>
              <legend>{group}</legend>
              {members.map((each) => (
                <Choice key={each.name} {...each} isChosen={each.name === chosen} />
              ))}
            </fieldset>
          )
        })}
        {found.length === 0 && search !== '' && <p class="empty">No scenario matches.</p>}
      </div>
    </section>
  )
}

function describe({ name, title, preview, group }: ScenarioSummary): string {
  return [name, title, preview, group, GROUPS[group]].join(' ').toLowerCase()
}

/** A field that suggests known sessions: those with their own scenario, and the session of each user, which has the user's name. */
function SessionField() {
  const known = new Set([...Object.keys(scenario.value.sessions), ...users.value.map(({ name }) => name)])
  return (
    <label class="row session">
      Session
      <input
        type="text"
        list="session-names"
        placeholder="everybody"
        aria-label="Session; leave empty for everybody"
        value={session.value ?? ''}
        onInput={onValue((name) => attempt(() => setSession(name)))}
      />
      <datalist id="session-names">
        {[...known].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  )
}

function Choice({ name, title, preview, isChosen }: ScenarioSummary & { isChosen: boolean }) {
  const choose = () => attempt(() => chooseScenario(name))
  return (
    <label class="choice">
      <input type="radio" name="scenario" value={name} checked={isChosen} onChange={choose} />
      <span class="line">
        <span class="name">{name}</span>
        <span class="preview">{shortenPreview(preview)}</span>
      </span>
      <small>
        <Text>{title}</Text>
      </small>
    </label>
  )
}

/** Returns the preview of a scenario, without the words that many previews start with. */
function shortenPreview(preview: string): string {
  return preview.replace(/^200 (?:with|after) /, '')
}

/** Scrolls the list to the chosen scenario. In a narrow window, the list has no scroll bar, so nothing scrolls. */
function keepInView(list: HTMLElement | null): void {
  if (list && list.scrollHeight > list.clientHeight)
    list.querySelector(':checked')?.closest('label')?.scrollIntoView({ block: 'nearest' })
}

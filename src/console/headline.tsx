import type { ComponentChildren } from 'preact'
import { attempt } from './notices.ts'
import {
  changedSettings,
  chooseScenario,
  chosenScenario,
  clearSettings,
  endSession,
  givePlants,
  giveResponses,
  health,
  plants,
  scenario,
  session,
} from './state.ts'
import { Button, CrossButton, formatPlants, Text } from './ui.tsx'

/** Shows the responses that everybody or the chosen session currently gets. */
export function Headline() {
  const chosen = chosenScenario.value
  const isReal = isServiceAlone()
  const { preview = '', title = '' } = scenario.value.scenarios.find(({ name }) => name === chosen) ?? {}
  return (
    <section id="headline" aria-labelledby="headline-title">
      <h2 id="headline-title" aria-live="polite">
        <Text>{session.value ?? 'Everybody'}</Text> gets:{' '}
        <strong id="scenario-current">{isReal ? 'the real service' : chosen || '…'}</strong>
      </h2>
      <p class="row">
        <a class="button" href="#plants">
          Plants
        </a>
        <Button onClick={() => attempt(() => giveResponses([503]))}>Fail the next request</Button>
        {chosen !== 'normal' && (
          <Button onClick={() => attempt(() => chooseScenario('normal'))}>Back to normal</Button>
        )}
      </p>
      {!isReal && (
        <p class="quiet about">
          <Preview text={preview} /> <Text>{title}</Text>
        </p>
      )}
      <Service />
      <Extras />
    </section>
  )
}

/** Shows the preview of a scenario, with each status in the colour of its class. */
function Preview({ text }: { text: string }) {
  const parts = text.split(/(\b[2-5]\d\d\b)/).map((part, index) => {
    // The parts at odd indexes are statuses.
    return index % 2 === 0 ? part.replaceAll(', ', ' → ') : <b class={`code-${part[0]}`}>{part}</b>
  })
  return <span class="preview">{parts}</span>
}

/** Whether the mock forwards all requests for plants, except requests that ask for the mock's own response. */
function isServiceAlone(): boolean {
  const { rule, responses } = plants.value
  const isUsual = chosenScenario.value === 'normal' && rule === 'fixtures' && responses === 0
  return health.value.upstream !== undefined && isUsual && changedSettings.value.length === 0
}

/** Says which responses come from the service behind the mock. */
function Service() {
  const { upstream } = health.value
  if (upstream === undefined) return null
  const { url, mockWhen } = upstream
  if (plants.value.rule !== 'fixtures')
    return <p class="quiet about">From the mock. {url} gets no requests.</p>
  const statuses = mockWhen.filter((each) => each !== 'violation').join(' or ')
  const reasons = [
    'sends no response',
    ...(statuses === '' ? [] : [`returns ${statuses}`]),
    ...(mockWhen.includes('violation') ? ['violates the contract'] : []),
  ].join(', or ')
  const from = isServiceAlone() ? 'From' : 'Other responses come from'
  return <p class="quiet about">{`${from} ${url}. The mock answers if the service ${reasons}.`}</p>
}

/** Lists settings, queued responses, plants and other sessions' scenarios, each with a button that undoes the change. */
function Extras() {
  const { rule, responses, users } = plants.value
  const others = Object.entries(scenario.value.sessions).filter(([name]) => name !== session.value)
  return (
    <ul class="extras" aria-label="Also in effect">
      {changedSettings.value.length > 0 && (
        <Extra label="Clear settings" end={clearSettings}>
          Settings: {changedSettings.value.map((setting) => setting.join(' ')).join(', ')}
        </Extra>
      )}
      {responses > 0 && (
        <Extra label="Remove these responses" end={() => giveResponses([])}>
          Next: {responses} queued {responses === 1 ? 'response' : 'responses'}
        </Extra>
      )}
      {rule === 'given plants' && (
        <Extra label="Restore the usual plants" end={() => givePlants(null)}>
          Your own plants: {formatPlants(users[0]?.total ?? 0)}
        </Extra>
      )}
      {others.map(([name, chosen]) => (
        <Extra key={name} label={`End the scenario of session ${name}`} end={() => endSession(name)}>
          <bdi>
            <Text>{name}</Text>
          </bdi>
          : {chosen}
        </Extra>
      ))}
    </ul>
  )
}

type ExtraOptions = { label: string; end: () => unknown; children: ComponentChildren }

function Extra({ label, end, children }: ExtraOptions) {
  return (
    <li class="line warn">
      <span>{children}</span>
      <CrossButton label={label} onClick={() => attempt(end)} />
    </li>
  )
}

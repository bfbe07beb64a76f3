import type { ComponentChildren } from 'preact'
import type { SettingsChanges } from './api.ts'
import { faultNames } from './faults.ts'
import { attempt } from './notices.ts'
import {
  chooseScenario,
  chosenScenario,
  clearSettings,
  endSession,
  givePlants,
  giveResponses,
  health,
  plants,
  scenario,
  scope,
  settings,
} from './state.ts'
import { CrossButton, formatDuration, formatPlants, Text } from './ui.tsx'

/** What everybody, or the chosen session, gets at the moment. */
export function Headline() {
  const chosen = chosenScenario.value
  const isReal = isServiceAlone()
  const summary = isReal ? undefined : scenario.value.scenarios.find(({ name }) => name === chosen)
  const service = describeService()
  return (
    <section id="headline" aria-labelledby="headline-title">
      <h2 id="headline-title">
        <Text>{scope.value === undefined ? 'Everybody' : scope.value || 'This session'}</Text> gets:{' '}
        <strong id="scenario-current">{isReal ? 'the real service' : chosen || '…'}</strong>
      </h2>
      <p class="actions">
        <a class="button" href="#plants">
          Plants
        </a>
        <button
          type="button"
          title="Answers the next request with 503, and later ones as usual"
          onClick={() => attempt(() => giveResponses([503]))}
        >
          Fail the next request
        </button>
        {chosen !== 'normal' && (
          <button type="button" onClick={() => attempt(() => chooseScenario('normal'))}>
            Back to normal
          </button>
        )}
      </p>
      <p id="scenario-about">
        {summary && (
          <>
            <Preview text={summary.preview} /> <Text>{summary.title}</Text>
          </>
        )}
        {service && <span class="service">{service}</span>}
      </p>
      <Extras />
    </section>
  )
}

/** Each status of a preview has the colour of its class. */
function Preview({ text }: { text: string }) {
  const parts: ComponentChildren[] = []
  for (const [index, part] of text.split(/(\b[2-5]\d\d\b)/).entries())
    parts.push(index % 2 === 0 ? part.replaceAll(', ', ' → ') : <b class={`code-${part[0]}`}>{part}</b>)
  return <span class="preview">{parts}</span>
}

/** What is in effect besides the scenario, each with a button that ends it. */
function Extras() {
  const changed = describeSettings(settings.value)
  const { rule, responses, users } = plants.value
  const given = rule === 'given plants' ? users[0]?.total : undefined
  const others = Object.entries(scenario.value.sessions).filter(([session]) => session !== scope.value)
  return (
    <ul id="scenario-extras" aria-label="Also in effect">
      {changed.length > 0 && (
        <Extra label="Clear settings" end={clearSettings}>
          Settings: {changed.join(', ')}
        </Extra>
      )}
      {responses > 0 && (
        <Extra label="Drop these responses" end={() => giveResponses([])}>
          First: {responses} given {responses === 1 ? 'response' : 'responses'}
        </Extra>
      )}
      {given !== undefined && (
        <Extra label="Back to the usual plants" end={() => givePlants(null)}>
          Plants of your own: {formatPlants(given)}
        </Extra>
      )}
      {others.map(([session, name]) => (
        <Extra key={session} label={`End the scenario of session ${session}`} end={() => endSession(session)}>
          <bdi>
            <Text>{session}</Text>
          </bdi>
          : {name}
        </Extra>
      ))}
    </ul>
  )
}

function Extra({ label, end, children }: { label: string; end: () => unknown; children: ComponentChildren }) {
  return (
    <li class="extra">
      <span>{children}</span>
      <CrossButton label={label} onClick={() => attempt(end)} />
    </li>
  )
}

/** What the settings change, in words: `300 ms delay`, `503`, `20 % of requests`. */
function describeSettings({
  delay,
  dribble,
  status,
  body,
  fault,
  rate,
  count,
  after,
}: SettingsChanges): string[] {
  const [pieces, duration] = (dribble ?? '').split(':')
  const parts = [
    delay ? `${Number.isNaN(Number(delay)) ? delay : formatDuration(Number(delay))} delay` : '',
    duration ? `${pieces} pieces over ${formatDuration(Number(duration))}` : '',
    status ? `status ${status}` : '',
    body === undefined || body === null ? '' : 'another body',
    fault ? faultNames[fault].toLowerCase() : '',
    rate === undefined || rate === null ? '' : `for ${Number((rate * 100).toFixed(2))} % of requests`,
    count ? `the first ${count} fail` : '',
    after ? `the first ${after} succeed` : '',
  ]
  return parts.filter((part) => part !== '')
}

/** Says which responses come from the service behind the mock; undefined if there is none. */
function describeService(): string | undefined {
  const { upstream } = health.value
  if (upstream === undefined) return undefined
  const { url, mockWhen } = upstream
  if (plants.value.rule !== 'fixtures') return `From the mock. ${url} gets no requests.`
  const statuses = mockWhen.filter((each) => each !== 'violation')
  const reasons = [
    'gives no response',
    ...(statuses.length > 0 ? [`returns ${statuses.join(' or ')}`] : []),
    ...(mockWhen.includes('violation') ? ['violates the contract'] : []),
  ]
  const from = hasFailures() ? 'The rest comes from' : 'From'
  return `${from} ${url}. The mock answers if that ${reasons.join(', or ')}.`
}

/** Whether the real service sends every response, unless a request asks for another one. */
function isServiceAlone(): boolean {
  const isUsual = plants.value.rule === 'fixtures' && chosenScenario.value === 'normal'
  return health.value.upstream !== undefined && isUsual && !hasFailures()
}

/** Whether responses that a test gave, the settings or else the scenario replace some responses by failures. */
function hasFailures(): boolean {
  const { status, body, fault, count, after } = settings.value
  if (plants.value.responses > 0) return true
  // A status of 200 turns the failures of the scenario off.
  if (status ?? body ?? fault ?? count ?? after) return status !== 200 || Boolean(body ?? fault)
  const chosen = scenario.value.scenarios.find(({ name }) => name === chosenScenario.value)
  return chosen?.group === 'errors' || chosen?.group === 'network'
}

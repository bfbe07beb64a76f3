import { computed, signal } from '@preact/signals'
import type { TargetedSubmitEvent } from 'preact'
import type { WireFault } from '../mock/scenarios/override.ts'
import { callControl, type Entry } from './api.ts'
import { faults } from './faults.ts'
import { buildRequestUrl, type FormRequest, parsePreferences, snippets } from './formRequest.ts'
import { announce } from './notices.ts'
import { describeResult, Response, type Result } from './response.tsx'
import { sendRequest } from './sendRequest.ts'
import { baseUrl, health, scenario, served, users } from './state.ts'
import { Button, Code, Disclosure, Field, formatPlants, type Option, Options, onValue } from './ui.tsx'

const EMPTY = { user: '', limit: '', speed: '', outcome: '', session: '', prefer: '' }

const fields = signal(EMPTY)

/** The name of the user, or `none` or `unknown`. */
const userChoice = computed(() => fields.value.user || users.value[0]?.name || '')

/** The request that the form describes. */
const request = computed((): FormRequest => {
  const { limit, speed, outcome, prefer, session } = fields.value
  const { path, limitName } = health.value.contract
  const user = users.value.find(({ name }) => name === userChoice.value)
  return {
    base: baseUrl.value,
    path,
    limitName,
    user: user?.name,
    token: user?.token ?? (userChoice.value === 'unknown' ? 'unknown' : undefined),
    limit: limit || undefined,
    preferences: [outcome, speed, prefer].flatMap(parsePreferences),
    session: session.trim() || undefined,
  }
})

/** The result that is shown, and what the mock served when its request was sent. */
const shown = signal<{ result: Result; served: string } | undefined>(undefined)
/** Stops the request that is being sent. */
const pending = signal<AbortController | undefined>(undefined)

/** The request builder and the response. */
export function Request() {
  const isOld = shown.value !== undefined && shown.value.served !== served.value
  return (
    <section id="request" class="pane" aria-label="Request" tabIndex={-1}>
      <RequestForm />
      <p class="old-note" role="status" hidden={!isOld}>
        This response is old: what the mock serves has changed since. Send the request again.
      </p>
      <section
        id="response"
        aria-label="Response"
        class={isOld ? 'old' : ''}
        aria-busy={pending.value !== undefined}
      >
        {shown.value ? (
          <Response result={shown.value.result} />
        ) : (
          <div class="empty">
            <strong>What does your app get?</strong>
            <p>Send the request. The response appears here, with the rule behind it.</p>
          </div>
        )}
      </section>
    </section>
  )
}

async function sendOrStop(event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> {
  event.preventDefault()
  if (pending.value) return pending.value.abort()
  pending.value = new AbortController()
  const sent = request.value
  const then = served.value
  const outcome = await sendRequest(sent, pending.value.signal)
  const isBroken = outcome.kind === 'failed' || outcome.kind === 'incomplete'
  const result = describeResult(outcome, isBroken ? await findFault(sent) : undefined)
  pending.value = undefined
  shown.value = { result, served: then }
  announce([result.title, ...result.facts, result.problem ?? ''].join(', '))
}

/** The browser may fail before the mock has logged the request. */
const JOURNAL_DELAY_MS = 100

/** Finds in the journal which fault the mock applied. The form does not know: the settings or the scenario may have caused it. */
async function findFault(sent: FormRequest): Promise<WireFault | undefined> {
  const { pathname, search } = new URL(buildRequestUrl(sent))
  await new Promise((resolve) => setTimeout(resolve, JOURNAL_DELAY_MS))
  try {
    const { requests } = await callControl<{ requests: Entry[] }>('GET', '/requests?limit=20')
    return requests.find(({ url }) => url === pathname + search)?.fault
  } catch {
    // The mock has stopped, which the page says elsewhere.
    return undefined
  }
}

function RequestForm() {
  const { base } = request.value
  return (
    <form id="request-form" autocomplete="off" onSubmit={sendOrStop}>
      <div class="request-line">
        <p class="sent">
          <b>GET</b>{' '}
          <code id="target">
            <span class="base">{base}</span>
            {buildRequestUrl(request.value).slice(base.length)}
          </code>
        </p>
        <button id="send" class="main" type="submit">
          {pending.value ? 'Stop' : 'Send'}
        </button>
      </div>
      <MainFields />
      <div class="disclosures">
        <Disclosure label="More options">
          <MoreFields />
        </Disclosure>
        <Disclosure label="As code">
          <AsCode />
        </Disclosure>
        <Button class="plain" onClick={() => (fields.value = EMPTY)}>
          Clear
        </Button>
      </div>
    </form>
  )
}

/** Binds an input or a select to a field. */
function bind(name: keyof typeof EMPTY) {
  const set = (value: string) => {
    fields.value = { ...fields.value, [name]: value }
  }
  return { id: name, value: fields.value[name], onInput: onValue(set) }
}

// What a request can ask for. Each value is a preference.

const SPEEDS: readonly Option[] = [
  ['', 'as it comes'],
  ['delay=300', '300 ms'],
  ['delay=2000', '2 seconds'],
  ['delay=30000', '30 seconds, for timeouts'],
  ['delay=4g', '4G network'],
  ['delay=slow-3g', 'slow 3G network'],
]

const ERRORS: readonly Option[] = [
  ['code=400', '400 Bad Request'],
  ['code=401', '401 Unauthorized'],
  ['code=403', '403 Forbidden'],
  ['code=404', '404 Not Found'],
  ['code=429', '429 Too Many Requests'],
  ['code=500', '500 Internal Server Error'],
  ['code=503', '503 Service Unavailable'],
]

const FAULTS = Object.entries(faults).map(([fault, { name }]): Option => [`fault=${fault}`, name])

function MainFields() {
  return (
    <div class="fields">
      <Field label="As">
        <select {...bind('user')} value={userChoice.value}>
          <Options
            list={users.value.map(({ name, plants }) => [name, `${name} (${formatPlants(plants)})`])}
          />
          <option value="none">No token</option>
          <option value="unknown">Unknown token</option>
        </select>
      </Field>
      <Field label={health.value.contract.limitName}>
        <input type="text" list="limits" placeholder="not sent" {...bind('limit')} />
      </Field>
      <datalist id="limits">
        <Options list={['1', '0', '-1', 'ten', '2147483648'].map((each) => [each, each])} />
      </datalist>
      <Field label="Speed">
        <select {...bind('speed')}>
          <Options list={SPEEDS} />
        </select>
      </Field>
      <Field label="Response">
        <select {...bind('outcome')}>
          <OutcomeOptions />
        </select>
      </Field>
    </div>
  )
}

function OutcomeOptions() {
  const { examples } = health.value.contract
  const groups: Readonly<Record<string, readonly Option[]>> = {
    Errors: ERRORS,
    Connection: FAULTS,
    Scenarios: scenario.value.scenarios.map(({ name }) => [`scenario=${name}`, name]),
    'Examples of the contract': examples.map(({ name, status }) => [
      `example=${JSON.stringify(name)}`,
      `${name} (${status})`,
    ]),
  }
  return (
    <>
      <option value="">the usual one</option>
      {Object.entries(groups).map(([label, options]) => (
        <optgroup key={label} label={label}>
          <Options list={options} />
        </optgroup>
      ))}
    </>
  )
}

function MoreFields() {
  return (
    <div class="fields">
      <Field label="Session">
        <input type="text" list="session-names" placeholder="the user" {...bind('session')} />
      </Field>
      <Field label="More preferences">
        <input type="text" placeholder="rate=0.2, delay=300" {...bind('prefer')} />
      </Field>
    </div>
  )
}

/** The request in each language that the page offers. */
function AsCode() {
  return Object.entries(snippets).map(([language, write]) => (
    <div key={language}>
      <h3>{language}</h3>
      <Code what={`request as ${language}`}>{write(request.value)}</Code>
    </div>
  ))
}

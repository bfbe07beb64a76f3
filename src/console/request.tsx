import { computed, signal } from '@preact/signals'
import type { TargetedSubmitEvent } from 'preact'
import { FAULTS } from './journalRow.tsx'
import { Response, type Result, sendRequest } from './response.tsx'
import { type HttpRequest, snippets } from './snippets.ts'
import { baseUrl, health, scenario, served, users } from './state.ts'
import { Button, Code, Disclosure, Field, formatPlants, type Option, Options, onValue } from './ui.tsx'

const EMPTY = { user: '', limit: '', speed: '', outcome: '', session: '', prefer: '' }

const fields = signal(EMPTY)

/** The user whose token the request has: a user's name, `none` or `unknown`. */
const userChoice = computed(() => fields.value.user || users.value[0]?.name || '')

/** The request in the form. The page does not send empty fields. */
const request = computed((): HttpRequest => {
  const { limit, speed, outcome, prefer, session } = fields.value
  const { path, limitName } = health.value.contract
  const user = users.value.find(({ name }) => name === userChoice.value)
  const token = user?.token ?? (userChoice.value === 'unknown' ? 'unknown' : '')
  const query = limit === '' ? '' : `?${new URLSearchParams({ [limitName]: limit })}`
  const headers = {
    Authorization: token && `Bearer ${token}`,
    Prefer: [outcome, speed, prefer].filter(Boolean).join(', '),
    'X-Plant-Store-Session': session.trim(),
  }
  return { url: baseUrl.value + path + query, headers: Object.entries(headers).filter(([, text]) => text) }
})

/** The result that the page shows, and the mock's data when the page sent the request. */
const shown = signal<(Result & { served: string }) | undefined>(undefined)
/** Aborts the current request. Undefined if no request is under way. */
const pending = signal<AbortController | undefined>(undefined)

/** Shows the request builder and the response. */
export function Request() {
  const { title, tone, facts = [] } = shown.value ?? {}
  const isOld = shown.value !== undefined && shown.value.served !== served.value
  return (
    <section id="request" class="pane" aria-label="Request" tabIndex={-1}>
      <RequestForm />
      <section id="response" aria-label="Response">
        <p class="row" role="status">
          {title && <strong class={`status ${tone}`}>{title}</strong>}
          <span>{facts.join(' · ')}</span>
          {isOld && <span class="quiet">Out of date: the mock now serves different data.</span>}
        </p>
        {shown.value ? (
          <Response key={shown.value} {...shown.value} />
        ) : (
          <p class="empty">Send the request. The response and its rule appear here.</p>
        )}
      </section>
    </section>
  )
}

async function sendOrStop(event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> {
  event.preventDefault()
  if (pending.value) return pending.value.abort()
  pending.value = new AbortController()
  const then = served.value
  const result = await sendRequest(request.value, pending.value.signal)
  pending.value = undefined
  shown.value = { ...result, served: then }
}

function RequestForm() {
  const { url } = request.value
  return (
    <form id="request-form" autocomplete="off" onSubmit={sendOrStop}>
      <div class="line">
        <code id="target" class="box">
          GET <span class="wide-only">{baseUrl.value}</span>
          {url.slice(baseUrl.value.length)}
        </code>
        <button id="send" class="main" type="submit">
          {pending.value ? 'Stop' : 'Send'}
        </button>
      </div>
      <Fields />
      <div class="row">
        <Disclosure label="As code">
          {Object.entries(snippets).map(([language, write]) => (
            <Code key={language} what={`request as ${language}`}>
              {write(request.value)}
            </Code>
          ))}
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

function Fields() {
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
        <input type="text" placeholder="not sent" {...bind('limit')} />
      </Field>
      <Field label="Speed">
        <select {...bind('speed')}>
          <Options list={SPEEDS} />
        </select>
      </Field>
      <Field label="Response">
        <select {...bind('outcome')}>
          <Outcomes />
        </select>
      </Field>
      <Field label="Session">
        <input type="text" list="session-names" placeholder="the user" {...bind('session')} />
      </Field>
      <Field label="Prefer">
        <input type="text" placeholder="scenario=one, delay=300" {...bind('prefer')} />
      </Field>
    </div>
  )
}

// The choices for a response in the form. Each value is a preference for the header Prefer.

const SPEEDS: readonly Option[] = [
  ['', 'the usual delay'],
  ['delay=300', '300 ms'],
  ['delay=2000', '2 seconds'],
  ['delay=30000', '30 seconds, for timeouts'],
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

function Outcomes() {
  const groups: Readonly<Record<string, readonly Option[]>> = {
    Errors: ERRORS,
    Connection: Object.entries(FAULTS).map(([fault, { name }]) => [`fault=${fault}`, name]),
    Scenarios: scenario.value.scenarios.map(({ name }) => [`scenario=${name}`, name]),
  }
  return (
    <>
      <option value="">the usual response</option>
      {Object.entries(groups).map(([label, options]) => (
        <optgroup key={label} label={label}>
          <Options list={options} />
        </optgroup>
      ))}
    </>
  )
}

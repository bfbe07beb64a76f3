import { computed, signal, useSignal } from '@preact/signals'
import type { TargetedSubmitEvent } from 'preact'
import type { WireFault } from '../mock/scenarios/override.ts'
import { callControl, type Entry } from './api.ts'
import { errors, faults, speeds } from './faults.ts'
import { buildRequestUrl, type FormRequest, parsePreferences, snippets } from './formRequest.ts'
import { announce } from './notices.ts'
import { describeOutcome, Response } from './response.tsx'
import { type RequestOutcome, sendRequest } from './sendRequest.ts'
import { baseUrl, health, scenario, served, users } from './state.ts'
import { Code, Field, formatPlants, type Option, Options, onValue, Segments } from './ui.tsx'

const EMPTY = {
  user: '',
  token: '',
  limit: '',
  speed: '',
  outcome: '',
  scenario: '',
  session: '',
  prefer: '',
  sendsEmptyLimit: false,
}

const fields = signal(EMPTY)

/** The request that the form describes. */
const request = computed((): FormRequest => {
  const { token, limit, speed, outcome, prefer, session, sendsEmptyLimit } = fields.value
  const { path, limitName } = health.value.contract
  const user = users.value.find(({ name }) => chosenUser.value === `user:${name}`)
  return {
    base: baseUrl.value,
    path,
    limitName,
    user: user?.name,
    token: user?.token ?? (chosenUser.value === 'other' ? token : undefined),
    limit: limit === '' && !sendsEmptyLimit ? undefined : limit,
    preferences: [
      ...[outcome, speed, prefer].flatMap(parsePreferences),
      ...(fields.value.scenario === '' ? [] : [['scenario', fields.value.scenario] as const]),
    ],
    session: session.trim() || undefined,
  }
})

/** An option of the field for the user. At first, the first user. */
const chosenUser = computed(() => fields.value.user || userOptions.value[0]?.[0] || '')

const userOptions = computed((): Option[] => [
  ...users.value.map(({ name, plants }): Option => [`user:${name}`, `${name} (${formatPlants(plants)})`]),
  ['none', 'No token'],
  ['other', 'Other token'],
])

/** The response that is shown, and what the mock served when its request was sent. */
const shown = signal<{ outcome: RequestOutcome; fault: WireFault | undefined; served: string } | undefined>(
  undefined,
)
/** Stops the request that is being sent. */
const pending = signal<AbortController | undefined>(undefined)

/** The request builder and the response. */
export function Request() {
  const isOld = shown.value !== undefined && shown.value.served !== served.value
  return (
    <section id="request" class="pane" aria-labelledby="request-title" tabIndex={-1}>
      <h2 id="request-title" class="visually-hidden">
        Request
      </h2>
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
          <Response {...shown.value} />
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

async function sendOrStop(): Promise<void> {
  if (pending.value) return pending.value.abort()
  pending.value = new AbortController()
  const sent = request.value
  const then = served.value
  const outcome = await sendRequest(sent, pending.value.signal)
  const isBroken = outcome.kind === 'failed' || outcome.kind === 'incomplete'
  const fault = isBroken ? await findFault(sent) : undefined
  pending.value = undefined
  shown.value = { outcome, fault, served: then }
  announce(describeOutcome(outcome, fault))
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
    <form
      id="request-form"
      autocomplete="off"
      onSubmit={(event: TargetedSubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        void sendOrStop()
      }}
    >
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
        <MoreOptions />
        <AsCode />
        <button
          type="button"
          class="plain"
          onClick={() => {
            fields.value = EMPTY
          }}
        >
          Clear
        </button>
      </div>
    </form>
  )
}

type TextField = Exclude<keyof typeof EMPTY, 'sendsEmptyLimit'>

/** Binds an input or a select to a field. */
function bind(name: TextField) {
  return {
    id: name,
    value: fields.value[name],
    onInput: onValue((value) => {
      fields.value = { ...fields.value, [name]: value }
    }),
  }
}

function MainFields() {
  const { examples, limitName } = health.value.contract
  return (
    <div class="fields">
      <Field label="As">
        <select {...bind('user')} value={chosenUser.value}>
          <Options list={userOptions.value} />
        </select>
      </Field>
      {chosenUser.value === 'other' && (
        <Field label="Token">
          <input type="text" spellcheck={false} {...bind('token')} />
        </Field>
      )}
      <Field label={limitName}>
        <input type="text" list="limits" placeholder="not sent" spellcheck={false} {...bind('limit')} />
      </Field>
      <datalist id="limits">
        <Options list={['1', '0', '-1', 'ten', '2147483648'].map((each) => [each, each])} />
      </datalist>
      <Field label="Speed">
        <select {...bind('speed')}>
          <Options list={speeds} />
        </select>
      </Field>
      <Field label="Response">
        <select {...bind('outcome')}>
          <option value="">the usual one</option>
          <optgroup label="Errors">
            <Options list={errors} />
          </optgroup>
          <optgroup label="Connection">
            <Options list={faults} />
          </optgroup>
          <optgroup label="Examples of the contract">
            <Options
              list={examples.map(({ name, status }) => [
                `example=${JSON.stringify(name)}`,
                `${name} (${status})`,
              ])}
            />
          </optgroup>
        </select>
      </Field>
    </div>
  )
}

function MoreOptions() {
  const { scenario: chosen, session, prefer, sendsEmptyLimit, limit } = fields.value
  const count = [chosen, session, prefer, sendsEmptyLimit].filter(Boolean).length
  return (
    <details>
      <summary>More options {count > 0 && <span class="tag">{count} set</span>}</summary>
      <div class="fields">
        <Field label="Scenario, for this request">
          <select {...bind('scenario')}>
            <option value="">the current one</option>
            <Options list={scenario.value.scenarios.map(({ name }) => [name, name])} />
          </select>
        </Field>
        <Field label="Session">
          <input
            type="text"
            list="session-names"
            placeholder="the user"
            spellcheck={false}
            {...bind('session')}
          />
        </Field>
        <Field label="More preferences">
          <input type="text" spellcheck={false} placeholder="rate=0.2, dribble=5:1000" {...bind('prefer')} />
        </Field>
        <label class="check">
          <input
            type="checkbox"
            checked={sendsEmptyLimit}
            disabled={limit !== ''}
            onChange={({ currentTarget }) => {
              fields.value = { ...fields.value, sendsEmptyLimit: currentTarget.checked }
            }}
          />
          <span>send {health.value.contract.limitName} empty</span>
        </label>
      </div>
    </details>
  )
}

type Language = keyof typeof snippets

function AsCode() {
  const language = useSignal<Language>('curl')
  const { user, token } = request.value
  return (
    <details>
      <summary>As code</summary>
      <div class="stack">
        <Segments
          label="Request as code"
          options={Object.keys(snippets).map((name) => [name, name])}
          value={language.value}
          onChoose={(name) => {
            language.value = name as Language
          }}
        />
        <Code id="snippet" what="code">
          {snippets[language.value](request.value)}
        </Code>
        {language.value === 'URL' && (
          <p class="quiet">
            {user === undefined && token !== undefined
              ? 'This URL can’t include the token. Send it in an Authorization header.'
              : 'Use this URL where you can’t set headers: in a link, an image or the address bar.'}
          </p>
        )}
      </div>
    </details>
  )
}

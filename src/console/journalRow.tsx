import { useEffect, useState } from 'preact/hooks'
import { callControl, type Entry, type EntryDetails } from './api.ts'
import { Body } from './body.tsx'
import { faults, hasStatus } from './faults.ts'
import { quoteForShell } from './formRequest.ts'
import { messageOf } from './notices.ts'
import { users } from './state.ts'
import { CopyButton, Disclosure, formatBytes, formatDuration, type Pair, Pairs, Text, toneOf } from './ui.tsx'

/** A row of the journal. Opened, it shows the whole request and its response. */
export function JournalRow({ entry }: { entry: Entry }) {
  const [isOpen, setOpen] = useState(false)
  const { loggedDate, method, url, session, durationMs, bytes, hint, upstream } = entry
  const { status, tone, problem } = describeOutcome(entry)
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span class="time">{new Date(loggedDate).toLocaleTimeString('en-GB')}</span>
          <span class="result">
            <span class={`status ${tone}`}>{status}</span>
          </span>
          <span class="target">
            <b>{method}</b> <Text>{decode(url)}</Text>
          </span>
          <span class="why">
            {problem && <span class={`problem ${tone}`}>{problem}</span>} <Text>{explainEntry(entry)}</Text>{' '}
            {hint && <span class="tag warn">hint</span>}
            {upstream?.violations.length ? <span class="tag bad">violation</span> : ''}
          </span>
          <span class="who">
            <Text>{session}</Text>
          </span>
          <span class="took">{durationMs === undefined ? 'waiting' : formatDuration(durationMs)}</span>
          <span class="size">{status === '–' ? '–' : formatBytes(bytes)}</span>
        </summary>
        {isOpen && <Details entry={entry} />}
      </details>
    </li>
  )
}

/** Whether the client did not receive a whole response. */
export function isBroken({ fault, complete }: Entry): boolean {
  return fault !== undefined || complete === false
}

/** What the client received, and what broke in a few words and as a sentence. */
function describeOutcome({ status, fault, complete }: Entry) {
  if (fault !== undefined) {
    const { name, description } = faults[fault]
    const received = hasStatus(fault) ? String(status) : '–'
    return { status: received, tone: 'bad', problem: name.toLowerCase(), reason: `${description}.` }
  }
  if (complete === false) return { status: '–', tone: 'warn', problem: 'client left', reason: CLIENT_LEFT }
  if (complete === undefined) return { status: '…', tone: '', problem: '' }
  return { status: String(status), tone: toneOf(status), problem: '' }
}

const CLIENT_LEFT =
  'The client aborted the request, or disconnected before the response was complete. In development, React’s StrictMode runs effects twice and aborts the first request.'

/** Without percent-encoding, if possible. */
function decode(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}

/** The preferences or the rule behind a response. A fault has a name of its own in the row. */
function explainEntry({ rule, scenario, applied, linked }: Entry): string {
  if (applied.length > 0) {
    const asked = applied.filter((preference) => !preference.startsWith('fault=')).join(', ')
    return linked ? `${asked} in the page’s address` : asked
  }
  return rule === 'fixtures' && scenario !== 'normal' ? `scenario ${scenario}` : rule
}

/** What a row leaves out. */
function Details({ entry }: { entry: Entry }) {
  const { loggedDate, upstream, rule, user, scenario, hint, delayMs, headers } = entry
  const violations = (upstream?.violations ?? []).map((violation): Pair => ['Violation', violation])
  return (
    <div class="entry stack">
      <Pairs
        pairs={[
          ['Problem', describeOutcome(entry).reason],
          ['Hint', hint],
          ['Received', new Date(loggedDate).toLocaleString('en-GB') + loggedDate.slice(19, 23)],
          ['Rule', rule],
          ['Scenario', scenario],
          ['User', user],
          ...violations,
          ['Service', upstream && describeService(upstream)],
          ['Delay', delayMs ? formatDuration(delayMs) : undefined],
        ]}
      />
      <p>
        <CopyButton what="request" text={toCurl(entry)} label="Copy as curl" />
      </p>
      <Disclosure label="Request headers">
        <Pairs pairs={Object.entries(headers)} />
      </Disclosure>
      <EntryResponse entry={entry} />
    </div>
  )
}

/** What the service behind the mock returned. */
function describeService({ status, durationMs, problem }: NonNullable<Entry['upstream']>): string {
  const time = formatDuration(durationMs)
  return status === undefined ? `${problem} after ${time}` : `returned ${status} after ${time}`
}

/** The response as the mock made it. The mock keeps 500 of them, and the start of a long body. */
function EntryResponse({ entry: { id, loggedDate, bytes } }: { entry: Entry }) {
  const [response, setResponse] = useState<EntryDetails['response'] | undefined>(undefined)
  const [note, setNote] = useState('')
  const load = async (): Promise<void> => {
    const details = await callControl<EntryDetails>('GET', `/requests/${id}`)
    if (details.loggedDate === loggedDate) setResponse(details.response)
    else setNote('The mock no longer has the response.')
  }
  useEffect(() => void load().catch((error) => setNote(messageOf(error))), [])
  if (response === undefined) return <p class="quiet">{note}</p>
  const kept = new TextEncoder().encode(response.body).byteLength
  return (
    <>
      <Disclosure label="Response headers">
        <Pairs pairs={Object.entries(response.headers)} />
      </Disclosure>
      {kept < bytes && (
        <p class="quiet">
          The journal keeps the first {formatBytes(kept)} of {formatBytes(bytes)}.
        </p>
      )}
      <Body body={response.body} />
    </>
  )
}

/** Headers that every client adds itself. */
const OF_CLIENT =
  /^(?:host|connection|user-agent|accept-encoding|accept-language|origin|referer|cookie|cache-control|pragma|content-.*|sec-.*|dnt|priority|upgrade-insecure-requests|x-forwarded-.*)$/

/** The request of an entry as a curl command, with the token of its user. Other tokens are masked, so the shell has to know them. */
function toCurl({ method, url, headers, user }: Entry): string {
  const token = users.value.find(({ name }) => name === user)?.token
  const options = Object.entries(headers).flatMap(([name, value]) => {
    if (name === 'authorization' && token === undefined)
      return [`-H "Authorization: ${value.replace('***', '$TOKEN')}"`]
    if (name === 'authorization')
      return [`-H ${quoteForShell(`Authorization: ${value.replace('***', token ?? '')}`)}`]
    const isUsual = OF_CLIENT.test(name) || value === '***' || value === '*/*'
    return isUsual ? [] : [`-H ${quoteForShell(`${name}: ${value}`)}`]
  })
  if (method === 'HEAD') options.unshift('-I')
  else if (method !== 'GET') options.unshift(`-X ${quoteForShell(method)}`)
  return ['curl -si', ...options, quoteForShell(location.origin + url)].join(' ')
}

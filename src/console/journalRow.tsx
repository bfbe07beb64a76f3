import { useEffect, useState } from 'preact/hooks'
import type { WireFault } from '../mock/scenarios/override.ts'
import { callControl, type Entry, type EntryDetails } from './api.ts'
import { ResponseBody } from './body.tsx'
import { messageOf } from './notices.ts'
import { toCurl } from './snippets.ts'
import { users } from './state.ts'
import { CopyButton, Disclosure, formatBytes, formatDuration, type Pair, Pairs, Text, toneOf } from './ui.tsx'

/** Shows a row of the journal. An expanded row also shows the headers of the request, and the response. */
export function JournalRow({ entry }: { entry: Entry }) {
  const { loggedDate, method, url, session, durationMs, bytes, hint, upstream } = entry
  const { status, tone, problem } = describeOutcome(entry)
  return (
    <li>
      <Disclosure
        label={
          <>
            <span>
              <b class={`status ${tone}`}>{status}</b>
            </span>
            <span class="target">
              {method} <Text>{decode(url)}</Text>
            </span>
            <span class="took">{durationMs === undefined ? 'waiting' : formatDuration(durationMs)}</span>
            <span class="time">{new Date(loggedDate).toLocaleTimeString('en-GB')}</span>
            <span class="why">
              {problem && <span class={`tag ${tone}`}>{problem}</span>}{' '}
              <Text>{`${explainEntry(entry)} · ${session}`}</Text>{' '}
              {hint && <span class="tag warn">hint</span>}
              {upstream?.violations.length ? <span class="tag bad">violation</span> : ''}
            </span>
            <span class="size">{status === '–' ? '–' : formatBytes(bytes)}</span>
          </>
        }
      >
        <Details entry={entry} />
      </Disclosure>
    </li>
  )
}

/** Whether the client did not receive a complete response. */
export function isBroken({ fault, complete }: Entry): boolean {
  return fault !== undefined || complete === false
}

/** The short name of each fault, and a sentence about it, because browsers do not report the reason. */
export const FAULTS: Readonly<Record<WireFault, { name: string; reason: string }>> = {
  CONNECTION_RESET_BY_PEER: { name: 'connection reset', reason: 'The connection was reset.' },
  EMPTY_RESPONSE: { name: 'no response', reason: 'The connection closed before any data was sent.' },
  TRUNCATED_BODY: { name: 'half a body', reason: 'The connection closed before the body was complete.' },
}

const WITHOUT_STATUS: readonly WireFault[] = ['CONNECTION_RESET_BY_PEER', 'EMPTY_RESPONSE']

const CLIENT_LEFT =
  'The client aborted the request, or disconnected before the end of the response. In development, React’s StrictMode runs effects twice, so a component may abort its first request.'

/** Describes in a few words the response that the client received, and in a sentence the reason for a problem. */
function describeOutcome({ status, fault, complete }: Entry) {
  if (fault !== undefined) {
    const { name, reason } = FAULTS[fault]
    const received = WITHOUT_STATUS.includes(fault) ? '–' : String(status)
    return { status: received, tone: 'bad', problem: name, reason }
  }
  if (complete === false) return { status: '–', tone: 'warn', problem: 'client left', reason: CLIENT_LEFT }
  if (complete === undefined) return { status: '…', tone: '', problem: '' }
  return { status: String(status), tone: toneOf(status), problem: '' }
}

/** Returns the URL without percent-encoding, if possible. */
function decode(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}

/** Returns the preferences that the request sent, or the rule of the response. Omits faults, which the row shows separately. */
function explainEntry({ rule, scenario, applied, linked }: Entry): string {
  if (applied.length > 0) {
    const asked = applied.filter((preference) => !preference.startsWith('fault=')).join(', ')
    return linked ? `${asked} in the page’s address` : asked
  }
  return rule === 'fixtures' && scenario !== 'normal' ? `scenario ${scenario}` : rule
}

/** Loads and shows the details of an entry. The mock keeps only 500 responses, and only the start of a long body. */
function Details({ entry }: { entry: Entry }) {
  const { id, loggedDate, upstream, rule, user, scenario, hint, delayMs, headers, bytes } = entry
  const [response, setResponse] = useState<EntryDetails['response'] | undefined>(undefined)
  const [note, setNote] = useState('')
  const load = async (): Promise<void> => {
    const details = await callControl<EntryDetails>('GET', `/requests/${id}`)
    if (details.loggedDate === loggedDate) setResponse(details.response)
    else setNote('The mock has already deleted this response.')
  }
  useEffect(() => void load().catch((error) => setNote(messageOf(error))), [])
  const kept = new TextEncoder().encode(response?.body).byteLength
  const cut = `The journal contains only the first ${formatBytes(kept)} of ${formatBytes(bytes)}.`
  return (
    <>
      <Pairs
        pairs={[
          ['Problem', describeOutcome(entry).reason],
          ['Hint', hint],
          ['Received', new Date(loggedDate).toLocaleString('en-GB') + loggedDate.slice(19, 23)],
          ['Rule', rule],
          ['Scenario', scenario],
          ['User', user],
          ...(upstream?.violations ?? []).map((violation): Pair => ['Violation', violation]),
          ['Service', upstream && describeService(upstream)],
          ['Delay', delayMs ? formatDuration(delayMs) : undefined],
        ]}
      />
      <CopyButton what="request" text={formatCurl(entry)} label="Copy as curl" />
      <Disclosure label="Request headers">
        <Pairs pairs={Object.entries(headers)} />
      </Disclosure>
      <Disclosure label="Response headers">
        <Pairs pairs={Object.entries(response?.headers ?? {})} />
      </Disclosure>
      <p class="quiet">{response && kept < bytes ? cut : note}</p>
      {response && <ResponseBody body={response.body} />}
    </>
  )
}

/** Describes the response of the service behind the mock. */
function describeService({ status, durationMs, problem }: NonNullable<Entry['upstream']>): string {
  const time = formatDuration(durationMs)
  return status === undefined ? `${problem} after ${time}` : `returned ${status} after ${time}`
}

/** Headers that clients add themselves. */
const OF_CLIENT =
  /^(?:host|connection|user-agent|accept-encoding|accept-language|origin|referer|cookie|cache-control|pragma|content-.*|sec-.*|dnt|priority|upgrade-insecure-requests|x-forwarded-.*)$/

/** Formats the request of an entry as a curl command, with the user's token. Other tokens are replaced with `TOKEN`. */
function formatCurl({ method, url, headers, user }: Entry): string {
  const token = users.value.find(({ name }) => name === user)?.token ?? 'TOKEN'
  const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (name === 'authorization') return [['Authorization', value.replace('***', token)]]
    const isUsual = OF_CLIENT.test(name) || value === '***' || value === '*/*'
    return isUsual ? [] : [[name, value]]
  })
  return toCurl({ url: location.origin + url, headers: sent }, method)
}

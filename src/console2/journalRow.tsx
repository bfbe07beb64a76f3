import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { callControl, type Entry, type EntryDetails } from './api.ts'
import { Body } from './body.tsx'
import { quoteForShell } from './formRequest.ts'
import { announce, attempt, messageOf } from './notices.ts'
import { describeOutcome, isBroken } from './outcome.ts'
import { users } from './state.ts'
import { CopyButton, formatBytes, formatDuration, Pairs, Tabs, Text } from './ui.tsx'

/** A row of the journal. Opened, it shows the whole request and its response. */
export function JournalRow({ entry }: { entry: Entry }) {
  const isOpen = useSignal(false)
  return (
    <li>
      <details
        onToggle={({ currentTarget }) => {
          isOpen.value = currentTarget.open
        }}
      >
        <Summary entry={entry} />
        {isOpen.value && <Details entry={entry} />}
      </details>
    </li>
  )
}

function Summary({ entry }: { entry: Entry }) {
  const { loggedDate, method, url, session, durationMs, bytes, hint, upstream } = entry
  const { status, problem, kind, title } = describeOutcome(entry)
  const violations = upstream?.violations.length ?? 0
  return (
    <summary>
      <span class="time">{new Date(loggedDate).toLocaleTimeString('en-GB')}</span>
      <span class="result">
        <span class={kind} title={title || undefined}>
          {status}
        </span>
      </span>
      <span class="target">
        <b>{method}</b> <Text>{decode(url)}</Text>
      </span>
      <span class="why">
        {problem !== '' && <span class={kind.replace('status', 'problem')}>{problem} </span>}
        <Text>{explainEntry(entry)}</Text>
        {hint && <span class="tag warn">hint</span>}
        {violations > 0 && (
          <span class="tag bad">{violations === 1 ? 'violation' : `${violations} violations`}</span>
        )}
      </span>
      <span class="who">
        <Text>{session}</Text>
      </span>
      <span class="took">{durationMs === undefined ? 'waiting' : formatDuration(durationMs)}</span>
      <span class="size">{status === '–' ? '–' : formatBytes(bytes)}</span>
    </summary>
  )
}

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
  const { loggedDate, upstream, rule, session, user, scenario, hint, delayMs } = entry
  return (
    <div class="entry stack">
      <p class="actions">
        <CopyButton what="request as curl" text={() => toCurl(entry)} label="Copy as curl" />
        <button type="button" class="copy" onClick={() => attempt(() => sendAgain(entry))}>
          Send again
        </button>
      </p>
      <Pairs
        pairs={[
          ['Problem', describeOutcome(entry).title],
          ['Hint', hint],
          ['Received', new Date(loggedDate).toLocaleString('en-GB') + loggedDate.slice(19, 23)],
          ['Rule', explainEntry(entry) === rule ? undefined : rule],
          ['Scenario', rule.endsWith(` ${scenario}`) ? undefined : scenario],
          ['User', user === session ? undefined : user],
          ...(upstream?.violations ?? []).map((violation) => ['Violation', violation] as const),
          ['Service', upstream && describeService(upstream)],
          ['Delay', delayMs ? formatDuration(delayMs) : undefined],
        ]}
      />
      <EntryResponse entry={entry} />
    </div>
  )
}

/** What the service behind the mock returned. */
function describeService({ status, durationMs, problem }: NonNullable<Entry['upstream']>): string {
  const time = formatDuration(durationMs)
  return status === undefined ? `${problem} after ${time}` : `returned ${status} after ${time}`
}

/** The response as the mock made it, which it keeps of 500 requests. */
function EntryResponse({ entry }: { entry: Entry }) {
  const response = useSignal<EntryDetails['response'] | undefined>(undefined)
  const note = useSignal('')
  const load = async (): Promise<void> => {
    try {
      const details = await callControl<EntryDetails>('GET', `/requests/${entry.id}`)
      if (details.loggedDate === entry.loggedDate) response.value = details.response
      else note.value = 'The mock no longer has the response.'
    } catch (error) {
      note.value = `The response cannot be shown: ${messageOf(error)}.`
    }
  }
  useEffect(() => void load(), [])
  if (response.value === undefined) return <p class="quiet">{note}</p>
  const { body, headers } = response.value
  return (
    <Tabs
      label="Request and response"
      tabs={[
        { label: 'Body', content: () => <BodyStart body={body} bytes={entry.bytes} /> },
        { label: 'Response headers', content: () => <Pairs pairs={Object.entries(headers)} /> },
        { label: 'Request headers', content: () => <Pairs pairs={Object.entries(entry.headers)} /> },
      ]}
    >
      {isBroken(entry) && (
        <p class="quiet">The response as the mock made it. The client did not receive all of it.</p>
      )}
    </Tabs>
  )
}

function BodyStart({ body, bytes }: { body: string; bytes: number }) {
  const kept = new TextEncoder().encode(body).byteLength
  return (
    <>
      {kept < bytes && (
        <p class="quiet">
          The journal keeps the first {formatBytes(kept)} of {formatBytes(bytes)}.
        </p>
      )}
      <Body body={body} />
    </>
  )
}

/** The request of an entry as a curl command, with the token of its user. Other tokens are masked, so the shell has to know them. */
function toCurl(entry: Entry): string {
  const headers = listHeaders(entry, '$TOKEN').map(([name, value]) => {
    const header = quoteForShell(`${name}: ${value}`)
    return ` -H ${value.endsWith('$TOKEN') ? header.replaceAll("'", '"') : header}`
  })
  const method =
    entry.method === 'GET' ? '' : entry.method === 'HEAD' ? ' -I' : ` -X ${quoteForShell(entry.method)}`
  return `curl -si${method}${headers.join('')} ${quoteForShell(location.origin + entry.url)}`
}

/** Sends the request of an entry once more. The journal shows what comes of it. Rejects if the browser refuses to send it. */
async function sendAgain(entry: Entry): Promise<void> {
  const request = new Request(entry.url, {
    method: entry.method,
    headers: listHeaders(entry, 'masked'),
    cache: 'no-store',
    credentials: 'omit',
  })
  announce('Sent again.')
  try {
    await (await fetch(request)).arrayBuffer()
  } catch {
    // A fault broke the response, which the journal shows.
  }
}

/** Headers that every client adds itself. */
const OF_CLIENT =
  /^(?:host|connection|user-agent|accept-encoding|accept-language|origin|referer|cookie|cache-control|pragma|content-.*|sec-.*|dnt|priority|upgrade-insecure-requests|x-forwarded-.*)$/

function listHeaders({ headers, user }: Entry, placeholder: string): [name: string, value: string][] {
  const token = users.value.find(({ name }) => name === user)?.token ?? placeholder
  return Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (name === 'authorization') return [['Authorization', value.replace('***', token)]]
    const isUsual = OF_CLIENT.test(name) || value === '***' || value === '*/*'
    return isUsual ? [] : [[name, value]]
  })
}

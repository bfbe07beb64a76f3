import { callControl } from '../control.ts'
import { messageOf } from '../messageOf.ts'
import { renderBody } from '../request/renderBody.ts'
import type { Entry, EntryDetails } from '../types.ts'
import { createCopyButton } from '../ui/createCopyButton.ts'
import { createTabs } from '../ui/createTabs.ts'
import { button, element } from '../ui/element.ts'
import { formatBytes, formatDuration } from '../ui/format.ts'
import { notifyOnError } from '../ui/notifyOnError.ts'
import { renderPairs } from '../ui/renderPairs.ts'
import { sendAgain, toCurl } from './entryRequest.ts'
import { explainEntry } from './explainEntry.ts'
import { describeOutcome, isBroken } from './outcome.ts'

/** Renders what a row leaves out. The response is loaded from the mock. */
export function renderEntryDetails(entry: Entry): HTMLElement {
  const { loggedDate, upstream, rule, session, user, scenario, hint, delayMs } = entry
  const response = element('div', { class: 'stack' })
  void showResponse(entry, response)
  return element(
    'div',
    { class: 'entry stack' },
    element(
      'p',
      { class: 'actions' },
      createCopyButton('request as curl', () => toCurl(entry), 'Copy as curl'),
      button('Send again', () => notifyOnError(() => sendAgain(entry)), { class: 'copy' }),
    ),
    renderPairs([
      ['Problem', describeOutcome(entry).title],
      ['Hint', hint],
      ['Received', formatReceived(loggedDate)],
      ['Rule', explainEntry(entry) === rule ? undefined : rule],
      ['Scenario', rule.endsWith(` ${scenario}`) ? undefined : scenario],
      ['User', user === session ? undefined : user],
      ...(upstream?.violations ?? []).map((violation) => ['Violation', violation] as const),
      ['Service', upstream && describeService(upstream)],
      ['Delay', delayMs ? formatDuration(delayMs) : undefined],
    ]),
    response,
  )
}

/** What the service behind the mock returned. */
function describeService({ status, durationMs, problem }: NonNullable<Entry['upstream']>): string {
  const time = formatDuration(durationMs)
  return status === undefined ? `${problem} after ${time}` : `returned ${status} after ${time}`
}

function formatReceived(date: string): string {
  return new Date(date)
    .toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
    .concat(date.slice(19, 23))
}

async function showResponse(entry: Entry, place: HTMLElement): Promise<void> {
  const details = await loadDetails(entry)
  if (typeof details === 'string') {
    place.replaceChildren(element('p', { class: 'quiet' }, details))
    return
  }
  const { body, headers } = details.response
  const { list, panel } = createTabs('Request and response', [
    { label: 'Body', render: () => renderStart(body, entry.bytes) },
    { label: 'Response headers', render: () => renderPairs(Object.entries(headers)) },
    { label: 'Request headers', render: () => renderPairs(Object.entries(entry.headers)) },
  ])
  const note = isBroken(entry)
    ? [
        element(
          'p',
          { class: 'quiet' },
          'The response as the mock made it. The client did not receive all of it.',
        ),
      ]
    : []
  place.replaceChildren(list, ...note, panel)
}

/** Returns why the details are missing, if they are: the mock keeps 500 requests. */
async function loadDetails({ id, loggedDate }: Entry): Promise<EntryDetails | string> {
  try {
    const details = await callControl<EntryDetails>('GET', `/requests/${id}`)
    return details.loggedDate === loggedDate ? details : 'The mock no longer has the response.'
  } catch (error) {
    return `The response cannot be shown: ${messageOf(error)}.`
  }
}

function renderStart(body: string, bytes: number): HTMLElement {
  const kept = new TextEncoder().encode(body).byteLength
  if (kept >= bytes) return renderBody(body)
  const note = `The journal keeps the first ${formatBytes(kept)} of ${formatBytes(bytes)}.`
  return element('div', { class: 'stack' }, element('p', { class: 'quiet' }, note), renderBody(body))
}

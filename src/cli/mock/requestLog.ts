import { styleText } from 'node:util'
import type { Entry } from '../../mock/control/entry.ts'
import type { MockEvent } from '../../mock/core.ts'
import type { WireFault } from '../../mock/scenarios/effects.ts'
import { visible } from '../../reporters/text/visible.ts'

/** How requests are logged: a line for people, a line of JSON, or not at all. */
export const logFormats = ['pretty', 'json', 'silent'] as const
export type LogFormat = (typeof logFormats)[number]

/** Makes lines, without their line breaks, of what happens to a mock; undefined where there is nothing to say. */
export function requestLog(format: LogFormat): (event: MockEvent) => string | undefined {
  let told: string | undefined
  return (event) => {
    if (event.type === 'reload-failed') {
      const line = failure(event)
      // Editors save in several steps, and more than once.
      if (line === told) return undefined
      told = line
      return line
    }
    if (event.type === 'reload') told = undefined
    if (format === 'silent') return undefined
    return format === 'json' ? JSON.stringify(event.type === 'request' ? event.entry : event) : pretty(event)
  }
}

function pretty(event: MockEvent): string {
  switch (event.type) {
    case 'request':
      return request(event.entry)
    case 'scenario':
      return plain(
        `scenario ${event.scenario}${event.session === undefined ? '' : ` for the session ${event.session}`}`,
      )
    case 'reload':
      return plain(`reloaded after a change of ${event.files.join(', ')}`)
    default:
      return event.type
  }
}

/** Faults after which no status came to the client. */
const UNANSWERED = new Set<WireFault | undefined>([
  'EMPTY_RESPONSE',
  'CONNECTION_RESET_BY_PEER',
  'RANDOM_DATA_THEN_CLOSE',
])

function request(entry: Entry): string {
  const { loggedDate, method, url, status, rule, session, delayMs, fault, hint } = entry
  const isAnswered = !UNANSWERED.has(fault)
  const colour = !isAnswered || status >= 500 ? 'red' : status < 400 ? 'green' : 'yellow'
  const more = [rule, session, delayMs > 0 ? `after ${delayMs} ms` : '', fault ?? '', hint ?? '']
  return [
    styleText('dim', loggedDate.slice(11, 23)),
    styleText(colour, isAnswered ? String(status) : '---', { stream: process.stderr }),
    plain(method),
    plain(url),
    styleText('dim', plain(`· ${more.filter(Boolean).join(' · ')}`)),
  ].join(' ')
}

/** Text on one line, which cannot begin another, move the cursor or recolour what stands before it. */
function plain(text: string): string {
  return visible(text).replaceAll('\n', '\\n')
}

/** Told in every format: whoever saved it waits for it to be served. */
function failure({ file, line, message }: Extract<MockEvent, { type: 'reload-failed' }>): string {
  const place = line === undefined ? file : `${file}:${line}`
  return plain(`plant-store: ${place}: ${message}; still serving the last good fixtures`)
}

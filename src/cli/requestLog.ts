import { styleText } from 'node:util'
import type { Entry } from '../server/control/journal.ts'
import type { MockEvent } from '../server/core.ts'

/** How requests are logged: a line for people, a line of JSON, or not at all. */
export const logFormats = ['pretty', 'json', 'silent'] as const
export type LogFormat = (typeof logFormats)[number]

/** The line for something that happened to a mock, without its line break; undefined where there is nothing to say. */
export function logLine(event: MockEvent, format: LogFormat): string | undefined {
  if (event.type === 'reload-failed') return failure(event)
  if (format === 'silent') return undefined
  if (format === 'json') return JSON.stringify(event.type === 'request' ? event.entry : event)
  switch (event.type) {
    case 'request':
      return pretty(event.entry)
    case 'scenario':
      return `scenario ${event.scenario}${event.session === undefined ? '' : ` for the session ${event.session}`}`
    case 'reload':
      return `reloaded after a change of ${event.files.join(', ')}`
    default:
      return event.type
  }
}

function pretty(entry: Entry): string {
  const { loggedDate, method, url, status, rule, session, delayMs, fault, hint } = entry
  const colour = status < 400 ? 'green' : status < 500 ? 'yellow' : 'red'
  const more = [rule, session, delayMs > 0 ? `after ${delayMs} ms` : '', fault ?? '', hint ?? '']
  return [
    styleText('dim', loggedDate.slice(11, 23)),
    styleText(colour, String(status), { stream: process.stderr }),
    method,
    url,
    styleText('dim', `· ${more.filter(Boolean).join(' · ')}`),
  ].join(' ')
}

/** Told in every format: whoever saved it waits for it to be served. */
function failure({ file, line, message }: Extract<MockEvent, { type: 'reload-failed' }>): string {
  const place = line === undefined ? file : `${file}:${line}`
  return `plant-store: ${place}: ${message}; what was served before still is`
}

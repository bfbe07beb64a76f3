import { styleText } from 'node:util'
import type { Entry } from '../mock/control/journal.ts'
import type { MockEvent } from '../mock/mockEvent.ts'
import { NO_STATUS } from '../mock/scenarios/override.ts'
import { escapeJson, escapeLine } from '../report/text/escapeText.ts'
import type { logFormats } from './values.ts'

/** The events that every log format logs. */
export const silentTypes: readonly MockEvent['type'][] = ['reload-failed', 'record-failed']

/** Formats an event of the mock as one line, without a newline. Returns undefined for events that the log omits. */
export function formatEvent(event: MockEvent, format: (typeof logFormats)[number]): string | undefined {
  const { type, ...details } = event
  if (event.type === 'reload-failed' || event.type === 'record-failed') return formatFailure(event)
  // Omit responses, because the log already has a line for each request.
  if (event.type === 'response') return undefined
  const hasViolations = event.type === 'request' && event.entry.upstream?.violations.length
  if (format === 'silent') return hasViolations ? formatRequest(event.entry) : undefined
  if (format === 'json') return escapeJson(JSON.stringify(event.type === 'request' ? event.entry : event))
  if (event.type === 'request') return formatRequest(event.entry)
  const texts = Object.values(details).map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
  return escapeLine([type, ...texts].join(' '))
}

function formatRequest(entry: Entry): string {
  const { loggedDate, method, url, status, rule, session, delayMs, fault, hint, linked, upstream } = entry
  const violations = upstream?.violations ?? []
  const hasStatus = !NO_STATUS.has(fault)
  const color = !hasStatus || status >= 500 ? 'red' : status < 400 ? 'green' : 'yellow'
  const link = linked ? "from the page's address" : ''
  const more = [rule, link, session, delayMs > 0 ? `after ${delayMs} ms` : '', fault ?? '', hint ?? '']
  return [
    style('dim', loggedDate.slice(11, 23)),
    style(color, hasStatus ? String(status) : '---'),
    escapeLine(method),
    escapeLine(url),
    style('dim', escapeLine(`· ${more.filter(Boolean).join(' · ')}`)),
    ...violations.map((each) => style('red', escapeLine(`· violation: ${each}`))),
  ].join(' ')
}

/** Adds colours if standard error, where the log goes, supports colours. */
function style(name: Parameters<typeof styleText>[0], text: string): string {
  return styleText(name, text, { stream: process.stderr })
}

/** Formats a failure. All log formats include failures, because users expect the mock to serve changed data and to record plants. */
function formatFailure(event: Extract<MockEvent, { type: 'reload-failed' | 'record-failed' }>): string {
  const { type, file, message } = event
  const place = 'line' in event ? `${file}:${event.line}` : file
  const end = type === 'reload-failed' ? '; still serving the last valid fixtures' : ''
  return escapeLine(`plant-store-kit: ${place}: ${message}${end}`)
}

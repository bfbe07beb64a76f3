import type { Entry } from '../types.ts'
import { element } from '../ui/element.ts'
import { formatBytes, formatDuration } from '../ui/format.ts'
import { renderText } from '../ui/renderText.ts'
import { explainEntry } from './explainEntry.ts'
import { describeOutcome } from './outcome.ts'
import { renderEntryDetails } from './renderEntryDetails.ts'

/** Creates a row of the journal. Opened, it shows the whole request and its response. */
export function renderJournalRow(entry: Entry): HTMLElement {
  const row = element('details', {}, element('summary', {}, ...renderSummary(entry)))
  // Created on first use, because most rows are never opened.
  row.addEventListener('toggle', () => row.append(renderEntryDetails(entry)), { once: true })
  return element('li', {}, row)
}

/** Shows what has changed about a request: how its response ended. */
export function updateJournalRow(row: HTMLElement, entry: Entry): void {
  row.querySelector('summary')?.replaceChildren(...renderSummary(entry))
}

function renderSummary(entry: Entry): HTMLElement[] {
  const { method, url, session, durationMs, bytes, hint } = entry
  const violations = entry.upstream?.violations.length ?? 0
  const { status, problem, kind, title } = describeOutcome(entry)
  const isSent = durationMs !== undefined
  return [
    element('span', { class: 'time' }, formatTime(entry.loggedDate)),
    element('span', { class: 'result' }, element('span', { class: kind, title: title || undefined }, status)),
    element('span', { class: 'target' }, element('b', {}, method), ' ', ...renderText(decode(url))),
    element(
      'span',
      { class: 'why' },
      ...(problem === ''
        ? []
        : [element('span', { class: kind.replace('status', 'problem') }, problem), ' ']),
      ...renderText(explainEntry(entry)),
      ...(hint ? [' ', element('span', { class: 'tag warn' }, 'hint')] : []),
      ...(violations > 0
        ? [
            ' ',
            element(
              'span',
              { class: 'tag bad' },
              violations === 1 ? 'violation' : `${violations} violations`,
            ),
          ]
        : []),
    ),
    element('span', { class: 'who' }, ...renderText(session)),
    element('span', { class: 'took' }, isSent ? formatDuration(durationMs) : 'waiting'),
    element('span', { class: 'size' }, status === '–' ? '–' : formatBytes(bytes)),
  ]
}

function formatTime(date: string): string {
  return new Date(date).toLocaleTimeString('en-GB')
}

/** Without percent-encoding, if possible. `renderText` takes care of invisible characters. */
function decode(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}

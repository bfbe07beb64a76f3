import { hasStatus } from '../request/faults.ts'
import type { Entry } from '../types.ts'
import { element } from '../ui/element.ts'
import { formatDuration } from '../ui/formatDuration.ts'
import { renderText } from '../ui/renderText.ts'
import { statusClass } from '../ui/statusClass.ts'

/** Creates a row of the journal. Opened, it shows all details of the request. */
export function renderJournalRow(entry: Entry): HTMLElement {
  const { method, url, rule, matched } = entry
  const row = element(
    'details',
    { 'data-matched': String(matched) },
    element(
      'summary',
      {},
      element('span', { class: 'time' }, formatTime(entry.loggedDate)),
      renderStatus(entry),
      element('span', { class: 'target' }, element('b', {}, method), ' ', ...renderText(decode(url))),
      element('span', { class: 'tags' }, ...renderTags(entry)),
      element('span', { class: 'rule quiet' }, rule),
    ),
  )
  // Created on first use, because most rows are never opened.
  row.addEventListener('toggle', () => row.append(renderDetails(entry)), { once: true })
  return element('li', {}, row)
}

function renderStatus({ status, fault }: Entry): HTMLElement {
  if (fault === undefined || hasStatus(fault))
    return element('span', { class: statusClass(status) }, String(status))
  return element('span', { class: 'status bad', title: 'no status received' }, '–')
}

function formatTime(date: string): string {
  const time = new Date(date)
  const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0')
  return `${pad(time.getHours())}:${pad(time.getMinutes())}:${pad(time.getSeconds())}.${pad(time.getMilliseconds(), 3)}`
}

/** Without percent-encoding, if possible. `renderText` takes care of invisible characters. */
function decode(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}

function renderTags({ scenario, delayMs, fault, hint, session }: Entry): HTMLElement[] {
  const tag = (text: string, kind = ''): HTMLElement =>
    element('span', { class: `tag ${kind}`.trim() }, ...renderText(text))
  return [
    ...(fault ? [tag(fault, 'bad')] : []),
    ...(hint ? [tag('hint', 'warn')] : []),
    ...(scenario !== 'normal' ? [tag(scenario)] : []),
    ...(delayMs > 0 ? [tag(`+${formatDuration(delayMs)}`)] : []),
    tag(session, 'session'),
  ]
}

function renderDetails(entry: Entry): HTMLElement {
  const pairs: [string, string | undefined][] = [
    ['Hint', entry.hint],
    ['Rule', entry.rule],
    ['URL', entry.url],
    ['Session', entry.session],
    ['Scenario', entry.scenario],
    ['Preferences', entry.applied.join(', ')],
    ['Fault', entry.fault],
    ['Delay', entry.delayMs ? formatDuration(entry.delayMs) : undefined],
    ['Received', entry.loggedDate],
    ...Object.entries(entry.headers),
  ]
  const rows = pairs.flatMap(([name, value]) =>
    value ? [element('div', {}, element('dt', {}, name), element('dd', {}, ...renderText(value)))] : [],
  )
  return element('dl', { class: 'pairs' }, ...rows)
}

import { leavesStatus } from '../request/faults.ts'
import type { Entry } from '../types.ts'
import { duration } from '../ui/duration.ts'
import { element } from '../ui/element.ts'
import { statusClass } from '../ui/statusClass.ts'
import { visible } from '../ui/visible.ts'

/** A line of the journal, which opens to all that is known of the request. */
export function journalRow(entry: Entry): HTMLElement {
  const { method, url, rule, matched } = entry
  const row = element(
    'details',
    { 'data-matched': String(matched) },
    element(
      'summary',
      {},
      element('span', { class: 'time' }, clock(entry.loggedDate)),
      statusOf(entry),
      element('span', { class: 'ask' }, element('b', {}, method), ' ', ...visible(readable(url))),
      element('span', { class: 'tags' }, ...tags(entry)),
      element('span', { class: 'rule quiet' }, rule),
    ),
  )
  // Made when it is first wanted: most rows are never opened.
  row.addEventListener('toggle', () => row.append(details(entry)), { once: true })
  return element('li', {}, row)
}

function statusOf({ status, fault }: Entry): HTMLElement {
  if (fault === undefined || leavesStatus(fault))
    return element('span', { class: statusClass(status) }, String(status))
  return element('span', { class: 'status bad', title: 'no status came' }, '–')
}

function clock(date: string): string {
  const time = new Date(date)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${String(time.getMilliseconds()).padStart(3, '0')}`
}

/** Without escapes where they can be read; `visible` deals with what cannot. */
function readable(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}

function tags({ scenario, delayMs, fault, hint, session }: Entry): HTMLElement[] {
  const tag = (text: string, kind = ''): HTMLElement =>
    element('span', { class: `tag ${kind}`.trim() }, ...visible(text))
  return [
    ...(fault ? [tag(fault, 'bad')] : []),
    ...(hint ? [tag('hint', 'odd')] : []),
    ...(scenario !== 'normal' ? [tag(scenario)] : []),
    ...(delayMs > 0 ? [tag(`+${duration(delayMs)}`)] : []),
    tag(session, 'session'),
  ]
}

function details(entry: Entry): HTMLElement {
  const pairs: [string, string | undefined][] = [
    ['Hint', entry.hint],
    ['Rule', entry.rule],
    ['URL', entry.url],
    ['Session', entry.session],
    ['Scenario', entry.scenario],
    ['Applied', entry.applied.join(', ')],
    ['Fault', entry.fault],
    ['Delay', entry.delayMs ? duration(entry.delayMs) : undefined],
    ['Logged', entry.loggedDate],
    ...Object.entries(entry.headers),
  ]
  const known = pairs.flatMap(([name, value]) =>
    value ? [element('div', {}, element('dt', {}, name), element('dd', {}, ...visible(value)))] : [],
  )
  return element('dl', { class: 'pairs' }, ...known)
}

import { control } from '../control.ts'
import type { Entry } from '../types.ts'
import { announce } from '../ui/announce.ts'
import { attempt } from '../ui/attempt.ts'
import { find } from '../ui/element.ts'
import { journalRow } from './journalRow.ts'

/** So many rows are shown. The mock keeps no more either. */
const MOST = 500

/** Came since the last frame, oldest first. */
let waiting: Entry[] = []
let shown = new Set<string>()
/** Came since what the mock has kept was last asked for. */
let meanwhile: Entry[] = []
let drawing = false

/** Makes the filter and the clear button work. */
export function startJournal(): void {
  const filter = find('only-unmatched', HTMLInputElement)
  filter.addEventListener('change', () => {
    list().classList.toggle('only-unmatched', filter.checked)
    count()
  })
  find('journal-clear', HTMLElement).addEventListener('click', () => attempt(clear))
}

async function clear(): Promise<void> {
  await control('DELETE', '/requests')
  empty()
  announce('The journal is empty.')
}

/** Starts over with what the mock has kept. */
export async function loadJournal(): Promise<void> {
  meanwhile = []
  const { requests } = await control<{ requests: Entry[] }>('GET', `/requests?limit=${MOST}`)
  const newer = meanwhile
  empty()
  // What came while this was under way may be in it already: `addEntry` takes each once.
  for (const entry of [...requests.reverse(), ...newer]) addEntry(entry)
}

/** Adds a request on top. A burst is drawn in one go. */
export function addEntry(entry: Entry): void {
  const key = `${entry.id} ${entry.loggedDate}`
  if (shown.has(key)) return
  shown.add(key)
  waiting.push(entry)
  meanwhile.push(entry)
  if (waiting.length > 2 * MOST) waiting = waiting.slice(-MOST)
  if (meanwhile.length > 2 * MOST) meanwhile = meanwhile.slice(-MOST)
  if (drawing) return
  drawing = true
  // Not at the next frame: a page in the background has none.
  setTimeout(draw, 16)
}

function empty(): void {
  waiting = []
  meanwhile = []
  shown = new Set()
  list().replaceChildren()
  count()
}

function draw(): void {
  drawing = false
  const rows = waiting.slice(-MOST).reverse().map(journalRow)
  waiting = []
  list().prepend(...rows)
  while (list().children.length > MOST) list().lastElementChild?.remove()
  if (shown.size > 4 * MOST) shown = new Set([...shown].slice(-MOST))
  count()
}

function count(): void {
  const rows = list().children.length
  const unmatched = list().querySelectorAll('[data-matched="false"]').length
  const visible = find('only-unmatched', HTMLInputElement).checked ? unmatched : rows
  find('journal-count', HTMLElement).textContent = `${rows}${rows === MOST ? ' or more' : ''}`
  find('unmatched-count', HTMLElement).textContent = String(unmatched)
  find('journal-none', HTMLElement).hidden = visible > 0
}

function list(): HTMLElement {
  return find('journal-list', HTMLOListElement)
}

import { callControl } from '../control.ts'
import type { Entry } from '../types.ts'
import { announce } from '../ui/announce.ts'
import { find } from '../ui/element.ts'
import { notifyOnError } from '../ui/notifyOnError.ts'
import { renderJournalRow } from './renderJournalRow.ts'

/** How many rows are shown: as many as the mock keeps. */
const MAX_ROWS = 500

/** Entries to add at the next redraw, oldest first. */
let pending: Entry[] = []
let shown = new Set<string>()
/** Entries received since the page last requested the journal. */
let recent: Entry[] = []
let redrawScheduled = false

/** Starts the filter and the clear button. */
export function startJournal(): void {
  const filter = find('only-unmatched', HTMLInputElement)
  filter.addEventListener('change', () => {
    findList().classList.toggle('only-unmatched', filter.checked)
    showCounts()
  })
  find('journal-clear', HTMLElement).addEventListener('click', () => notifyOnError(clear))
}

async function clear(): Promise<void> {
  await callControl('DELETE', '/requests')
  clearRows()
  announce('Journal cleared.')
}

/** Replaces the rows with the entries that the mock has kept. */
export async function loadJournal(): Promise<void> {
  recent = []
  const { requests } = await callControl<{ requests: Entry[] }>('GET', `/requests?limit=${MAX_ROWS}`)
  const newer = recent
  clearRows()
  // An entry that arrived during the request may be in both lists. `addEntry` skips duplicates.
  for (const entry of [...requests.reverse(), ...newer]) addEntry(entry)
}

/** Adds a request at the top. Requests that arrive in a burst are drawn together. */
export function addEntry(entry: Entry): void {
  const key = `${entry.id} ${entry.loggedDate}`
  if (shown.has(key)) return
  shown.add(key)
  pending.push(entry)
  recent.push(entry)
  if (pending.length > 2 * MAX_ROWS) pending = pending.slice(-MAX_ROWS)
  if (recent.length > 2 * MAX_ROWS) recent = recent.slice(-MAX_ROWS)
  if (redrawScheduled) return
  redrawScheduled = true
  // Not requestAnimationFrame: it never fires on a page in the background.
  setTimeout(redraw, 16)
}

function clearRows(): void {
  pending = []
  recent = []
  shown = new Set()
  findList().replaceChildren()
  showCounts()
}

function redraw(): void {
  redrawScheduled = false
  const rows = pending.slice(-MAX_ROWS).reverse().map(renderJournalRow)
  pending = []
  findList().prepend(...rows)
  while (findList().children.length > MAX_ROWS) findList().lastElementChild?.remove()
  if (shown.size > 4 * MAX_ROWS) shown = new Set([...shown].slice(-MAX_ROWS))
  showCounts()
}

function showCounts(): void {
  const rows = findList().children.length
  const unmatched = findList().querySelectorAll('[data-matched="false"]').length
  const onlyUnmatched = find('only-unmatched', HTMLInputElement).checked
  find('journal-count', HTMLElement).textContent = `${rows}${rows === MAX_ROWS ? ' or more' : ''}`
  find('unmatched-count', HTMLElement).textContent = String(unmatched)
  const none = find('journal-none', HTMLElement)
  none.hidden = (onlyUnmatched ? unmatched : rows) > 0
  none.textContent =
    onlyUnmatched && rows > 0 ? 'No unmatched requests.' : 'No requests yet. New requests appear here.'
}

function findList(): HTMLElement {
  return find('journal-list', HTMLOListElement)
}

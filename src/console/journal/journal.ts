import { callControl } from '../control.ts'
import type { Entry } from '../types.ts'
import { announce } from '../ui/announce.ts'
import { find } from '../ui/element.ts'
import { notifyOnError } from '../ui/notifyOnError.ts'
import { exportHar } from './exportHar.ts'
import { matchesFilter } from './filter.ts'
import { renderJournalRow, updateJournalRow } from './renderJournalRow.ts'

/** How many rows are shown: as many as the mock keeps. */
const MAX_ROWS = 500

/** The shortest time between redraws, which take most of the time of a burst. */
const REDRAW_MS = 120

/** Requests by id, oldest first, and the rows of those that are drawn. */
const entries = new Map<number, Entry>()
const rows = new Map<number, HTMLElement>()
/** Requests to draw, and rows to draw again, at the next redraw. */
let pending: Entry[] = []
let changed = new Set<number>()
/** Entries received since the page last requested the journal. */
let recent: Entry[] = []
let redrawScheduled = false
let lastRedraw = 0
let isPaused = false

/** Starts the filters and the buttons of the journal. */
export function startJournal(): void {
  find('journal-search', HTMLInputElement).addEventListener('input', filterRows)
  find('journal-status', HTMLSelectElement).addEventListener('change', filterRows)
  find('journal-clear', HTMLElement).addEventListener('click', () => notifyOnError(clear))
  find('journal-export', HTMLElement).addEventListener('click', () => notifyOnError(exportHar))
  find('journal-fold', HTMLElement).addEventListener('click', fold)
  find('journal-pause', HTMLElement).addEventListener('click', () => {
    isPaused = !isPaused
    redraw()
    announce(isPaused ? 'The journal is paused.' : 'The journal is live.')
  })
}

/** Leaves the room of the journal to the view above it. */
function fold(): void {
  const button = find('journal-fold', HTMLElement)
  const isOpen = button.getAttribute('aria-expanded') !== 'true'
  button.setAttribute('aria-expanded', String(isOpen))
  button.textContent = isOpen ? 'Fold' : 'Unfold'
  find('journal', HTMLElement).classList.toggle('folded', !isOpen)
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
  if (entries.get(entry.id)?.loggedDate === entry.loggedDate) return
  entries.set(entry.id, entry)
  if (entries.size > 2 * MAX_ROWS)
    for (const id of [...entries.keys()].slice(0, -MAX_ROWS)) entries.delete(id)
  pending.push(entry)
  recent.push(entry)
  if (pending.length > 2 * MAX_ROWS) pending = pending.slice(-MAX_ROWS)
  if (recent.length > 2 * MAX_ROWS) recent = recent.slice(-MAX_ROWS)
  scheduleRedraw()
}

/** Adds how the response to a request ended. */
export function endEntry({ id, ...ending }: { id: number; durationMs: number; complete: boolean }): void {
  const entry = entries.get(id)
  if (entry === undefined) return
  Object.assign(entry, ending)
  if (!rows.has(id)) return
  changed.add(id)
  scheduleRedraw()
}

function scheduleRedraw(): void {
  if (redrawScheduled) return
  redrawScheduled = true
  // Not requestAnimationFrame: it never fires on a page in the background.
  setTimeout(redraw, Math.max(16, lastRedraw + REDRAW_MS - performance.now()))
}

function clearRows(): void {
  pending = []
  recent = []
  changed = new Set()
  entries.clear()
  rows.clear()
  findList().replaceChildren()
  showCounts()
}

function redraw(): void {
  redrawScheduled = false
  lastRedraw = performance.now()
  for (const id of changed) {
    const [entry, row] = [entries.get(id), rows.get(id)]
    if (entry && row) updateJournalRow(row, entry)
  }
  changed = new Set()
  if (!isPaused) drawPending()
  filterRows()
}

function drawPending(): void {
  const drawn = pending.slice(-MAX_ROWS).reverse()
  pending = []
  for (const entry of drawn) rows.set(entry.id, renderJournalRow(entry))
  findList().prepend(...drawn.flatMap(({ id }) => rows.get(id) ?? []))
  while (findList().children.length > MAX_ROWS) findList().lastElementChild?.remove()
  for (const [id, row] of rows) if (!row.isConnected) rows.delete(id)
}

function filterRows(): void {
  const filter = {
    text: find('journal-search', HTMLInputElement).value,
    result: find('journal-status', HTMLSelectElement).value,
  }
  for (const [id, row] of rows) {
    const entry = entries.get(id)
    row.hidden = entry !== undefined && !matchesFilter(entry, filter)
  }
  showCounts()
}

function showCounts(): void {
  const total = rows.size
  const visible = [...rows.values()].filter(({ hidden }) => !hidden).length
  const all = `${total}${total === MAX_ROWS ? ' or more' : ''}`
  find('journal-count', HTMLElement).textContent = visible === total ? all : `${visible} of ${all}`
  const pause = find('journal-pause', HTMLElement)
  pause.setAttribute('aria-pressed', String(isPaused))
  pause.textContent = isPaused ? `Resume${pending.length > 0 ? ` (${pending.length} new)` : ''}` : 'Pause'
  const none = find('journal-none', HTMLElement)
  none.hidden = visible > 0
  find('journal-none-title', HTMLElement).textContent = total === 0 ? 'No requests yet' : 'No request matches'
  find('journal-none-text', HTMLElement).textContent =
    total === 0
      ? 'Requests to the mock appear here as they arrive.'
      : 'Change the filter to see other requests.'
}

function findList(): HTMLElement {
  return find('journal-list', HTMLOListElement)
}

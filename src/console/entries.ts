import { signal } from '@preact/signals'
import { callControl, type Entry } from './api.ts'

/** The maximum number of requests to show: as many as the mock keeps. */
export const MAX_ENTRIES = 500

/** The minimum time between redraws, which take up most of the time in a burst of requests. */
const REDRAW_MS = 120

/** The entries that the journal shows, newest first. */
export const shownEntries = signal<readonly Entry[]>([])

/** Whether the journal is paused. A paused journal shows the entries that it had when it was paused. */
export const isPaused = signal(false)

/** The entries by id, oldest first. A changed entry is replaced, so that only its row is redrawn. */
let entries = new Map<number, Entry>()

export function togglePause(): void {
  isPaused.value = !isPaused.value
  redraw()
}

/** Adds a request. Requests that arrive in a burst share one redraw. */
export function addEntry(entry: Entry): void {
  entries.set(entry.id, entry)
  scheduleRedraw()
}

/** Records how the response to a request ended. */
export function endEntry({ id, ...ending }: { id: number; durationMs: number; complete: boolean }): void {
  const entry = entries.get(id)
  if (entry === undefined) return
  entries.set(id, { ...entry, ...ending })
  scheduleRedraw()
}

/** Replaces the entries with those that the mock has kept. */
export async function loadJournal(): Promise<void> {
  const before = new Map(entries)
  const { requests } = await callControl<{ requests: Entry[] }>('GET', `/requests?limit=${MAX_ENTRIES}`)
  const kept = requests.reverse().map((entry) => [entry.id, entry] as const)
  // Entries that arrived or ended during the request may be in both lists.
  const newer = [...entries].filter(([id, entry]) => before.get(id) !== entry)
  entries = new Map([...kept, ...newer])
  redraw()
}

let timer: ReturnType<typeof setTimeout> | undefined

function scheduleRedraw(): void {
  // Does not use requestAnimationFrame, which never fires on a background page.
  timer ??= setTimeout(redraw, REDRAW_MS)
}

function redraw(): void {
  clearTimeout(timer)
  timer = undefined
  entries = new Map([...entries].slice(-MAX_ENTRIES))
  if (!isPaused.value) shownEntries.value = [...entries.values()].reverse()
}

import { signal } from '@preact/signals'
import { callControl, type Entry } from './api.ts'

/** The maximum number of requests to show, which is the number of requests that the mock keeps. */
export const MAX_ENTRIES = 500

/** The milliseconds from a change to the redraw, so that the requests of a burst share one redraw. */
const REDRAW_MS = 120

/** The entries that the journal shows, newest first. */
export const shownEntries = signal<readonly Entry[]>([])

/** Whether the journal is paused. A paused journal shows no new entries. */
export const isPaused = signal(false)

/** The entries by id, oldest first. To change an entry, replace its object: `loadJournal` compares objects to find changed entries. */
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

/** Replaces the entries with the mock's entries. */
export async function loadJournal(): Promise<void> {
  const before = new Map(entries)
  const { requests } = await callControl<{ requests: Entry[] }>('GET', `/requests?limit=${MAX_ENTRIES}`)
  const kept = requests.reverse().map((entry) => [entry.id, entry] as const)
  // Keep the entries that have arrived or changed since the page requested the list.
  const newer = [...entries].filter(([id, entry]) => before.get(id) !== entry)
  entries = new Map([...kept, ...newer])
  redraw()
}

let timer: ReturnType<typeof setTimeout> | undefined

function scheduleRedraw(): void {
  // Do not use requestAnimationFrame, because browsers do not call it in a background tab.
  timer ??= setTimeout(redraw, REDRAW_MS)
}

function redraw(): void {
  clearTimeout(timer)
  timer = undefined
  entries = new Map([...entries].slice(-MAX_ENTRIES))
  if (!isPaused.value) shownEntries.value = [...entries.values()].reverse()
}

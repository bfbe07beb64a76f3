import { computed, signal } from '@preact/signals'
import { callControl, type Entry } from './api.ts'

/** How many requests are shown: as many as the mock keeps. */
export const MAX_ENTRIES = 500

/** The shortest time between redraws, which take most of the time of a burst. */
const REDRAW_MS = 120

/** By id, oldest first. An entry that changes is replaced, so that only its row is drawn again. */
let entries = new Map<number, Entry>()

/** The entries when the journal was last drawn, newest first. */
const drawn = signal<readonly Entry[]>([])

/** The id of the newest entry when the journal was paused; undefined while it is live. */
export const pausedAt = signal<number | undefined>(undefined)

/** The entries to show, newest first. */
export const shownEntries = computed(() => {
  const last = pausedAt.value ?? Number.POSITIVE_INFINITY
  return drawn.value.filter(({ id }) => id <= last)
})

/** How many requests came since the journal was paused. */
export const newCount = computed(() => drawn.value.length - shownEntries.value.length)

export function togglePause(): void {
  pausedAt.value = pausedAt.value === undefined ? (drawn.value[0]?.id ?? 0) : undefined
}

/** Adds a request. Requests that arrive in a burst are drawn together. */
export function addEntry(entry: Entry): void {
  entries.set(entry.id, entry)
  scheduleRedraw()
}

/** Adds how the response to a request ended. */
export function endEntry({ id, ...ending }: { id: number; durationMs: number; complete: boolean }): void {
  const entry = entries.get(id)
  if (entry === undefined) return
  entries.set(id, { ...entry, ...ending })
  scheduleRedraw()
}

/** Replaces the entries with those that the mock has kept. */
export async function loadJournal(): Promise<void> {
  entries = new Map()
  const { requests } = await callControl<{ requests: Entry[] }>('GET', `/requests?limit=${MAX_ENTRIES}`)
  // Entries that arrived in the meantime may be in both, and know better how they ended.
  entries = new Map([...requests.reverse().map((entry) => [entry.id, entry] as const), ...entries])
  redraw()
}

let timer: ReturnType<typeof setTimeout> | undefined

function scheduleRedraw(): void {
  // Not requestAnimationFrame: it never fires on a page in the background.
  timer ??= setTimeout(redraw, drawn.value.length === 0 ? 0 : REDRAW_MS)
}

function redraw(): void {
  clearTimeout(timer)
  timer = undefined
  entries = new Map([...entries].slice(-MAX_ENTRIES))
  drawn.value = [...entries.values()].reverse()
}

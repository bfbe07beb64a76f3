import { useSignal } from '@preact/signals'
import { callControl, type Entry, openControl } from './api.ts'
import { loadJournal, MAX_ENTRIES, newCount, pausedAt, shownEntries, togglePause } from './entries.ts'
import { JournalRow } from './journalRow.tsx'
import { announce, attempt } from './notices.ts'
import { isBroken } from './outcome.ts'
import { type Option, Options, onValue } from './ui.tsx'

/** What the journal shows: words that a request must contain, and an option of `results`. */
type Filter = { text: string; result: string }

const results: readonly Option[] = [
  ['', 'All results'],
  ['2xx', '2xx'],
  ['4xx', '4xx'],
  ['5xx', '5xx'],
  ['broken', 'Broken'],
  ['unmatched', 'Unknown paths'],
  ['violation', 'Violations'],
]

/** The requests that the mock received, newest first. */
export function Journal() {
  const text = useSignal('')
  const result = useSignal('')
  const isFolded = useSignal(false)
  const all = shownEntries.value
  const found = all.filter((entry) => matchesFilter(entry, { text: text.value, result: result.value }))
  const total = `${all.length}${all.length === MAX_ENTRIES ? ' or more' : ''}`
  return (
    <section
      id="journal"
      class={isFolded.value ? 'pane folded' : 'pane'}
      aria-labelledby="journal-title"
      tabIndex={-1}
    >
      <div class="pane-top">
        <h2 id="journal-title">
          Journal{' '}
          <span id="journal-count" class="tag">
            {found.length === all.length ? total : `${found.length} of ${total}`}
          </span>
        </h2>
        <div class="filters">
          <input
            type="search"
            placeholder="Filter by path, user or rule"
            aria-label="Filter by path, session, rule or preference"
            spellcheck={false}
            autocomplete="off"
            onInput={onValue((value) => {
              text.value = value
            })}
          />
          <select
            aria-label="Filter by result"
            onInput={onValue((value) => {
              result.value = value
            })}
          >
            <Options list={results} />
          </select>
        </div>
        <p class="actions">
          <button
            id="journal-fold"
            type="button"
            class="plain"
            aria-expanded={!isFolded.value}
            aria-controls="journal-list"
            onClick={() => {
              isFolded.value = !isFolded.value
            }}
          >
            {isFolded.value ? 'Unfold' : 'Fold'}
          </button>
          <PauseButton />
          <button type="button" class="plain" onClick={() => attempt(exportHar)}>
            Export HAR
          </button>
          <button type="button" class="plain" onClick={() => attempt(clear)}>
            Clear journal
          </button>
        </p>
      </div>
      <ol id="journal-list" hidden={isFolded.value}>
        {found.map((entry) => (
          <JournalRow key={`${entry.id} ${entry.loggedDate}`} entry={entry} />
        ))}
      </ol>
      {found.length === 0 && !isFolded.value && (
        <div class="empty">
          <strong>{all.length === 0 ? 'No requests yet' : 'No request matches'}</strong>
          <p>
            {all.length === 0
              ? 'Requests to the mock appear here as they arrive.'
              : 'Change the filter to see other requests.'}
          </p>
        </div>
      )}
    </section>
  )
}

function PauseButton() {
  const isPaused = pausedAt.value !== undefined
  const onClick = (): void => {
    togglePause()
    announce(isPaused ? 'The journal is live.' : 'The journal is paused.')
  }
  return (
    <button type="button" class="plain" aria-pressed={isPaused} onClick={onClick}>
      {isPaused ? `Resume${newCount.value > 0 ? ` (${newCount.value} new)` : ''}` : 'Pause'}
    </button>
  )
}

function matchesFilter(entry: Entry, { text, result }: Filter): boolean {
  const { method, url, session, rule, scenario, applied, status } = entry
  const words = text.toLowerCase().split(/\s+/)
  const all = [method, url, session, rule, scenario, status, ...applied].join(' ').toLowerCase()
  return matchesResult(entry, result) && words.every((word) => all.includes(word))
}

function matchesResult(entry: Entry, result: string): boolean {
  if (result === '') return true
  if (result === 'broken') return isBroken(entry)
  if (result === 'unmatched') return !entry.matched
  if (result === 'violation') return (entry.upstream?.violations.length ?? 0) > 0
  return !isBroken(entry) && result === `${String(entry.status)[0]}xx`
}

async function clear(): Promise<void> {
  await callControl('DELETE', '/requests')
  await loadJournal()
  announce('Journal cleared.')
}

/** Downloads the journal as an HTTP Archive. A plain link could not send the admin token. */
async function exportHar(): Promise<void> {
  const response = await openControl('/requests?format=har')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = 'plant-store.har'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href))
}

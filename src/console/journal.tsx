import { useState } from 'preact/hooks'
import { callControl, type Entry, openControl } from './api.ts'
import { isPaused, loadJournal, MAX_ENTRIES, shownEntries, togglePause } from './entries.ts'
import { isBroken, JournalRow } from './journalRow.tsx'
import { attempt } from './notices.ts'
import { Button, Options, onValue } from './ui.tsx'

/** Shows the requests that the mock received, newest first. */
export function Journal() {
  const [text, setText] = useState('')
  const [result, setResult] = useState('')
  const all = shownEntries.value
  const found = all.filter((entry) => results[result]?.(entry) !== false && hasWords(entry, text))
  const total = `${all.length}${all.length === MAX_ENTRIES ? ' or more' : ''}`
  return (
    <section id="journal" class="pane" aria-labelledby="journal-title" tabIndex={-1}>
      <div class="row">
        <h2 id="journal-title">
          Journal{' '}
          <span id="journal-count" class="tag">
            {found.length === all.length ? total : `${found.length} of ${total}`}
          </span>
        </h2>
        <input
          type="search"
          placeholder="Filter by path, session or rule"
          aria-label="Filter by path, session, rule or preference"
          onInput={onValue(setText)}
        />
        <select aria-label="Filter by result" onInput={onValue(setResult)}>
          <option value="">All results</option>
          <Options list={Object.keys(results).map((name) => [name, name])} />
        </select>
        <p class="row">
          <Button class="plain" pressed={isPaused.value} onClick={togglePause}>
            Pause
          </Button>
          <Button class="plain" onClick={() => attempt(exportHar)}>
            Export HAR
          </Button>
          <Button class="plain" onClick={() => attempt(clear)}>
            Clear journal
          </Button>
        </p>
      </div>
      <ol id="journal-list">
        {found.map((entry) => (
          <JournalRow key={`${entry.id} ${entry.loggedDate}`} entry={entry} />
        ))}
      </ol>
      {found.length === 0 && (
        <p class="empty">
          {all.length === 0 ? 'Requests to the mock appear here as they arrive.' : 'No request matches.'}
        </p>
      )}
    </section>
  )
}

const results: Readonly<Record<string, (entry: Entry) => boolean>> = {
  '2xx': (entry) => entry.status < 300 && !isBroken(entry),
  '4xx': (entry) => entry.status >= 400 && entry.status < 500 && !isBroken(entry),
  '5xx': (entry) => entry.status >= 500 && !isBroken(entry),
  Broken: isBroken,
  'Unknown paths': ({ rule }) => rule === 'not-found' || rule === 'bad-path',
  Violations: ({ upstream }) => (upstream?.violations.length ?? 0) > 0,
}

function hasWords(entry: Entry, words: string): boolean {
  const { method, url, session, rule, scenario, status, applied } = entry
  const all = [method, url, session, rule, scenario, status, ...applied].join(' ').toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}

async function clear(): Promise<void> {
  await callControl('DELETE', '/requests')
  await loadJournal()
}

/** Downloads the journal as an HTTP Archive. Loads the archive with fetch first, because a link to the mock cannot send the admin token. */
async function exportHar(): Promise<void> {
  const response = await openControl('/requests?format=har')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = 'plant-store.har'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href))
}

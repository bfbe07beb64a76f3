import { signal } from '@preact/signals'
import { ControlError, type Entry, openControl } from './api.ts'
import { addEntry, endEntry, loadJournal } from './entries.ts'
import { attempt, notify } from './notices.ts'
import { loadPlants, loadScenario, loadServer, loadSettings, plants } from './state.ts'

export type ConnectionState = 'connecting' | 'live' | 'lost' | 'refused'

export const connection = signal<ConnectionState>('connecting')

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5000

/**
 * Keeps the page up to date with the mock, and reconnects when the connection is lost. Uses fetch, because EventSource
 * cannot send the admin token.
 */
export async function followMock(): Promise<void> {
  let pause = FIRST_PAUSE_MS
  while (connection.value !== 'refused') {
    try {
      const response = await openControl('/events', { headers: { Accept: 'text/event-stream' } })
      pause = FIRST_PAUSE_MS
      connection.value = 'live'
      await readEvents(response)
      connection.value = 'lost'
    } catch (error) {
      connection.value = error instanceof ControlError ? 'refused' : 'lost'
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }
}

/** Reads the mock's `text/event-stream`: each event has a type and a line of JSON, and ends with an empty line. */
async function readEvents({ body }: Response): Promise<void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let unread = ''
  for (;;) {
    const { done = true, value = '' } = (await reader?.read()) ?? {}
    if (done) return
    const events = (unread + value).split('\n\n')
    unread = events.pop() ?? ''
    for (const event of events) {
      // Ignore lines that start with a colon, which only keep the connection open.
      const [, type = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(event) ?? []
      const handle = handlers[type]
      if (handle) void attempt(() => handle(JSON.parse(data) as never))
    }
  }
}

/** The function for each type of event that the page uses. */
const handlers: Record<string, (data: never) => unknown> = {
  // The mock sends `hello` first on every connection, so the page also loads all data after a reconnection.
  hello: loadState,
  request(entry: Entry) {
    addEntry(entry)
    // Load the number of queued responses again, because the request may have got one of them.
    return plants.value.responses > 0 ? loadPlants() : undefined
  },
  response: endEntry,
  scenario: loadScenario,
  settings: () => Promise.all([loadSettings(), loadScenario()]),
  plants: loadPlants,
  responses: loadPlants,
  forget: loadJournal,
  reset: () => Promise.all([loadScenario(), loadSettings(), loadJournal()]),
  reload({ files = [] }: { files?: string[] }) {
    notify({ kind: 'reload', tone: 'good', text: `Fixtures reloaded: ${files.join(', ')}` })
    return Promise.all([loadServer(), loadScenario()])
  },
  'reload-failed'({ file, line, message }: { file: string; line?: number; message: string }) {
    const place = message.startsWith(file) ? '' : `${file}${line === undefined ? '' : `:${line}`}: `
    const text = `Reload failed (the mock still serves the previous fixtures): ${place}${message}`
    notify({ kind: 'reload', tone: 'bad', text })
  },
}

/** Loads all data that can change while the mock runs. */
export async function loadState(): Promise<void> {
  await Promise.all([loadServer(), loadScenario(), loadSettings(), loadJournal()])
}

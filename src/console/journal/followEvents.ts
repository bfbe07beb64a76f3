import { ControlError, openControl } from '../control.ts'
import { createEventParser, type StreamEvent } from './eventParser.ts'

export type ConnectionState = 'connecting' | 'live' | 'lost' | 'refused'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5000

/**
 * Follows the mock's events for as long as the page is open, and reconnects when the connection is lost. Uses fetch,
 * because an EventSource cannot send the admin token.
 */
export async function followEvents(
  onEvent: (event: StreamEvent) => void,
  onConnection: (state: ConnectionState) => void,
): Promise<void> {
  let pause = FIRST_PAUSE_MS
  for (;;) {
    try {
      const response = await openControl('/events', { headers: { Accept: 'text/event-stream' } })
      pause = FIRST_PAUSE_MS
      onConnection('live')
      await readEvents(response, onEvent)
    } catch (error) {
      if (error instanceof ControlError) return onConnection('refused')
    }
    onConnection('lost')
    await new Promise((resolve) => setTimeout(resolve, pause))
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }
}

async function readEvents({ body }: Response, onEvent: (event: StreamEvent) => void): Promise<void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  const parse = createEventParser()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    for (const event of parse(value)) onEvent(event)
  }
}

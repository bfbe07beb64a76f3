import { ControlError, openControl } from '../control.ts'
import { eventStream, type StreamEvent } from './eventStream.ts'

export type Connection = 'connecting' | 'live' | 'lost' | 'refused'

const FIRST_PAUSE = 500
const LONGEST_PAUSE = 5000

/**
 * Follows the events of the mock for as long as the page is open, over connections that end. By fetch: an EventSource
 * could not send the admin's token.
 */
export async function follow(
  onEvent: (event: StreamEvent) => void,
  onConnection: (connection: Connection) => void,
): Promise<void> {
  let pause = FIRST_PAUSE
  for (;;) {
    try {
      const response = await openControl('/events', { headers: { Accept: 'text/event-stream' } })
      pause = FIRST_PAUSE
      onConnection('live')
      await readAll(response, onEvent)
    } catch (error) {
      if (error instanceof ControlError) return onConnection('refused')
    }
    onConnection('lost')
    await new Promise((resolve) => setTimeout(resolve, pause))
    pause = Math.min(pause * 2, LONGEST_PAUSE)
  }
}

async function readAll({ body }: Response, onEvent: (event: StreamEvent) => void): Promise<void> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  const read = eventStream()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    for (const event of read(value)) onEvent(event)
  }
}

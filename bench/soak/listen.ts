import { get, type IncomingMessage } from 'node:http'

/** A client of the mock's events. */
export type Listener = { close: () => void }

/** Listens to the events, and checks that no request is missing. `onEnd` is called if the mock ends the stream. */
export async function listen(
  port: number,
  { onEvent = () => {}, onEnd }: { onEvent?: (type: string) => void; onEnd: (why: string) => void },
): Promise<Listener> {
  const stream = await open(port)
  let rest = ''
  let last: number | undefined
  let isClosed = false
  stream.setEncoding('utf8').on('data', (chunk) => {
    const events = (rest + chunk).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const [, type = '', id] = /^event: ([\w-]+)\ndata: (?:\{"id":(\d+))?/.exec(event) ?? []
      if (type === 'request') {
        if (last !== undefined && Number(id) !== last + 1) onEnd(`missed the events ${last + 1} to ${id}`)
        last = Number(id)
      }
      onEvent(type)
    }
  })
  stream.on('close', () => isClosed || onEnd('the mock ended a stream of events'))
  return {
    close: () => {
      isClosed = true
      stream.destroy()
    },
  }
}

/** Connects to the events and never reads them. */
export async function listenWithoutReading(port: number): Promise<Listener> {
  const stream = await open(port)
  stream.pause()
  return { close: () => stream.destroy() }
}

function open(port: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/__admin/events', agent: false }, (response) => {
      response.on('error', () => {})
      resolve(response)
    }).on('error', reject)
  })
}

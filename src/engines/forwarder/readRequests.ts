import type { Socket } from 'node:net'
import type { Field } from '../../judge/exchange.ts'

/** A request of an engine, as it was sent. */
export type RawRequest = { method: string; target: string; fields: readonly Field[] }

const MAX_HEAD = 128 * 1024
const SYNTAX = /^([A-Z]+) (\S+) HTTP\/1\.1$/

/**
 * Reads the requests of a connection, one after another: the next one when `answer` resolves to true. Anything that an engine
 * does not send, such as a request with a body, closes the connection.
 */
export function readRequests(socket: Socket, answer: (request: RawRequest) => Promise<boolean>): void {
  let unread = ''
  let busy = false
  const step = async (): Promise<void> => {
    const end = unread.indexOf('\r\n\r\n')
    if (busy || (end < 0 && unread.length <= MAX_HEAD)) return
    const request = parseRequest(unread.slice(0, Math.max(end, 0)))
    if (!request) return void socket.destroy()
    unread = unread.slice(end + 4)
    busy = true
    const goesOn = await answer(request)
    busy = false
    if (goesOn) await step()
  }
  socket.setEncoding('latin1').on('data', (text: string) => {
    unread += text
    if (unread.length > 2 * MAX_HEAD) socket.destroy()
    else void step()
  })
  socket.on('error', () => socket.destroy())
}

/** Undefined for anything but a request without a body. */
function parseRequest(head: string): RawRequest | undefined {
  const [requestLine = '', ...lines] = head.split('\r\n')
  const [, method, target] = SYNTAX.exec(requestLine) ?? []
  if (method === undefined || target === undefined) return undefined
  const fields = lines.map((line): Field => {
    const colon = line.indexOf(':')
    return [line.slice(0, Math.max(colon, 0)), line.slice(colon + 1).trim()]
  })
  const hasBody = fields.some(
    ([name, value]) => /^(content-length|transfer-encoding)$/i.test(name) && value !== '0',
  )
  return hasBody ? undefined : { method, target, fields }
}

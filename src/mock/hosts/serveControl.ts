import type { IncomingMessage, ServerResponse } from 'node:http'
import { checkAccess } from '../control/checkAccess.ts'
import { answerControl, type ControlOptions } from '../control/control.ts'
import type { MockCore } from '../core.ts'
import { errorAnswer } from '../handler/answers.ts'
import type { ResponseRecord } from '../records.ts'
import { sendEvents } from './events.ts'
import { type ConsoleAsset, findConsoleAsset } from './findConsoleAsset.ts'

const MOST_BYTES = 65_536
/** Milliseconds for a body to arrive. */
const BODY_TIME = 5_000

const tooLong = errorAnswer('control', 413, `the body is longer than ${MOST_BYTES} bytes`)
const tooSlow = errorAnswer('control', 408, `the body did not arrive within ${BODY_TIME / 1000} seconds`)

/** Answers requests to the control API and the console. */
export async function serveControl(
  request: IncomingMessage,
  response: ServerResponse,
  core: MockCore,
  options: ControlOptions,
): Promise<void> {
  const { method = '', url: target = '/', headers, socket } = request
  const asset =
    method === 'GET' || method === 'HEAD' ? findConsoleAsset(target.split('?')[0] ?? '') : undefined
  if (asset) {
    request.resume()
    sendAsset(asset, response)
    return
  }
  const isLoopback = isLoopbackAddress(socket.remoteAddress)
  // The bodies of clients without access are not read: they could keep the connection and the memory.
  const isDenied = checkAccess({ headers, isLoopback }, options) !== undefined
  const body = isDenied ? '' : await readBody(request)
  if (isDenied) request.resume()
  // The client disconnected while its body was read, or the body was malformed.
  if (body === undefined) {
    response.destroy()
    return
  }
  const answer =
    typeof body === 'string'
      ? answerControl({ method, target, headers, body, isLoopback }, core, options)
      : core.withCommonHeaders(body, headers)
  if ('events' in answer) {
    if (method !== 'HEAD') return sendEvents(core, answer.events, answer.hello, response)
    response.writeHead(200, [...answer.events, 'Content-Type', 'text/event-stream']).end()
    return
  }
  response.writeHead(answer.status, [...answer.headers, ...(request.complete ? [] : ['Connection', 'close'])])
  response.end(answer.body)
}

/** Reads the body as text. Returns the error if it is too long or too slow, and undefined if the client disconnects. */
function readBody(request: IncomingMessage): Promise<string | ResponseRecord | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(length > MOST_BYTES ? tooLong : tooSlow), BODY_TIME)
    request.on('data', (chunk: Buffer) => {
      length += chunk.byteLength
      // Reads and drops the rest: unread input would reset the connection before the client reads the response.
      if (length <= MOST_BYTES) chunks.push(chunk)
    })
    request.once('end', () => resolve(length > MOST_BYTES ? tooLong : Buffer.concat(chunks).toString('utf8')))
    request.once('error', () => resolve(undefined))
    request.once('close', () => {
      clearTimeout(timer)
      resolve(undefined)
    })
  })
}

function sendAsset({ body, type, encoding }: ConsoleAsset, response: ServerResponse): void {
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': body.byteLength,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    // The pages have the rest of the policy in a meta element, where this part would be ignored.
    'Content-Security-Policy': "frame-ancestors 'self'",
    ...(encoding && { 'Content-Encoding': encoding }),
  })
  response.end(body)
}

function isLoopbackAddress(address = ''): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address)
}

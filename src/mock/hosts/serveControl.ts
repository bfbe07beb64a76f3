import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerControl, type ControlOptions } from '../control/control.ts'
import type { MockCore } from '../core.ts'
import { errorAnswer } from '../handler/answers.ts'
import { sendEvents } from './events.ts'
import { type ConsoleAsset, findConsoleAsset } from './findConsoleAsset.ts'

const MOST_BYTES = 65_536

const tooLong = errorAnswer('control', 413, `the body is longer than ${MOST_BYTES} bytes`)

/** Answers requests to the control API and the console. */
export async function serveControl(
  request: IncomingMessage,
  response: ServerResponse,
  core: MockCore,
  options: ControlOptions,
): Promise<void> {
  const { method = '', url: target = '/', headers, socket } = request
  const asset = method === 'GET' ? findConsoleAsset(target.split('?')[0] ?? '') : undefined
  if (asset) {
    request.resume()
    sendAsset(asset, response)
    return
  }
  let body: string | undefined
  try {
    body = await readBody(request, MOST_BYTES)
  } catch {
    // The client disconnected while its body was read.
    return
  }
  const isLoopback = isLoopbackAddress(socket.remoteAddress)
  const answer =
    body === undefined ? tooLong : answerControl({ method, target, headers, body, isLoopback }, core, options)
  if ('events' in answer) return sendEvents(core, answer.events, answer.hello, response)
  response.writeHead(answer.status, [...answer.headers])
  response.end(answer.body)
}

/** Reads the body as text. Returns undefined if it is longer than `most` bytes, and rejects if the client disconnects. */
async function readBody(request: IncomingMessage, most: number): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += (chunk as Buffer).byteLength
    if (length <= most) chunks.push(chunk as Buffer)
  }
  return length > most ? undefined : Buffer.concat(chunks).toString('utf8')
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

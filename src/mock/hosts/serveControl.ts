import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ControlOptions, control } from '../control/control.ts'
import type { MockCore } from '../core.ts'
import { errorAnswer } from '../handler/answers.ts'
import { type ConsoleAsset, consoleAssets } from './consoleAssets.ts'
import { sendEvents } from './events.ts'
import { readBody } from './readBody.ts'

const MOST_BYTES = 65_536

const tooLong = errorAnswer('control', 413, `the body is longer than ${MOST_BYTES} bytes`)

/** Answers what is asked of the control API and the console. */
export async function serveControl(
  request: IncomingMessage,
  response: ServerResponse,
  core: MockCore,
  options: ControlOptions,
): Promise<void> {
  const { method = '', url: target = '/', headers, socket } = request
  const asset = method === 'GET' ? consoleAssets(target.split('?')[0] ?? '') : undefined
  if (asset) {
    request.resume()
    sendAsset(asset, response)
    return
  }
  let body: string | undefined
  try {
    body = await readBody(request, MOST_BYTES)
  } catch {
    // The client went away while its body was read: there is nobody to answer.
    return
  }
  const isLoopback = isLoopbackAddress(socket.remoteAddress)
  const answer =
    body === undefined ? tooLong : control({ method, target, headers, body, isLoopback }, core, options)
  if ('events' in answer) return sendEvents(core, answer.events, answer.hello, response)
  response.writeHead(answer.status, [...answer.headers])
  response.end(answer.body)
}

function sendAsset({ body, type, encoding }: ConsoleAsset, response: ServerResponse): void {
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': body.byteLength,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    // The rest of the policy stands in the pages; this part cannot.
    'Content-Security-Policy': "frame-ancestors 'self'",
    ...(encoding && { 'Content-Encoding': encoding }),
  })
  response.end(body)
}

function isLoopbackAddress(address = ''): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address)
}

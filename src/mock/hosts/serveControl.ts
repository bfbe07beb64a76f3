import { globSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { findKitFile } from '../../contract/files.ts'
import { checkAccess } from '../control/checkAccess.ts'
import { answerControl, type ControlOptions } from '../control/control.ts'
import type { MockCore } from '../core.ts'
import { errorAnswer } from '../handler/answers.ts'
import type { ResponseRecord } from '../records.ts'

/** The maximum size of a body in bytes. */
const MAX_BYTES = 65_536
/** The maximum size of a body with plants in bytes, because checking a longer list would block other requests. */
const MAX_PLANTS = 2 ** 20

const tooMany =
  'plants: expected at most 1 MiB of JSON; for a longer list, use --fixtures, or a scenario such as many'
const tooLong = 'expected at most 64 KiB of JSON; only PUT /__admin/plants accepts more'

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
    return sendAsset(asset, response)
  }
  const isLoopback = /^(?:::1$|(?:::ffff:)?127\.)/.test(socket.remoteAddress ?? '')
  // Do not wait for request bodies from clients without access, and do not keep such bodies, because they could fill the memory.
  const isDenied = checkAccess({ headers, isLoopback }, options) !== undefined
  const body = isDenied ? '' : await readBody(request)
  if (isDenied) request.resume()
  // The body is undefined if the client disconnected before the end of the body, or if the body was malformed.
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

/** Reads the body as text. If the body is too long, resolves to an error response. If the client disconnects, resolves to undefined. */
async function readBody(request: IncomingMessage): Promise<string | ResponseRecord | undefined> {
  const name = request.url?.split('/').at(-1)
  const [max, message] = name === 'plants' ? [MAX_PLANTS, tooMany] : [MAX_BYTES, `${name}: ${tooLong}`]
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of request) {
      length += chunk.byteLength
      // Read and drop the rest, because unread input could reset the connection before the client reads the response.
      if (length <= max) chunks.push(chunk)
    }
  } catch {
    return undefined
  }
  return length > max ? errorAnswer('control', 413, message) : Buffer.concat(chunks).toString('utf8')
}

function sendAsset({ body, type, encoding }: ConsoleAsset, response: ServerResponse): void {
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': body.byteLength,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    // This header contains only `frame-ancestors`, which browsers ignore in a meta element. The console's page contains the other rules.
    'Content-Security-Policy': "frame-ancestors 'self'",
    ...(encoding && { 'Content-Encoding': encoding }),
  })
  response.end(body)
}

/** The milliseconds between heartbeats, which keep proxies from closing a silent connection. */
const HEARTBEAT = 15_000
/** The maximum size of a listener's unread events in bytes. */
const MAX_UNREAD = 262_144

/** The milliseconds for which the mock collects events before it sends them together. */
const PAUSE = 5

/** The event stream of each mock that has listeners. */
const streams = new WeakMap<MockCore, ReturnType<typeof startStream>>()

/** Sends the events of a mock as server-sent events (HTML Standard, section 9.2) until the client disconnects. */
export function sendEvents(
  core: MockCore,
  headers: readonly string[],
  hello: unknown,
  response: ServerResponse,
): void {
  response.writeHead(200, [...headers, 'Content-Type', 'text/event-stream', 'Cache-Control', 'no-store'])
  response.write(formatEvent('hello', hello))
  const stream = streams.get(core) ?? startStream(core)
  streams.set(core, stream)
  // Send the collected events now, because they are only for the earlier listeners.
  stream.flush()
  stream.listeners.add(response)
  const heartbeat = setInterval(() => response.write(':\n\n'), HEARTBEAT)
  response.once('close', () => {
    clearInterval(heartbeat)
    stream.listeners.delete(response)
    if (stream.listeners.size === 0 && streams.delete(core)) stream.end()
  })
}

/** Creates the stream of a mock's events. The stream formats each event once for all listeners, and writes several events together. */
function startStream(core: MockCore) {
  const listeners = new Set<ServerResponse>()
  let collected = ''
  const flush = (): void => {
    for (const response of listeners) {
      // Disconnect clients that do not read, because their unread events would fill the memory.
      if (response.writableLength > MAX_UNREAD) response.destroy()
      else if (collected !== '') response.write(collected)
    }
    collected = ''
  }
  const end = core.on(({ type, ...data }) => {
    if (collected === '') setTimeout(flush, PAUSE)
    collected += formatEvent(type, 'entry' in data ? data.entry : data)
  })
  return { listeners, flush, end }
}

function formatEvent(type: string, data: unknown): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
}

/** A file of the console. */
type ConsoleAsset = { body: Uint8Array; type: string; encoding?: 'gzip' }

const ROOT = '/__admin/console/'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The built files by their paths, so that requests cannot reach any other file. */
let files: ReadonlyMap<string, string> | undefined

/** Finds a file of the console. The page is at `/` and `/__admin/console/`, and its other files are below `/__admin/console/`. */
function findConsoleAsset(path: string): ConsoleAsset | undefined {
  const folder = findKitFile('dist/console/')
  files ??= new Map(
    globSync('**/*.*', { cwd: folder }).map((name) => [
      ROOT + name.replaceAll(sep, '/').replace(/\.gz$/, ''),
      join(folder, name),
    ]),
  )
  const file = files.get(path === '/' || path === ROOT ? `${ROOT}index.html` : path)
  if (file === undefined) return undefined
  const type = types[extname(file.replace(/\.gz$/, ''))] ?? 'text/plain'
  return { body: readFileSync(file), type, ...(file.endsWith('.gz') && { encoding: 'gzip' }) }
}

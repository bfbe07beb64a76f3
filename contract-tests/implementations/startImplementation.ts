import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { createSelfSigned } from '../../src/mock/tls/tls.ts'
import { OTHER_TOKEN, THIRD_TOKEN, TOKEN } from './credentials.ts'
import type { Difference, Memory } from './implementation.ts'
import { defaultLists } from './plants.ts'
import { correctResponse, type IncomingRequest, type OutgoingResponse, type User } from './response.ts'

export type RunningImplementation = {
  baseUrl: string
  /** The IP address of the base URL's host, if the host's name is not in the DNS. */
  resolve: { host: string; port: number; address: string }[]
  token: string
  otherToken: readonly string[]
  close: () => Promise<void>
}

/** Serves an implementation on a raw socket, so that a difference can change every byte. Port 0 means any free port. */
export async function startImplementation(difference: Difference, port = 0): Promise<RunningImplementation> {
  const token = difference.token ?? TOKEN
  const { basePath = '', address = '127.0.0.1', host, tls } = difference
  const prefix = basePath.replace(/[?#].*$/, '').replace(/\/+$/, '')
  const lists = { ...defaultLists, ...(difference.plants && { first: difference.plants }) }
  const memory: Memory = {}
  const sockets = new Set<Socket>()
  const waiting: Socket[] = []
  let requestsBefore = 0
  let concurrent = 0

  const respondTo = async (head: string, requestsOnConnection: number): Promise<Buffer | undefined> => {
    const request = parseRequest(
      head,
      prefix,
      { [token]: 'first', [OTHER_TOKEN]: 'second', [THIRD_TOKEN]: 'third' },
      { requestsBefore, requestsOnConnection },
    )
    requestsBefore += 1
    concurrent += 1
    // Wait, so that the server can count all concurrent requests before the first response.
    await new Promise((resolve) => setImmediate(resolve))
    const counted = { ...request, concurrent }
    try {
      const correct = correctResponse(counted, lists)
      const changed = difference.respond ? await difference.respond(counted, correct, memory) : correct
      const bytes = difference.bytes
        ? difference.bytes(counted, changed, memory)
        : responseBytes(counted, changed)
      return typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
    } finally {
      concurrent -= 1
    }
  }

  /** Serves a connection, closes it, or makes it wait for the end of the previous connection. */
  const admit = (socket: Socket): void => {
    const { connections } = difference
    const isServed = sockets.size === 0 || connections !== 'one at a time'
    socket.on('error', () => {})
    if (typeof connections === 'object' && sockets.size >= connections.max) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      const next = waiting.shift()
      if (next) serve(next)
    })
    if (isServed) serve(socket)
    else waiting.push(socket)
  }
  const serve = (socket: Socket): void => {
    socket.setNoDelay(true)
    let received = ''
    let served = 0
    let turn = Promise.resolve()
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
      const { readsOnce } = difference
      const isCut = received.endsWith('\r\n\r\n') ? !chunk.includes('\r\n\r\n') : readsOnce === 'request'
      if (readsOnce && isCut) return void socket.end(INCOMPLETE)
      for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
        const head = received.slice(0, end)
        // The client sends the content together with the head.
        const { readsContent = /^/ } = difference
        const content = readsContent.test(head) ? measureContent(head, received.slice(end + 4)) : 0
        received = difference.pipelining === 'dropped' ? '' : received.slice(end + 4 + content)
        const requestsOnConnection = served++
        const answer = async (): Promise<void> => {
          const bytes = await respondTo(head, requestsOnConnection)
          if (bytes === undefined) {
            socket.destroy()
            return
          }
          if (difference.write) await difference.write(socket, bytes)
          else socket.write(bytes)
          const isRefusal = bytes.toString('latin1', 9, 10) === '4'
          const { ignoresClose } = difference
          const isIgnored = ignoresClose === 'all' || (ignoresClose === 'refusals' && isRefusal)
          if (closes(isIgnored ? '' : head, bytes)) socket.end()
        }
        turn = difference.pipelining === 'unordered' ? answer() : turn.then(answer)
      }
    })
  }
  const server = tls ? createTlsServer(createSelfSigned([address]), admit) : createServer(admit)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, resolve)
  })
  const bound = (server.address() as AddressInfo).port
  const usualHost = address === '::1' ? '[::1]' : address
  return {
    baseUrl: `${tls ? 'https' : 'http'}://${host ?? usualHost}:${bound}${basePath}`,
    resolve: host === undefined ? [] : [{ host, port: bound, address }],
    token,
    otherToken: difference.users === 3 ? [OTHER_TOKEN, THIRD_TOKEN] : [OTHER_TOKEN],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

const INCOMPLETE =
  'HTTP/1.1 400 Status\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n{"error":1,"message":""}'

/** Writes an HTTP/1.1 response. Adds the correct Content-Length, unless a header or the status makes it unnecessary. */
export function responseBytes(request: IncomingRequest, { status, headers, body }: OutgoingResponse): Buffer {
  const bytes = Buffer.from(body)
  const own = Object.entries(headers)
  const names = new Set(own.map(([name]) => name.toLowerCase()))
  const usual = [
    ['Date', new Date().toUTCString()],
    ...(names.has('transfer-encoding') || status === 204 || status === 304
      ? []
      : [['Content-Length', String(bytes.length)]]),
  ].filter(([name = '']) => !names.has(name.toLowerCase()))
  const lines = [...usual, ...own].map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(
    `HTTP/1.1 ${status} ${status === 200 ? 'OK' : 'Status'}\r\n${lines.join('')}\r\n`,
    'latin1',
  )
  return request.method === 'HEAD' || status === 204 || status === 304 ? head : Buffer.concat([head, bytes])
}

/** Returns the number of bytes of a request's content at the start of `rest`. The content has no chunk that contains an empty chunk. */
function measureContent(head: string, rest: string): number {
  if (/^transfer-encoding: chunked/im.test(head)) return rest.indexOf('0\r\n\r\n') + 5
  return Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
}

function parseRequest(
  head: string,
  prefix: string,
  users: Readonly<Record<string, User>>,
  counts: { requestsBefore: number; requestsOnConnection: number },
): IncomingRequest {
  const [requestLine = '', ...lines] = head.split('\r\n')
  const [method = '', target = '', version = ''] = requestLine.split(' ')
  const [address = '', ...queries] = target.replace(/^https?:\/\/[^/?]*/, '').split('?')
  const query = queries.join('?')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  const limits = query.split('&').flatMap((pair) => {
    const [name = '', ...rest] = pair.split('=')
    return decode(name) === 'limit' ? [decode(rest.join('='))] : []
  })
  const [first = ''] = limits
  const limit = /^[1-9]\d{0,9}$/.test(first) && Number(first) < 2 ** 31 ? Number(first) : undefined
  const credentials = /^bearer +([!-~]+)$/i.exec(headers.authorization ?? '')?.[1]
  const user = new Map(Object.entries(users)).get(credentials ?? '')
  const path = address.slice(address.startsWith(prefix) ? prefix.length : 0)
  return {
    method,
    version: version.replace('HTTP/', ''),
    target,
    path,
    query,
    limits,
    limit,
    headers,
    lines,
    user,
    concurrent: 0,
    ...counts,
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** Returns whether the connection closes after this response, because of a header, or to mark the end of the body. */
function closes(head: string, bytes: Buffer): boolean {
  // A server that never responds leaves its connections open.
  if (bytes.length === 0) return false
  const end = bytes.indexOf('\r\n\r\n')
  const text = bytes.toString('latin1', 0, end < 0 ? bytes.length : end + 4)
  const answerHead = text.slice(0, text.search(/\r?\n\r?\n/) + 2)
  if (/\r\nconnection:.*\bclose\b/i.test(head) || /^connection: *close/im.test(answerHead)) return true
  return (
    !/^(content-length|transfer-encoding):/im.test(answerHead) && !/^HTTP\/1.1 (204|304|1\d\d)/.test(text)
  )
}

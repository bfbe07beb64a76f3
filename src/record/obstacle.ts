import type { TLSSocket } from 'node:tls'
import type { Exchange, Response } from '../judge/exchange.ts'
import { describeProxyPage } from '../judge/proxyPages.ts'
import { openSocket, type SocketOptions } from './http/socket.ts'
import { type Address, formatOrigin, parseAddress } from './http/url.ts'

type ObstacleOptions = SocketOptions & {
  /** Sends the first request to another address of the operation. */
  sendTo: (url: string) => Promise<Exchange>
  /** Whether the response has a readable list. */
  hasList: (exchange: Exchange) => boolean
  /** The operation's path in the contract. */
  path: string
  /** The path of the contract's server, such as /v1; empty if it has none. */
  prefix: string
}

/** The first bytes of an HTTP/2 client, with an empty SETTINGS frame (RFC 9113 section 3.4). */
const HTTP2_PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 'latin1')
const ONLY_HTTP2 =
  'The server speaks only HTTP/2, and the kit tests HTTP/1.1. Enable HTTP/1.1 on it, or put a gateway in front of it.'
/** Milliseconds to wait for another protocol. */
const LONGEST = 1_000
/** Parts of a base URL's path that are left out, one more for each request. */
const MAX_PARTS = 4
/** Statuses of an address where the operation is not. */
const MISSING = [404, 405, 410, 501]

/**
 * What keeps the first request of a run from reaching the operation, and what to do about it: two sentences. Undefined if
 * the server of the operation itself answered, or nothing did.
 */
export async function findObstacle(
  exchange: Exchange,
  options: ObstacleOptions,
): Promise<string | undefined> {
  const address = parseAddress(exchange.url)
  return (
    explainTls(exchange, address) ??
    explainCertificate(exchange, options) ??
    (exchange.response && describeProxyPage(exchange.response)) ??
    (await findOtherProtocol(exchange, address, options)) ??
    (await findBaseUrl(exchange, options))
  )
}

function explainTls({ failure }: Exchange, address: Address): string | undefined {
  if (failure?.kind !== 'tls') return undefined
  if (/client certificate/.test(failure.message))
    return 'The server requires a client certificate. Pass one with --cert and --key, or the address of a listener that does not require one.'
  if (/HANDSHAKE_FAILURE/.test(failure.message))
    return `The server ended the TLS handshake (${failure.message}). If it requires a client certificate, pass one with --cert and --key.`
  if (/does not speak TLS/.test(failure.message))
    return `The server does not speak TLS: did you mean ${formatOrigin({ ...address, protocol: 'http:' })} ?`
  return undefined
}

/** Some servers refuse a client's certificate by closing the connection after the handshake. */
function explainCertificate({ failure }: Exchange, { route }: SocketOptions): string | undefined {
  return route?.tls.cert !== undefined && (failure?.kind === 'empty' || failure?.kind === 'reset')
    ? `The server accepted the TLS handshake and closed the connection (${failure.message}). If it does not trust the client certificate, pass another one with --cert and --key.`
    : undefined
}

/** Whether the server speaks another protocol on this port. */
async function findOtherProtocol(
  exchange: Exchange,
  address: Address,
  options: ObstacleOptions,
): Promise<string | undefined> {
  const { response, failure } = exchange
  const isOdd = response
    ? [426, 505].includes(response.status) || complainsAboutTls(response)
    : ['empty', 'reset', 'unparsable', 'tls'].includes(failure.kind)
  if (!isOdd) return undefined
  const quick = { ...options, timeout: Math.min(options.timeout, LONGEST) }
  if (address.protocol === 'https:') return (await negotiatesHttp2(address, quick)) ? ONLY_HTTP2 : undefined
  if (await speaksTls(address, quick))
    return `The server speaks TLS on this port: did you mean ${formatOrigin({ ...address, protocol: 'https:' })} ?`
  return (await answersHttp2(address, quick)) ? ONLY_HTTP2 : undefined
}

/** Web servers that speak TLS answer plain HTTP with a 400 and an explanation. */
function complainsAboutTls({ status, body }: Response): boolean {
  return status === 400 && /HTTPS|SSL|TLS/.test(body.toString('latin1', 0, 2_000))
}

/** Whether a TLS server chooses HTTP/2, and rejects a client that offers HTTP/1.1 alone. */
async function negotiatesHttp2(address: Address, options: SocketOptions): Promise<boolean> {
  const socket = await openSocket(address, { ...options, protocols: ['h2'] })
  if ('kind' in socket) return false
  socket.destroy()
  return (socket as TLSSocket).alpnProtocol === 'h2'
}

/** Whether the server answers the first bytes of an HTTP/2 client with a SETTINGS frame. */
async function answersHttp2(address: Address, options: SocketOptions): Promise<boolean> {
  const socket = await openSocket(address, options)
  if ('kind' in socket) return false
  const answer = await new Promise<Buffer>((resolve) => {
    const timer = setTimeout(() => resolve(Buffer.alloc(0)), options.timeout)
    socket.once('data', (bytes: Buffer) => resolve(Buffer.from(bytes)))
    socket.once('close', () => resolve(Buffer.alloc(0)))
    socket.once('close', () => clearTimeout(timer))
    socket.write(HTTP2_PREFACE)
  })
  socket.destroy()
  return answer.length >= 9 && answer[3] === 4 && answer.readUInt32BE(5) === 0
}

async function speaksTls(address: Address, options: SocketOptions): Promise<boolean> {
  const socket = await openSocket({ ...address, protocol: 'https:' }, { ...options, trustsAll: true })
  if ('kind' in socket) return /ALERT/.test(socket.message)
  socket.destroy()
  return true
}

/** Whether the operation is there, but with another base URL. */
async function findBaseUrl(
  exchange: Exchange,
  { sendTo, hasList, path, prefix }: ObstacleOptions,
): Promise<string | undefined> {
  const { response } = exchange
  const [url = ''] = exchange.url.split('?')
  if (!response || !url.endsWith(path) || hasList(exchange)) return undefined
  const isMissing = MISSING.includes(response.status)
  const base = url.slice(0, -path.length)
  const isDoubled = base.endsWith(path)
  const shorter = isDoubled ? [base.slice(0, -path.length)] : []
  for (const candidate of [...shorter, ...(isMissing ? listOtherBases(base, prefix) : [])]) {
    const other = await sendTo(candidate + path)
    const isRefused = isMissing && isDoubled && [401, 403].includes(other.response?.status ?? 0)
    if (hasList(other) || isRefused)
      return `${url} returned ${response.status}, and ${candidate}${path} is the operation: did you mean ${candidate} ?`
  }
  return undefined
}

/** The base URLs with fewer parts in their path, or with the path of the contract's server if this one has none. */
function listOtherBases(base: string, prefix: string): string[] {
  const [origin = ''] = /^https?:\/\/[^/]+/.exec(base) ?? []
  const parts = base.slice(origin.length).split('/').filter(Boolean).slice(0, MAX_PARTS)
  if (parts.length === 0) return prefix === '' ? [] : [origin + prefix]
  return parts.map((_, index) => [origin, ...parts.slice(0, -1 - index)].join('/'))
}

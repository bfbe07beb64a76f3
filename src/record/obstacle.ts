import { type Exchange, isPlantsAnswer } from '../judge/exchange.ts'
import { describeProxyPage } from '../judge/proxyPages.ts'
import { openSocket, type SocketOptions } from './http/socket.ts'
import { type Address, formatOrigin, parseAddress } from './http/url.ts'
import type { Run } from './run.ts'

/** What an error code of the first connection means, as advice for the operator. */
const CODES: readonly (readonly [code: RegExp, advice: (host: string) => string])[] = [
  [
    /ALERT_CERTIFICATE_REQUIRED$/,
    () =>
      'The server requires a client certificate. Pass one with --cert and --key, or the address of a listener that does not require one.',
  ],
  [
    /HANDSHAKE_FAILURE$/,
    () =>
      'The server ended the TLS handshake. If it requires a client certificate, pass one with --cert and --key.',
  ],
  [
    /WRONG_VERSION_NUMBER$|PACKET_LENGTH_TOO_LONG$|RECORD_LAYER_FAILURE$/,
    (host) => `The server does not speak TLS: did you mean http://${host} ?`,
  ],
  [
    /^HTTP2$|ALERT_NO_APPLICATION_PROTOCOL$/,
    () =>
      'The server speaks only HTTP/2, and the kit tests HTTP/1.1. Enable HTTP/1.1 on it, or put a gateway in front of it.',
  ],
]
/** Milliseconds to wait for a TLS handshake. */
const LONGEST = 1_000
/** Maximum segments to remove from a base URL's path, one more for each request. */
const MAX_PARTS = 4
/** Statuses that an address returns if the operation is not there. */
const MISSING = [404, 405, 410, 501]

/**
 * Says in two sentences what keeps the first request of a run from reaching the operation, and what to do about it. Undefined if the
 * operation's own server answered, or if nothing answered.
 */
export async function findObstacle(exchange: Exchange, run: Run): Promise<string | undefined> {
  const { response, failure } = exchange
  const address = parseAddress(exchange.url)
  const [, advice] = CODES.find(([code]) => code.test(failure?.code ?? '')) ?? []
  return (
    advice?.(address.host) ??
    explainCertificate(exchange, run.socket) ??
    (response && describeProxyPage(response)) ??
    (await findTls(exchange, address, run.socket)) ??
    (await findBaseUrl(exchange, run))
  )
}

/** Some servers reject a client certificate by closing the connection after the handshake. */
function explainCertificate({ failure }: Exchange, { route }: SocketOptions): string | undefined {
  return route?.tls.cert !== undefined && (failure?.kind === 'empty' || failure?.kind === 'reset')
    ? `The server accepted the TLS handshake and closed the connection (${failure.message}). If it does not trust the client certificate, pass another one with --cert and --key.`
    : undefined
}

/** Whether the server speaks TLS although the base URL is http. Web servers answer plain HTTP with a 400 and an explanation. */
async function findTls(
  { response, failure }: Exchange,
  address: Address,
  options: SocketOptions,
): Promise<string | undefined> {
  const isOdd = response
    ? response.status === 400 && /HTTPS|SSL|TLS/.test(response.body.toString('latin1', 0, 2_000))
    : ['empty', 'reset', 'unparsable'].includes(failure.kind)
  if (!isOdd || address.protocol === 'https:') return undefined
  const secure: Address = { ...address, protocol: 'https:' }
  const timeout = Math.min(options.timeout, LONGEST)
  const socket = await openSocket(secure, { ...options, timeout, trustsAll: true })
  if ('kind' in socket) {
    if (!/ALERT/.test(socket.code ?? '')) return undefined
  } else socket.destroy()
  return `The server speaks TLS on this port: did you mean ${formatOrigin(secure)} ?`
}

/** Whether the operation exists at another base URL. */
async function findBaseUrl(
  exchange: Exchange,
  { client, context: { contract, analyse } }: Run,
): Promise<string | undefined> {
  const { response } = exchange
  const { prefix } = contract
  const { path } = contract.operation
  const [url = ''] = exchange.url.split('?')
  const hasList = (each: Exchange): boolean => isPlantsAnswer(each) && analyse(each).count !== undefined
  if (!response || !url.endsWith(path) || hasList(exchange)) return undefined
  const base = url.slice(0, -path.length)
  const isMissing = MISSING.includes(response.status)
  const isDoubled = base.endsWith(path)
  const others = isMissing ? listOtherBases(base, prefix) : isDoubled ? [base.slice(0, -path.length)] : []
  for (const candidate of others) {
    const [other] = await client.send([exchange.probe], candidate + path, 1)
    const isRefused = isMissing && isDoubled && [401, 403].includes(other?.response?.status ?? 0)
    if (isRefused || (other && hasList(other)))
      return `${url} returned ${response.status}, and ${candidate}${path} is the operation: did you mean ${candidate} ?`
  }
  return undefined
}

/** The base URLs with fewer path segments, or with the path of the contract's server if the base URL has none. */
function listOtherBases(base: string, prefix: string): string[] {
  const { origin, pathname } = new URL(base)
  const parts = pathname.split('/').filter(Boolean).slice(0, MAX_PARTS)
  if (parts.length === 0) return prefix === '' ? [] : [origin + prefix]
  return parts.map((_, index) => [origin, ...parts.slice(0, -1 - index)].join('/'))
}

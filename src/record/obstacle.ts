import { type Exchange, isPlantsAnswer } from '../judge/exchange.ts'
import { describeProxyPage } from '../judge/transcript.ts'
import { openSocket, type SocketOptions } from './http/socket.ts'
import { parseAddress } from './http/url.ts'

/** Advice for some error codes of the first connection. The server's host replaces `{host}`. */
const CODES: readonly (readonly [code: RegExp, advice: string])[] = [
  [
    /ALERT_CERTIFICATE_REQUIRED$/,
    'The server requires a client certificate. Pass a certificate with --cert and --key, or the address of a listener that requires no client certificate.',
  ],
  [
    /HANDSHAKE_FAILURE$/,
    'The server ended the TLS handshake. If the server requires a client certificate, pass a certificate with --cert and --key.',
  ],
  [
    /WRONG_VERSION_NUMBER$|PACKET_LENGTH_TOO_LONG$|RECORD_LAYER_FAILURE$/,
    'The server does not seem to speak TLS: did you mean http://{host} ?',
  ],
  [
    /^HTTP2$|ALERT_NO_APPLICATION_PROTOCOL$/,
    'The server speaks only HTTP/2, but the kit tests HTTP/1.1. Enable HTTP/1.1 on the server, or put a gateway in front of it.',
  ],
]
/** An HTML page with a form or a password field. */
const LOGIN_PAGE = /^\s*<[\s\S]*?(?:<form\b|type=.?password)/i
/** The status codes of a server that has no operation at the requested URL. */
const MISSING = [404, 405, 410, 501]

/**
 * Says what prevents the first request of a run from reaching the operation, and what to do about it. Returns undefined if nothing seems to
 * prevent the request.
 */
export async function findObstacle(exchange: Exchange, path: string, socket: SocketOptions) {
  const { url, response, failure } = exchange
  const [, advice] = CODES.find(([code]) => code.test(failure?.code ?? '')) ?? []
  if (advice) return advice.replace('{host}', parseAddress(url).host)
  if (response?.status === 200 && LOGIN_PAGE.test(response.body.toString('latin1', 0, 64_000)))
    return 'The server answered the request with what looks like a login page, so the token probably did not reach the service. Pass the base URL of the API, and check how the gateway in front of it expects to receive the token.'
  if (isPlantsAnswer(exchange)) return undefined
  if (await speaksTls(exchange, socket))
    return `The server speaks TLS on this port: did you mean https://${parseAddress(url).host} ?`
  // A server may reject a client certificate by closing the connection after the handshake.
  if (socket.route?.tls.cert !== undefined && /^(empty|reset)$/.test(failure?.kind ?? ''))
    return `The server accepted the TLS handshake and closed the connection (${failure?.message}). If the server does not trust the client certificate, pass another certificate with --cert and --key.`
  if (response && url.split('?')[0]?.endsWith(path + path) && MISSING.includes(response.status))
    return `${url} returned ${response.status}: the base URL already ends with ${path}. Remove ${path} from the base URL.`
  return describeProxyPage(exchange)
}

/** Whether the server speaks TLS although the base URL is http. Many web servers answer plain HTTP on a TLS port with a 400 that says so. */
export async function speaksTls({ url, response, failure }: Exchange, options: SocketOptions) {
  const isOdd = response
    ? response.status === 400 && /HTTPS|SSL|TLS/.test(response.body.toString('latin1', 0, 2_000))
    : /^(empty|reset|unparsable)$/.test(failure.kind)
  const address = parseAddress(url)
  if (!isOdd || address.protocol === 'https:') return false
  // Wait for at most a second, because a TLS handshake usually takes less time.
  const trusting = { ...options, timeout: Math.min(options.timeout, 1_000), trustsAll: true }
  const socket = await openSocket({ ...address, protocol: 'https:' }, trusting)
  if ('kind' in socket) return /ALERT/.test(socket.code ?? '')
  socket.destroy()
  return true
}

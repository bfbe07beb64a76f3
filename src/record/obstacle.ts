import { type Exchange, isPlantsAnswer } from '../judge/exchange.ts'
import { describeProxyPage } from '../judge/transcript.ts'
import { parseAddress } from './http/url.ts'

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
/** Statuses that an address returns if the operation is not there. */
const MISSING = [404, 405, 410, 501]

/**
 * Says in two sentences what keeps the first request of a run from reaching the operation, and what to do about it. Undefined if the
 * operation's own server answered, or if nothing answered.
 */
export function findObstacle(exchange: Exchange, path: string): string | undefined {
  const { url, response, failure } = exchange
  const [, advice] = CODES.find(([code]) => code.test(failure?.code ?? '')) ?? []
  if (advice) return advice(parseAddress(url).host)
  if (!response || isPlantsAnswer(exchange)) return undefined
  if (url.split('?')[0]?.endsWith(path + path) && MISSING.includes(response.status))
    return `${url} returned ${response.status}: the base URL already ends with ${path}. Leave ${path} out of it.`
  return describeProxyPage(response)
}

import type { ConnectionOptions, TLSSocket } from 'node:tls'
import type { Failure } from '../../judge/exchange.ts'

/** Opens a TLS connection. Loads what that needs only now: it takes longer than a whole request without TLS. */
export function connectTls(options: ConnectionOptions): TLSSocket {
  return process.getBuiltinModule('node:tls').connect(options)
}

/** Why TLS failed, by the end of the error code of OpenSSL. */
const CAUSES: readonly (readonly [code: RegExp, message: string])[] = [
  [/ALERT_CERTIFICATE_REQUIRED$/, 'the server requires a client certificate'],
  [/ALERT_NO_APPLICATION_PROTOCOL$/, 'the server does not speak HTTP/1.1 over TLS'],
  [/WRONG_VERSION_NUMBER$|PACKET_LENGTH_TOO_LONG$|RECORD_LAYER_FAILURE$/, 'the server does not speak TLS'],
]

/** The failure of a TLS connection, before or after it opened; undefined for other error codes. */
export function explainHandshake(code: string | undefined, message: string): Failure | undefined {
  if (
    code === undefined ||
    !/CERT|SSL|TLS|EPROTO|SELF_SIGNED|ALTNAME|UNABLE_TO|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH/.test(code)
  )
    return undefined
  const known = CAUSES.find(([pattern]) => pattern.test(code))
  return { kind: 'tls', message: known ? `${known[1]} (${code})` : `${message.trim()} (${code})` }
}

import type { ConnectionOptions, TLSSocket } from 'node:tls'

/** Opens a TLS connection. Loads what that needs only now: it takes longer than a whole request without TLS. */
export function connectTls(options: ConnectionOptions): TLSSocket {
  return process.getBuiltinModule('node:tls').connect(options)
}

import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Failure } from '../exchange.ts'
import { type Resolution, resolvedAddress } from './resolution.ts'
import type { Address } from './url.ts'

const READ = 64 * 1024

/**
 * Opens a connection, TLS included, within the time limit. Never throws: what went wrong is a value. The bytes of a `data`
 * event are good until it returns: a buffer for each would take more memory than the answers do.
 */
export function openSocket(
  address: Address,
  timeout: number,
  resolutions: readonly Resolution[],
): Promise<Socket | Failure> {
  const { hostname, port } = address
  const host = resolvedAddress(address, resolutions) ?? hostname
  return new Promise((resolve) => {
    const secure = address.protocol === 'https:'
    const onread = {
      buffer: Buffer.allocUnsafeSlow(READ),
      callback: (length: number, bytes: Uint8Array) => {
        socket.emit('data', Buffer.from(bytes.buffer, bytes.byteOffset, length))
        return true
      },
    }
    const place = { host, port, onread }
    // HTTP/1.1 alone is offered: the raw bytes of an answer are what is judged, and HTTP/2 has other ones. The certificate
    // is to be for the name, wherever it leads.
    const named = /[a-z]/i.test(hostname) && !hostname.includes(':') && { servername: hostname }
    const socket: Socket = secure
      ? connectTls({ ...place, ALPNProtocols: ['http/1.1'], ...named })
      : connectTcp(place)
    socket.setNoDelay(true)
    const timer = setTimeout(() => {
      settle({ kind: 'timeout', message: `no connection to ${address.host} within ${timeout} ms` })
      socket.destroy()
    }, timeout)
    const settle = (outcome: Socket | Failure): void => {
      clearTimeout(timer)
      socket.removeAllListeners()
      // Errors after this point reach whoever uses the socket by its close event; without a listener they would throw.
      socket.on('error', () => {})
      resolve(outcome)
    }
    socket.once(secure ? 'secureConnect' : 'connect', () => settle(socket))
    socket.once('error', (error: NodeJS.ErrnoException) => settle(connectFailure(error, address)))
  })
}

function connectFailure(error: NodeJS.ErrnoException, { host, hostname }: Address): Failure {
  const code = error.code ?? ''
  if (code === 'ECONNREFUSED') return { kind: 'refused', message: `nothing listens on ${host}` }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { kind: 'dns', message: `${hostname} has no address (${code})` }
  if (code === 'ECONNRESET') return { kind: 'reset', message: `${host} closed the connection at once` }
  if (/CERT|SSL|TLS|EPROTO|SELF_SIGNED|ALTNAME/.test(code))
    return { kind: 'tls', message: `no trusted TLS connection to ${host}: ${error.message} (${code})` }
  return { kind: 'unreachable', message: `no connection to ${host}: ${error.message || code}` }
}

import { connect as connectTcp, type Socket } from 'node:net'
import type { Failure } from '../../judge/exchange.ts'
import { findResolution, type Resolution } from '../../judge/resolution.ts'
import type { Address } from '../../judge/url.ts'
import type { Progress } from './connection.ts'
import { openTunnel } from './openTunnel.ts'
import { DIRECT, type Route } from './route.ts'
import { connectTls, explainHandshake } from './tls.ts'

const READ = 64 * 1024
/** Buffers of closed connections, for the next ones: a run opens a hundred connections, few of them at once. */
const spareBuffers: Buffer[] = []
const MAX_SPARE = 32

export type SocketOptions = {
  /** Milliseconds. */
  timeout: number
  resolutions: readonly Resolution[]
  /** Default: directly. */
  route?: Route
  /** The protocols to offer with TLS. Only HTTP/1.1 by default, because the kit checks its raw bytes. */
  protocols?: readonly string[]
  /** Accepts every certificate. Send no secret on such a connection. */
  trustsAll?: boolean
  signal?: AbortSignal | undefined
}

/**
 * Opens a connection, with TLS if needed, within the time limit after the last progress of the run. Never rejects: a failure
 * is a value. The bytes of a `data` event are valid only until its listener returns, because one buffer serves the whole
 * connection.
 */
export function openSocket(
  address: Address,
  {
    timeout,
    resolutions,
    route = DIRECT,
    protocols = ['http/1.1'],
    trustsAll = false,
    signal,
  }: SocketOptions,
  progress: Progress = { at: Number.NEGATIVE_INFINITY },
): Promise<Socket | Failure> {
  const { hostname, port } = address
  const host = findResolution(address, resolutions) ?? hostname
  return new Promise((resolve) => {
    const secure = address.protocol === 'https:'
    const proxy = route.findProxy(address)
    const buffer = (proxy === undefined && spareBuffers.pop()) || Buffer.allocUnsafeSlow(READ)
    const onread = {
      buffer,
      callback: (length: number, bytes: Uint8Array) => {
        socket.emit('data', Buffer.from(bytes.buffer, bytes.byteOffset, length))
        return true
      },
    }
    const path = route.unixSocket
    const place = path === undefined ? { host, port, onread } : { path, onread }
    const tls = {
      ALPNProtocols: [...protocols],
      ...route.tls,
      ...(trustsAll && { rejectUnauthorized: false }),
      // The certificate must match the name, not the address.
      ...(/[a-z]/i.test(hostname) && !hostname.includes(':') && { servername: hostname }),
    }
    const listen = (opening: Socket, event: 'connect' | 'secureConnect'): Socket =>
      opening
        .once(event, () => finish(opening))
        .once('error', (error: NodeJS.ErrnoException) => finish(toFailure(error, address)))
    const openDirectly = (): Socket =>
      secure
        ? listen(connectTls({ ...place, ...tls }), 'secureConnect')
        : listen(connectTcp(place), 'connect')
    const openThrough = (proxy: string): Socket =>
      openTunnel({ ...address, hostname: host }, proxy, (outcome) => {
        if ('message' in outcome) finish({ kind: 'unreachable', message: outcome.message })
        else if (secure) socket = listen(connectTls({ socket: outcome, ...tls }), 'secureConnect')
        else finish(outcome)
      })
    let socket: Socket = proxy === undefined ? openDirectly() : openThrough(proxy)
    socket.setNoDelay(true)
    const giveUp = (failure: Failure): void => {
      finish(failure)
      socket.destroy()
    }
    const began = performance.now()
    const waitForSilence = (): NodeJS.Timeout => {
      const waited = performance.now() - Math.max(began, progress.at)
      return setTimeout(
        () => {
          if (performance.now() - Math.max(began, progress.at) < timeout) timer = waitForSilence()
          else giveUp({ kind: 'timeout', message: `no connection to ${address.host} within ${timeout} ms` })
        },
        Math.ceil(timeout - waited),
      )
    }
    let timer = waitForSilence()
    const stop = (): void => giveUp({ kind: 'stopped', message: 'the run was stopped' })
    signal?.addEventListener('abort', stop)
    const finish = (outcome: Socket | Failure): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      socket.removeAllListeners()
      // From now on the close event reports errors. Without a listener for `error` they would be thrown.
      socket.on('error', () => {})
      if (proxy === undefined && spareBuffers.length < MAX_SPARE)
        socket.once('close', () => spareBuffers.push(buffer))
      resolve(outcome)
    }
  })
}

function toFailure(error: NodeJS.ErrnoException, { host, hostname }: Address): Failure {
  const code = error.code ?? ''
  if (code === 'ECONNREFUSED') return { kind: 'refused', message: `nothing is listening on ${host}` }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { kind: 'dns', message: `${hostname} has no address (${code})` }
  if (code === 'ECONNRESET') return { kind: 'reset', message: `${host} closed the connection at once` }
  const tls = explainHandshake(code, error.message)
  if (tls) return { ...tls, message: `no trusted TLS connection to ${host}: ${tls.message}` }
  return { kind: 'unreachable', message: `no connection to ${host}: ${error.message || code}` }
}

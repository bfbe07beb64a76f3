import { connect as connectTcp, type Socket } from 'node:net'
import type { ConnectionOptions, TLSSocket } from 'node:tls'
import type { Failure } from '../../judge/exchange.ts'
import type { Resolution } from '../../judge/verifyOptions.ts'
import { DIRECT, type Route } from './route.ts'
import { type Address, findResolution } from './url.ts'

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

/** When data was last received on any connection of the run: a server that serves requests in turn is busy, not silent. */
export type Progress = { at: number }

/**
 * Opens a connection, with TLS if needed, within the time limit after the last progress of the run. Never rejects: a failure
 * is a value.
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
    const place = route.unixSocket === undefined ? { host, port } : { path: route.unixSocket }
    const tls = {
      ALPNProtocols: [...protocols],
      ...route.tls,
      ...(trustsAll && { rejectUnauthorized: false }),
      // The certificate must match the name, not the address.
      ...(isName(hostname) && { servername: hostname }),
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
        if ('kind' in outcome) finish(outcome)
        else if (secure) socket = listen(connectTls({ socket: outcome, ...tls }), 'secureConnect')
        else finish(outcome)
      })
    let socket: Socket = proxy === undefined ? openDirectly() : openThrough(proxy)
    socket.setNoDelay(true)
    const giveUp = (failure: Failure): void => {
      finish(failure)
      socket.destroy()
    }
    const stopWatching = watchSilence(progress, timeout, () =>
      giveUp({ kind: 'timeout', message: `no connection to ${address.host} within ${timeout} ms` }),
    )
    const stop = (): void => giveUp({ kind: 'stopped', message: 'the run was stopped' })
    signal?.addEventListener('abort', stop)
    const finish = (outcome: Socket | Failure): void => {
      stopWatching()
      signal?.removeEventListener('abort', stop)
      socket.removeAllListeners()
      // From now on the close event reports errors. Without a listener for `error` they would be thrown.
      socket.on('error', () => {})
      resolve(outcome)
    }
  })
}

/** Calls `onSilent` once this many milliseconds have passed without data on any connection. Returns what ends the watch. */
export function watchSilence(progress: Progress, ms: number, onSilent: () => void): () => void {
  const began = performance.now()
  const measure = (): number => performance.now() - Math.max(began, progress.at)
  let isOver = false
  let timer: NodeJS.Timeout
  const watch = (): void => {
    timer = setTimeout(
      // After an event-loop stall, timers fire before pending socket data is read, so look once more.
      () => setImmediate(() => !isOver && (measure() < ms ? watch() : onSilent())),
      Math.max(1, Math.ceil(ms - measure())),
    )
  }
  watch()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
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

/** Opens a TLS connection. Loads what that needs only now: it takes longer than a whole request without TLS. */
function connectTls(options: ConnectionOptions): TLSSocket {
  return process.getBuiltinModule('node:tls').connect(options)
}

/** TLS takes no address for the name of a server. */
function isName(host: string): boolean {
  return /[a-z]/i.test(host) && !host.includes(':')
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

/** Bytes of the head of a proxy's response. */
const LONGEST_HEAD = 16 * 1024

/**
 * Opens a connection to the server through an HTTP proxy, with CONNECT, so that the proxy changes no byte. Calls `done` with the
 * socket when it leads to the server. The socket that is returned can be destroyed at any time.
 */
function openTunnel(
  { hostname, port }: Address,
  proxy: string,
  done: (outcome: Socket | Failure) => void,
): Socket {
  const { protocol, hostname: host, port: given, username, password } = new URL(proxy)
  const isSecure = protocol === 'https:'
  const place = {
    host: host.replace(/^\[|\]$/g, ''),
    port: given === '' ? (isSecure ? 443 : 80) : Number(given),
  }
  const socket: Socket = isSecure
    ? connectTls({ ...place, ...(isName(host) && { servername: host }) })
    : connectTcp(place)
  const target = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const authorization =
    user === ':' ? '' : `Proxy-Authorization: Basic ${Buffer.from(user).toString('base64')}\r\n`
  let head = Buffer.alloc(0)
  const fail = (why: string): void =>
    finish({ kind: 'unreachable', message: `the proxy ${new URL(proxy).origin} ${why}` })
  const onData = (bytes: Buffer): void => {
    head = Buffer.concat([head, bytes])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) {
      if (head.length > LONGEST_HEAD) fail('sent a response that is too long')
      return
    }
    const [, status = ''] = /^HTTP\/1\.[01] (\d{3})/.exec(head.toString('latin1', 0, end)) ?? []
    if (status === '407') fail('wants a user and a password (407): give them in its URL')
    else if (!status.startsWith('2')) fail(`does not connect to ${target}${status && ` (${status})`}`)
    else if (head.length === end + 4) finish(socket)
    else fail('sent more than its own response')
  }
  const onClose = (): void => fail('closed the connection')
  const onError = (error: NodeJS.ErrnoException): void =>
    fail(error.code === 'ECONNREFUSED' ? 'is not listening' : `failed: ${error.message}`)
  const finish = (outcome: Socket | Failure): void => {
    socket.off('data', onData).off('close', onClose).off('error', onError)
    // Without a listener for `error`, an error would be thrown.
    socket.on('error', () => {})
    if (outcome !== socket) socket.destroy()
    done(outcome)
  }
  socket.once(isSecure ? 'secureConnect' : 'connect', () => {
    socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${authorization}\r\n`)
  })
  return socket.on('data', onData).once('close', onClose).once('error', onError)
}

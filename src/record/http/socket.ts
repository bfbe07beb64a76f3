import type { ClientRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import querystring from 'node:querystring'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ConnectionOptions } from 'node:tls'
import type { Failure } from '../../judge/exchange.ts'
import type { Resolution } from '../../judge/verifyOptions.ts'
import { DIRECT, loadTls, type Route } from './route.ts'
import type { Address } from './url.ts'

export type SocketOptions = {
  /** The maximum number of milliseconds without data. */
  timeout: number
  resolutions: readonly Resolution[]
  /** Default: a direct connection. */
  route?: Route
  /** Whether to accept every certificate. Send no secret on such a connection. */
  trustsAll?: boolean
  signal?: AbortSignal | undefined
}

/** The time of the last data on any connection of the run, because a server may serve only one connection at a time. */
export type Progress = { at: number }

/** Opens a connection, with TLS if needed, or resolves to a failure. The timeout starts again whenever the run receives data. */
export function openSocket(
  address: Address,
  { timeout, resolutions, route = DIRECT, trustsAll = false, signal }: SocketOptions,
  progress: Progress = { at: Number.NEGATIVE_INFINITY },
): Promise<Socket | Failure> {
  const { hostname, port, protocol } = address
  const resolved = resolutions.find((each) => each.host.toLowerCase() === hostname && each.port === port)
  const host = resolved?.address ?? hostname
  const tls = {
    // Offer only HTTP/1.1, because the kit checks the raw bytes of HTTP/1.1.
    ALPNProtocols: ['http/1.1'],
    ...route.tls,
    ...(trustsAll && { rejectUnauthorized: false }),
    // The certificate must match the host name, not the IP address. TLS does not allow an IP address as a server name.
    ...(/[a-z]/i.test(hostname) && !hostname.includes(':') && { servername: hostname }),
  }
  return new Promise((resolve) => {
    const finish = (outcome: Socket | Failure): void => {
      stopWatching()
      signal?.removeEventListener('abort', stop)
      const ended = 'kind' in outcome ? opening : outcome
      ended.removeAllListeners()
      // Ignore errors from now on, because the event `close` follows them. Without a listener for `error`, Node.js would throw errors.
      ended.on('error', () => {})
      if ('kind' in outcome) opening.destroy()
      else outcome.setNoDelay(true)
      resolve(outcome)
    }
    const waitFor = (event: 'connect' | 'secureConnect', socket: Socket): Socket =>
      socket
        .once(event, () => finish(socket))
        .once('error', (error: NodeJS.ErrnoException) => finish(toFailure(error, address)))
    const secure = (place: ConnectionOptions): Socket =>
      waitFor('secureConnect', loadTls().connect({ ...place, ...tls }))
    const isSecure = protocol === 'https:'
    const openThrough = (proxy: string): ClientRequest =>
      openTunnel({ ...address, hostname: host }, proxy, (outcome) => {
        if ('kind' in outcome || !isSecure) finish(outcome)
        else opening = secure({ socket: outcome })
      })
    const place = route.unixSocket === undefined ? { host, port } : { path: route.unixSocket }
    const openDirectly = (): Socket => (isSecure ? secure(place) : waitFor('connect', connect(place)))
    const proxy = route.findProxy(address)
    let opening = proxy === undefined ? openDirectly() : openThrough(proxy)
    const stopWatching = watchSilence(progress, timeout, () =>
      finish({ kind: 'timeout', message: `no connection to ${address.host} within ${timeout} ms` }),
    )
    const stop = (): void => finish({ kind: 'stopped', message: 'the run was stopped' })
    signal?.addEventListener('abort', stop)
    if (signal?.aborted) stop()
  })
}

/** Waits for some turns of the event loop, so that a server in this process can accept a connection, respond or close a connection. */
export async function waitTurns(count = 10): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn()
}

/** Calls `onSilent` after this many milliseconds without data on any connection. Returns a function that stops watching. */
export function watchSilence(progress: Progress, ms: number, onSilent: () => void): () => void {
  // Count steps, and not time: a late step means that this process got too little CPU time. The server may have got too little, too.
  const steps = 10
  let left = steps
  let began = performance.now()
  const timer = setInterval(async () => {
    // Timers fire before data is read, so let Node.js read the data first.
    await waitTurns()
    left = progress.at > began ? steps : left - 1
    began = performance.now()
    if (left === 0) onSilent()
  }, ms / steps)
  return () => {
    left = Number.POSITIVE_INFINITY
    clearInterval(timer)
  }
}

function toFailure(error: NodeJS.ErrnoException, { host, hostname }: Address): Failure {
  const code = error.code ?? ''
  if (code === 'ENOENT') return { kind: 'unreachable', message: 'the Unix domain socket does not exist' }
  if (code === 'ECONNREFUSED') return { kind: 'refused', message: `nothing is listening on ${host}` }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { kind: 'dns', message: `${hostname} has no address (${code})` }
  if (code === 'ECONNRESET') return { kind: 'reset', message: `${host} closed the connection immediately` }
  const tls = explainHandshake(code, error.message)
  if (tls) return { ...tls, message: `no trusted TLS connection to ${host}: ${tls.message}` }
  return { kind: 'unreachable', message: `no connection to ${host}: ${error.message || code}` }
}

/** Explains why a TLS connection could not be opened or has failed. Returns undefined for errors that TLS did not cause. */
export function explainHandshake(code: string | undefined, message: string): Failure | undefined {
  const isTls = /CERT|SSL|TLS|EPROTO|SELF_SIGNED|UNABLE_TO|INVALID_(CA|PURPOSE)|PATH_LENGTH/.test(code ?? '')
  // Remove Node's advice about its own flags, which follows a semicolon.
  return isTls ? { kind: 'tls', message: `${message.trim().split(';')[0]} (${code})`, code } : undefined
}

/** Opens a connection to the server through an HTTP proxy with CONNECT, so that the proxy changes no byte. */
function openTunnel({ hostname, port }: Address, proxy: string, done: (outcome: Socket | Failure) => void) {
  const { origin, protocol, hostname: host, port: proxyPort, username, password } = new URL(proxy)
  const target = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
  const user = querystring.unescape(`${username}:${password}`)
  const authorization = `Basic ${Buffer.from(user).toString('base64')}`
  const fail = (why: string): void => done({ kind: 'unreachable', message: `the proxy ${origin} ${why}` })
  const { request } =
    protocol === 'https:' ? process.getBuiltinModule('node:https') : process.getBuiltinModule('node:http')
  const asking = request({
    method: 'CONNECT',
    host: host.replace(/^\[|\]$/g, ''),
    port: proxyPort,
    path: target,
    agent: false,
    headers: { Host: target, ...(user !== ':' && { 'Proxy-Authorization': authorization }) },
  })
  asking.once('connect', ({ statusCode = 0 }, socket: Socket, head) => {
    const isOpen = statusCode >= 200 && statusCode < 300 && head.length === 0
    if (isOpen) return done(socket)
    socket.destroy()
    if (statusCode === 407) fail('requires a valid user name and password in its URL (407)')
    else if (head.length > 0) fail('sent data after its own response')
    else fail(`did not connect to ${target} (${statusCode})`)
  })
  asking.once('error', ({ message }) => fail(`failed (${message}); check --proxy, HTTP_PROXY and NO_PROXY`))
  asking.end()
  return asking
}

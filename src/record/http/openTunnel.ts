import { connect as connectTcp, type Socket } from 'node:net'
import type { Address } from '../../judge/url.ts'
import { formatProxy } from '../../judge/url.ts'
import { connectTls } from './tls.ts'

/** Bytes of the head of a proxy's response. */
const LONGEST = 16 * 1024

/**
 * Opens a connection to the server through an HTTP proxy, with CONNECT, so that the proxy changes no byte. Calls `done` with the
 * socket when it leads to the server. The socket that is returned can be destroyed at any time.
 */
export function openTunnel(
  { hostname, port }: Address,
  proxy: string,
  done: (outcome: Socket | Error) => void,
): Socket {
  const { protocol, hostname: host, port: given, username, password } = new URL(proxy)
  const isSecure = protocol === 'https:'
  const place = {
    host: host.replace(/^\[|\]$/g, ''),
    port: given === '' ? (isSecure ? 443 : 80) : Number(given),
  }
  const socket: Socket = isSecure
    ? connectTls({ ...place, ...(/[a-z]/i.test(host) && { servername: host }) })
    : connectTcp(place)
  const target = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const authorization =
    username === '' && password === ''
      ? ''
      : `Proxy-Authorization: Basic ${Buffer.from(credentials).toString('base64')}\r\n`
  let head = Buffer.alloc(0)
  const fail = (why: string): void => finish(new Error(`the proxy ${formatProxy(proxy)} ${why}`))
  const onData = (bytes: Buffer): void => {
    head = Buffer.concat([head, bytes])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) {
      if (head.length > LONGEST) fail('sent a response that is too long')
      return
    }
    const [, status = ''] = /^HTTP\/1\.[01] (\d{3})/.exec(head.toString('latin1', 0, end)) ?? []
    if (!status.startsWith('2')) fail(explainStatus(status, target))
    else if (head.length === end + 4) finish(socket)
    else fail('sent more than its own response')
  }
  const onClose = (): void => fail('closed the connection')
  const onError = (error: NodeJS.ErrnoException): void =>
    fail(error.code === 'ECONNREFUSED' ? 'is not listening' : `failed: ${error.message}`)
  const finish = (outcome: Socket | Error): void => {
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

function explainStatus(status: string, target: string): string {
  if (status === '407') return 'wants a user and a password (407): give them in its URL'
  return `does not connect to ${target}${status && ` (${status})`}`
}

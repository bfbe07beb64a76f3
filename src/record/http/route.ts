import { isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { getProxyForUrl } from 'proxy-from-env'
import { readText } from '../../contract/files.ts'
import { messageOf, shellWord } from '../../contract/words.ts'
import { formatResolution, type JudgingOptions, type RouteOptions } from '../../judge/verifyOptions.ts'
import { type Address, parseAddress } from './url.ts'

/** A route to a server, created from the route options. */
export type Route = {
  /** Finds the URL of the proxy for an address. Returns undefined to connect directly. */
  findProxy: (address: Address) => string | undefined
  unixSocket?: string | undefined
  tls: ConnectionOptions
}

export const DIRECT: Route = { findProxy: () => undefined, tls: {} }

/** Creates a route from its options, and reads the route's files. Throws an Error if an option cannot be used. */
export function createRoute({ proxy, unixSocket, cacert, cert, key, insecure }: RouteOptions): Route {
  if (proxy !== undefined && unixSocket !== undefined)
    throw new Error('expected a proxy or a Unix socket, got both')
  if (proxy !== undefined) checkProxy(proxy)
  if ((cert === undefined) !== (key === undefined))
    throw new Error(`expected --cert and --key together, got only --${cert === undefined ? 'key' : 'cert'}`)
  const tls: Route['tls'] = insecure ? { rejectUnauthorized: false } : {}
  if (cacert !== undefined) {
    const authority = readText(cacert)
    const expected = `--cacert: expected certificates as PEM (-----BEGIN CERTIFICATE-----) in ${cacert}`
    // Node.js would silently ignore a file that it cannot parse.
    check(() => new (process.getBuiltinModule('node:crypto').X509Certificate)(authority), expected)
    tls.ca = [...loadTls().getCACertificates(), authority]
  }
  if (cert !== undefined && key !== undefined) {
    tls.cert = readText(cert)
    tls.key = readText(key)
  }
  const expected = `--cert and --key: expected a certificate and its private key as PEM in ${cert} and ${key}`
  // Create the context once, because reading all trusted certificates takes longer than opening a connection.
  if (tls.ca || tls.cert) tls.secureContext = check(() => loadTls().createSecureContext(tls), expected)
  return {
    findProxy: (address) => (unixSocket === undefined ? (proxy ?? findUsualProxy(address)) : undefined),
    ...(unixSocket !== undefined && { unixSocket }),
    tls,
  }
}

/** Loads Node's TLS module when it is needed, because loading the module takes longer than a whole request without TLS. */
export const loadTls = () => process.getBuiltinModule('node:tls')

function check<Value>(use: () => Value, expected: string): Value {
  try {
    return use()
  } catch (error) {
    const more = /mismatch/.test(messageOf(error)) ? '; this is the key of another certificate' : ''
    throw new Error(expected + more)
  }
}

/** Lists the flags, for the kit and for curl, that choose the route to the server. Returns undefined for a direct connection. */
export function listRouteFlags(options: JudgingOptions, route: Route, url: string): string | undefined {
  const { resolve = [], unixSocket, cacert, cert, key } = options
  const proxy = route.findProxy(parseAddress(url))
  const flags = [
    ...resolve.map((each) => ['--resolve', formatResolution(each)]),
    // The proxy's user name and password may be secret.
    ['--proxy', proxy && new URL(proxy).origin],
    ...Object.entries({ '--unix-socket': unixSocket, '--cacert': cacert, '--cert': cert, '--key': key }),
  ].flatMap(([flag, value]) => (value ? [`${flag} ${shellWord(value)}`] : []))
  const acceptsAll = options.insecure || process.env.NODE_TLS_REJECT_UNAUTHORIZED === '0'
  return [...flags, ...(acceptsAll ? ['--insecure'] : [])].join(' ') || undefined
}

/** Finds the proxy in the environment. As in Go, requests to localhost use no proxy, because localhost would be the proxy's own machine. */
function findUsualProxy({ protocol, hostname, host }: Address): string | undefined {
  if (hostname === 'localhost' || hostname === '::1' || (isIP(hostname) === 4 && hostname.startsWith('127.')))
    return undefined
  const proxy = getProxyForUrl(`${protocol}//${host}`)
  if (proxy === '') return undefined
  checkProxy(proxy, 'HTTP_PROXY or HTTPS_PROXY')
  return proxy
}

/** Throws an Error if the URL of a proxy is not http or https. The message does not quote the URL, because it may contain a password. */
function checkProxy(proxy: string, place = '--proxy'): void {
  const protocol = URL.canParse(proxy) ? new URL(proxy).protocol : ''
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new Error(`${place}: expected the URL of an HTTP proxy, such as http://proxy.example:3128`)
}

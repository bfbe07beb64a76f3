import { ANY_PREFIX } from './parseBasePath.ts'

/** The URL at which programs on this machine reach the mock, without a trailing slash. */
export function formatBaseUrl(
  scheme: 'http' | 'https',
  host: string,
  port: number,
  basePath: string,
): string {
  return `${scheme}://${authority(host)}:${port}${basePath === ANY_PREFIX ? '' : basePath}`
}

function authority(host: string): string {
  // A server can listen on all addresses, but a client needs one.
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  // Not isIPv6: its regular expression takes 10 ms to compile, and host names have no colon.
  return host.includes(':') ? `[${host}]` : host
}

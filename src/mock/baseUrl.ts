/** The address under which a program on the same machine reaches the mock, without a slash at its end. */
export function baseUrl(scheme: 'http' | 'https', host: string, port: number, basePath: string): string {
  return `${scheme}://${authority(host)}:${port}${basePath}`
}

function authority(host: string): string {
  // "Every address" can be listened on, but not be called.
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  // Not isIPv6: its regular expression takes ten milliseconds to compile, and no name has a colon.
  return host.includes(':') ? `[${host}]` : host
}

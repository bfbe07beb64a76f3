/** An http(s) address taken apart without normalising it: what follows the host goes on the wire as its owner wrote it. */
export type Address = {
  protocol: 'http:' | 'https:'
  /** Without brackets. */
  hostname: string
  port: number
  /** As the Host field wants it: brackets around IPv6, the port where it is not the scheme's own. */
  host: string
  /** Path and query; begins with a slash. */
  target: string
}

const URL_PARTS = /^(https?):\/\/([^/?#\s]+)([^?#\s]*)(\?[^#\s]*)?(?:#\S*)?$/i

/** Takes an absolute URL apart. Throws an Error that says what was expected. */
export function parseAddress(url: string): Address {
  const [, scheme = '', authority = '', path = '', query = ''] = URL_PARTS.exec(url.trim()) ?? []
  if (!URL.canParse(`${scheme}://${authority}/`))
    throw new Error(
      `expected an absolute http or https URL such as http://127.0.0.1:4010, got ${masked(url)}`,
    )
  const { hostname, port, host } = new URL(`${scheme}://${authority}/`)
  const protocol = scheme.toLowerCase() === 'https' ? 'https:' : 'http:'
  const target = `${path === '' ? '/' : path}${query}`
  return {
    protocol,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    host,
    target: /^[!-~]*$/.test(target) ? target : encodeURI(target),
  }
}

/** The operation's address: its path appended to the base URL, with one slash between them. Throws on a base URL that is none. */
export function joinUrl(base: string, path: string): string {
  const [, , authority = '', , query = ''] = URL_PARTS.exec(base.trim()) ?? []
  if (authority.includes('@'))
    throw new Error(
      `expected a URL without user name or password, got ${masked(base)}; give the token with --token`,
    )
  if (/[^?&]/.test(query)) throw new Error(`expected a base URL without a query, got ${masked(base)}`)
  const { protocol, host, target } = parseAddress(base)
  return `${protocol}//${host}${target.replace(/\?.*$/, '').replace(/\/+$/, '')}${path}`
}

/**
 * The address that a probe asks for: the operation's, or a sibling of it, with the probe's query, behind the one that a
 * redirect may have given the operation.
 */
export function probeUrl(operation: string, probe: { path?: string; query?: string }): string {
  const [place = '', ...given] = operation.split('?')
  const at = probe.path === undefined ? place : place.replace(/\/[^/]*\/?$/, () => probe.path ?? '')
  const queries = [...given, ...(probe.query === undefined ? [] : [probe.query])]
  return queries.length === 0 ? at : `${at}?${queries.join('&')}`
}

function masked(url: string): string {
  return JSON.stringify(url.replace(/\/\/[^/]*@/, '//***@'))
}

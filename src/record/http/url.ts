/** The parts of an http or https URL. ASCII paths and queries are exactly as written, because the kit does not normalise them. */
export type Address = {
  protocol: 'http:' | 'https:'
  /** The host name or address. An IPv6 address has no brackets. */
  hostname: string
  port: number
  /** The value of the Host header: an IPv6 address is in brackets, and the default port of the scheme is omitted. */
  host: string
  /** Path and query, starting with a slash. */
  target: string
}

const URL_PARTS = /^(https?):\/\/([^/?#\s]+)((?:\/[^?#\s]*)?)(\?[^#\s]*)?(?:#\S*)?$/i

/** Parses an absolute URL. If the URL is invalid, throws an Error that says what was expected. */
export function parseAddress(url: string): Address {
  const [, scheme = '', authority = '', path = '', query = ''] = URL_PARTS.exec(url.trim()) ?? []
  if (Number(/:(\d+)$/.exec(authority)?.[1]) > 65535)
    throw new Error(`expected a URL with a port of at most 65535, got ${quoteUrl(url)}`)
  if (!URL.canParse(`${scheme}://${authority}/`))
    throw new Error(`expected a URL such as http://127.0.0.1:4010 (http or https), got ${quoteUrl(url)}`)
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

/** Appends the operation's path to the base URL, with one slash between them. Throws an Error for an invalid base URL. */
export function joinUrl(base: string, path: string): string {
  const [, , authority = '', , query = ''] = URL_PARTS.exec(base.trim()) ?? []
  if (authority.includes('@'))
    throw new Error(`expected a URL without user name or password, got ${quoteUrl(base)}; use --token`)
  if (/[^?&]/.test(query)) throw new Error(`expected a base URL without a query, got ${quoteUrl(base)}`)
  const { protocol, host, target } = parseAddress(base)
  // The lookbehind keeps the time linear if the path has many slashes.
  return `${protocol}//${host}${target.replace(/\?.*/, '').replace(/(?<!\/)\/+$/, '')}${path}`
}

/**
 * Returns the URL of a probe: the operation's URL, with the probe's path and query. If a redirect added a query to the operation's URL, the
 * probe's query follows it.
 */
export function probeUrl(operation: string, probe: { path?: string; query?: string }): string {
  const [address = '', ...given] = operation.split('?')
  const at = probe.path === undefined ? address : address.replace(/\/[^/]*\/?$/, () => probe.path ?? '')
  const queries = [...given, ...(probe.query === undefined ? [] : [probe.query])]
  return queries.length === 0 ? at : `${at}?${queries.join('&')}`
}

/** Quotes a URL, which may be invalid. Hides the user name, the password, the query and the fragment, which may be secret. */
export function quoteUrl(url: string): string {
  return JSON.stringify(url.replace(/^(https?:\/\/)?.*@/is, '$1***@').replace(/([?#]).+/s, '$1***'))
}

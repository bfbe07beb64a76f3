/** The request that the form describes. Fields that are left empty are undefined. */
export type FormRequest = {
  /** The base URL, without the path of the operation. */
  base: string
  /** The path of the operation, and the name of its parameter. */
  path: string
  limitName: string
  /** The name of the chosen user. */
  user: string | undefined
  token: string | undefined
  /** As typed, so that invalid values can be sent. */
  limit: string | undefined
  /** In the order in which they are sent. */
  preferences: readonly Preference[]
  session: string | undefined
}

/** A preference, as in `Prefer: name=value`. */
export type Preference = readonly [name: string, value: string]

const PREFERENCE = /(?<![\w-])([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;]*))/g

/** Parses `rate=0.2, example="none"`. Leaves out what is not a preference. */
export function parsePreferences(text: string): Preference[] {
  return [...text.matchAll(PREFERENCE)].map(([, name = '', quoted, plain = '']) => [
    name,
    quoted?.replaceAll(/\\(.)/g, '$1') ?? plain,
  ])
}

/** The URL to send the request to, with the contract's query parameters only. */
export function buildRequestUrl({ base, path, limitName, limit }: FormRequest): string {
  return base + path + formatQuery(limit === undefined ? [] : [[limitName, limit]])
}

export function buildRequestHeaders({ token, preferences, session }: FormRequest): [string, string][] {
  const headers: [string, string][] = []
  if (token !== undefined) headers.push(['Authorization', `Bearer ${token}`])
  if (preferences.length > 0) headers.push(['Prefer', formatPrefer(preferences)])
  if (session !== undefined) headers.push(['X-Plant-Store-Session', session])
  return headers
}

/** A request as code, in each language that the page offers. */
export const snippets = {
  curl(request: FormRequest): string {
    const headers = buildRequestHeaders(request).map((header) => ` -H ${quoteForShell(header.join(': '))}`)
    return `curl -si${headers.join('')} ${quoteForShell(buildRequestUrl(request))}`
  },
  fetch(request: FormRequest): string {
    const headers = buildRequestHeaders(request).map(
      ([name, value]) => `    ${quoteKey(name)}: ${quote(value)},\n`,
    )
    const options = headers.length > 0 ? `, {\n  headers: {\n${headers.join('')}  },\n}` : ''
    return `const response = await fetch(${quote(buildRequestUrl(request))}${options})\nconst plants = await response.json()`
  },
  /** The whole request as a URL, for clients that can't set headers. It can name a user, but not hold another token. */
  URL({ base, path, limitName, limit, user, preferences, session }: FormRequest): string {
    const parameters: [string, string][] = []
    if (limit !== undefined) parameters.push([limitName, limit])
    if (user !== undefined) parameters.push(['__user', user])
    for (const [name, value] of preferences) parameters.push([`__${name}`, value])
    if (session !== undefined) parameters.push(['__session', session])
    return base + path + formatQuery(parameters)
  },
}

function formatQuery(parameters: readonly (readonly [string, string])[]): string {
  if (parameters.length === 0) return ''
  return `?${parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}`
}

/** Percent-encodes a text, but keeps colons and commas readable: a query may contain them. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/%3A|%2C/g, decodeURIComponent)
}

/** RFC 7240 requires quotes around a value that is not a token. A colon is fine without: the mock reads both, and it is easier to read. */
function formatPrefer(preferences: FormRequest['preferences']): string {
  const texts = preferences.map(([name, value]) =>
    /^[\w.:+-]+$/.test(value) ? `${name}=${value}` : `${name}="${value.replaceAll(/["\\]/g, '\\$&')}"`,
  )
  return texts.join(', ')
}

/** Quotes a text for a shell, which interprets nothing in single quotes but the closing one. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** A JavaScript string literal in single quotes. */
export function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

/** The key of an object literal. */
export function quoteKey(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : quote(name)
}

/** A request that the page sends, or shows as code. */
export type HttpRequest = { url: string; headers: readonly (readonly [name: string, value: string])[] }

/** The functions that write a request as code, by the name of the language or tool. */
export const snippets = { curl: toCurl, fetch: toFetch }

export function toCurl({ url, headers }: HttpRequest, method = 'GET'): string {
  const options = method === 'GET' ? [] : [method === 'HEAD' ? '-I' : `-X ${quoteForShell(method)}`]
  for (const header of headers) options.push(`-H ${quoteForShell(header.join(': '))}`)
  return ['curl -si', ...options, quoteForShell(url)].join(' ')
}

function toFetch({ url, headers }: HttpRequest): string {
  const lines = headers.map(([name, value]) => `    ${quote(name)}: ${quote(value)},\n`)
  const options = lines.length > 0 ? `, {\n  headers: {\n${lines.join('')}  },\n}` : ''
  return `const response = await fetch(${quote(url)}${options})\nconst plants = await response.json()`
}

/** Quotes a string for a shell. Within single quotes, only a single quote must be escaped. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** Formats a string as a JavaScript literal in single quotes. */
export function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

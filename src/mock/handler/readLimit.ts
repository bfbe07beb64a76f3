import { quote } from '../../contract/input/quote.ts'
import { isTypo } from '../../contract/input/suggest.ts'

/** The most plants that a query asks for (Infinity if it has no limit), or why the limit is invalid. */
export type Limit = { most: number; hint?: string } | { problem: string }

/** The contract says `integer` and `int32`. It does not say whether 0 is valid; this server accepts it. */
const MOST = 2 ** 31 - 1
const RANGE = `an integer from 0 to ${MOST}`
const ALL = { most: Number.POSITIVE_INFINITY }
/** Does not repeat the query, which may contain secrets. */
const NOT_UTF8 =
  'the query is not valid: a percent sign must start the escape of a UTF-8 character (%25 is the sign itself)'

/** Reads the parameter `name` from a raw query without its question mark. Ignores other parameters. */
export function readLimit(query: string, name: string): Limit {
  if (query === '') return ALL
  const values: string[] = []
  let hint: string | undefined
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=')
    const key = decode(equals === -1 ? pair : pair.slice(0, equals))
    const raw = equals === -1 ? '' : pair.slice(equals + 1)
    const value = decode(raw)
    if (key === name) values.push(value ?? raw)
    else if (key === undefined || value === undefined) return { problem: NOT_UTF8 }
    else if (isTypo(key, name)) hint = `unknown parameter ${quote(key)}; did you mean ${name}?`
  }
  const [value] = values
  if (value === undefined) return hint === undefined ? ALL : { ...ALL, hint }
  if (values.length > 1)
    return {
      problem: `${name} must be given once, as ${RANGE}, got ${values.slice(0, 3).map(quote).join(' and ')}${values.length > 3 ? ' and more' : ''}`,
    }
  return isValid(value)
    ? { most: Number(value) }
    : { problem: `${name} must be ${RANGE}, got ${quote(value)}` }
}

/** Accepts decimal digits, also with leading zeros, but not `+5`, ` 5`, `5.0` or `1e3`. */
function isValid(value: string): boolean {
  return /^-?[0-9]+$/.test(value) && Number(value) >= 0 && Number(value) <= MOST
}

/** Decodes form-encoded text, as browsers write queries. Returns undefined if it is malformed. */
function decode(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

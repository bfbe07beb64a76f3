import { quote } from '../../contract/quote.ts'
import { isTypo } from '../../contract/suggest.ts'

/** How many plants a query asks for at most (Infinity when it does not say), or why it is refused. */
export type Limit = { most: number; hint?: string } | { problem: string }

/** The contract says `integer` and `int32`; it leaves zero and below open, and this server takes zero. */
const MOST = 2 ** 31 - 1
const RANGE = `an integer from 0 to ${MOST}`
const ALL = { most: Number.POSITIVE_INFINITY }
/** The text itself is not repeated: a query may hold what is nobody's business. */
const NOT_UTF8 =
  'the query is not valid: a percent sign must begin the bytes of a UTF-8 character (%25 is the sign itself)'

/** Reads the parameter `name` from a raw query (without its question mark). Other parameters are ignored. */
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
    else if (isTypo(key, name)) hint = `${quote(key)} is no parameter; did you mean ${name}?`
  }
  const [value] = values
  if (value === undefined) return hint === undefined ? ALL : { ...ALL, hint }
  if (values.length > 1)
    return {
      problem: `${name} must be given once, as ${RANGE}, got ${values.slice(0, 3).map(quote).join(' and ')}${values.length > 3 ? ' and more' : ''}`,
    }
  return inRange(value)
    ? { most: Number(value) }
    : { problem: `${name} must be ${RANGE}, got ${quote(value)}` }
}

/** Decimal digits with an optional minus, as JSON writes an integer but for leading zeros: no `+5`, ` 5`, `5.0`, `1e3`. */
function inRange(value: string): boolean {
  return /^-?[0-9]+$/.test(value) && Number(value) >= 0 && Number(value) <= MOST
}

/** Form-encoded text, as browsers write a query; undefined when it is malformed. */
function decode(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

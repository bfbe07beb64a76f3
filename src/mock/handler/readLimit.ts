import { isTypo } from '../../contract/suggest.ts'
import { quote } from '../../contract/words.ts'
import type { MockContract } from '../mockContract.ts'

/** The most plants that a query asks for (Infinity if it has no limit), or why the limit is invalid. */
export type Limit = { most: number; hint?: string } | { problem: string }

/** The kit's own contract says `integer` and `int32`. It does not say whether 0 is valid; this server accepts it. */
// 1 equivalent mutant: An invalid limit may get 400, or any list.
const INT32: NonNullable<MockContract['limitRange']> = { least: 0, most: 2 ** 31 - 1 }
/** Does not repeat the query, which may contain secrets. */
// 1 equivalent mutant: Messages, and headers that the contract does not have, are free.
const NOT_UTF8 =
  'the query is not valid: a percent sign must start the escape of a UTF-8 character (%25 is the sign itself)'

/** Reads the parameter of the contract from a raw query without its question mark. Ignores other parameters. */
// 30 equivalent mutants: An invalid limit may get 400, or any list.
// 17 equivalent mutants: Messages, and headers that the contract does not have, are free.
export function readLimit(
  query: string,
  { limitName: name, limitRange = INT32 }: Pick<MockContract, 'limitName' | 'limitRange'>,
): Limit {
  const { least, most } = limitRange
  const fallback = { most: limitRange.default ?? Number.POSITIVE_INFINITY }
  if (query === '') return fallback
  const range = `an integer from ${least} to ${most}`
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
  if (value === undefined) return hint === undefined ? fallback : { ...fallback, hint }
  if (values.length > 1)
    return {
      problem: `${name} must be given once, as ${range}, got ${values.slice(0, 3).map(quote).join(' and ')}${values.length > 3 ? ' and more' : ''}`,
    }
  return isInteger(value) && Number(value) >= least && Number(value) <= most
    ? { most: Number(value) }
    : { problem: `${name} must be ${range}, got ${quote(value)}` }
}

/** Accepts decimal digits, also with leading zeros, but not `+5`, ` 5`, `5.0` or `1e3`. */
// 3 equivalent mutants: An invalid limit may get 400, or any list.
function isInteger(value: string): boolean {
  return /^-?[0-9]+$/.test(value)
}

/** Decodes form-encoded text, as browsers write queries. Returns undefined if it is malformed. */
// 6 equivalent mutants: An invalid limit may get 400, or any list.
function decode(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

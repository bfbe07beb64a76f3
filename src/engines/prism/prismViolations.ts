import type { Claim } from '../../harness/engine.ts'

type Violation = { location: string[]; severity: string; message: string }
type Said = Pick<Claim, 'about' | 'message'>

const HEADER = 'sl-violations'
const TOO_MANY = 'Too many violations! '

/** What Prism says is wrong with an answer, read from the field that it adds to it; undefined where it added none. */
export function prismViolations(fields: readonly (readonly [string, string])[]): Said[] | undefined {
  const value = fields.find(([name]) => name.toLowerCase() === HEADER)?.[1]
  if (value === undefined) return undefined
  const violations = parseViolations(value)
  if (!violations) return [{ about: 'body', message: value }]
  // Violations of the request are about what the kit sent; a warning is an undocumented status, of which nothing is promised.
  const errors = violations.filter(
    ({ location, severity }) => location[0] === 'response' && severity === 'Error',
  )
  const said = errors.map((violation): Said => ({ about: subject(violation), message: violation.message }))
  // Prism parses a body by its media type: where that is wrong it has judged a string, and says that it is no array.
  return said.some(({ about }) => about === 'media type')
    ? said.filter(({ about }) => about !== 'body')
    : said
}

/** The fields as the server sent them, as far as Prism passes them on. */
export function withoutViolations<T extends readonly [string, string]>(fields: readonly T[]): T[] {
  return fields.filter(([name]) => name.toLowerCase() !== HEADER)
}

/** Past 8,092 characters Prism cuts the JSON off and puts words before it; what stands before the cut is good. */
function parseViolations(value: string): Violation[] | undefined {
  const text = value.startsWith(TOO_MANY)
    ? `${value.slice(TOO_MANY.length, value.lastIndexOf('},{'))}}]`
    : value
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function subject({ location, message }: Violation): Claim['about'] {
  if (location.includes('body')) return 'body'
  return /status code/i.test(message) ? 'status' : 'media type'
}

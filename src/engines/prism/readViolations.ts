import type { Claim } from '../../judge/engine.ts'

type PrismViolation = { location: string[]; severity: string; message: string }
type Statement = Omit<Claim, 'exchange'>

const HEADER = 'sl-violations'
const TOO_MANY = 'Too many violations! '

/** Reads what Prism says is wrong with a response from the header that it adds; undefined without that header. */
export function readViolations(fields: readonly (readonly [string, string])[]): Statement[] | undefined {
  const value = fields.find(([name]) => name.toLowerCase() === HEADER)?.[1]
  if (value === undefined) return undefined
  const violations = parseViolations(value)
  if (!violations) return [{ about: 'body', message: value }]
  // Violations of the request are about what the kit sent. A warning is an undocumented status, which the contract allows.
  const errors = violations.filter(
    ({ location, severity }) => location[0] === 'response' && severity === 'Error',
  )
  const statements = errors.map(
    (violation): Statement => ({ about: findSubject(violation), message: violation.message }),
  )
  // Prism parses a body by its media type. If that is wrong it validates a string, and complains that it is no array.
  return statements.some(({ about }) => about === 'media type')
    ? statements.filter(({ about }) => about !== 'body')
    : statements
}

/** Prism cuts JSON after 8,092 characters and puts words before it. Everything before the last whole item is fine. */
function parseViolations(value: string): PrismViolation[] | undefined {
  const text = value.startsWith(TOO_MANY)
    ? `${value.slice(TOO_MANY.length, value.lastIndexOf('},{'))}}]`
    : value
  try {
    const violations: unknown = JSON.parse(text)
    return Array.isArray(violations) && violations.every(isViolation) ? violations : undefined
  } catch {
    return undefined
  }
}

/** The server may send this header itself. */
function isViolation(value: unknown): value is PrismViolation {
  const { location, severity, message } = (value ?? {}) as Partial<PrismViolation>
  return Array.isArray(location) && typeof severity === 'string' && typeof message === 'string'
}

function findSubject({ location, message }: PrismViolation): Claim['about'] {
  if (location.includes('body')) return 'body'
  return /status code/i.test(message) ? 'status' : 'media type'
}

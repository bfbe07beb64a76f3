import { mismatch, type Shape } from '../../contract/shape.ts'
import type { RequestHeaders } from '../records.ts'

/**
 * The origins whose pages can read responses. `*`: all origins, without credentials, because scripts add the bearer token
 * themselves. A list: these origins, with credentials. `off`: only the mock's own pages.
 */
export type Cors = '*' | 'off' | readonly string[]

/** Checks an option for origins. Throws an InputError. */
export const readCors: Shape<Cors> = (value, pointer) => {
  if (value === '*' || value === 'off') return value
  if (Array.isArray(value) && value.every((origin) => typeof origin === 'string')) return value
  throw mismatch(pointer, "'*', 'off' or a list of origins", value)
}

// 1 equivalent mutant: Cross-origin access is optional.
const EXPOSED =
  'Allow, Date, Preference-Applied, Retry-After, WWW-Authenticate, X-Plant-Store-Hint, X-Plant-Store-Ignored, X-Plant-Store-Rule, X-Plant-Store-Violation'
// 2 equivalent mutants: Cross-origin access is optional.
const VARY = ['Vary', 'Origin']
// 2 equivalent mutants: Cross-origin access is optional.
const ANY_ORIGIN = ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', EXPOSED, ...VARY]

/** The CORS headers of every response, including errors, so that browsers don't report a CORS failure instead of the status. */
// 4 equivalent mutants: Cross-origin access is optional.
export function corsHeaders(cors: Cors, headers: RequestHeaders): readonly string[] {
  if (cors === '*') return ANY_ORIGIN
  if (cors === 'off') return []
  const { origin } = headers
  // Caches must keep responses to different origins apart.
  if (typeof origin !== 'string' || !cors.includes(origin)) return VARY
  return [
    'Access-Control-Allow-Origin',
    origin,
    'Access-Control-Allow-Credentials',
    'true',
    'Access-Control-Expose-Headers',
    EXPOSED,
    ...VARY,
  ]
}

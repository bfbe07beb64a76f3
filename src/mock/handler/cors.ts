import type { RequestHeaders } from '../records.ts'

/**
 * Which pages may read the answers. `*`: those of any origin, without credentials: what protects the plants is the bearer
 * token, which a script adds itself. A list: those origins, with credentials. `off`: none but the mock's own.
 */
export type Cors = '*' | 'off' | readonly string[]

const EXPOSED =
  'Allow, Date, Preference-Applied, Retry-After, WWW-Authenticate, X-Plant-Store-Hint, X-Plant-Store-Ignored, X-Plant-Store-Rule'
const VARY = ['Vary', 'Origin']
const ANYBODY = ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', EXPOSED, ...VARY]

/** The fields of every answer, errors and faults included, or a browser would show a CORS failure in place of the status. */
export function corsHeaders(cors: Cors, headers: RequestHeaders): readonly string[] {
  if (cors === '*') return ANYBODY
  if (cors === 'off') return []
  const { origin } = headers
  // A cache must keep apart what one origin may read and another may not.
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

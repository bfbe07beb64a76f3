import type { Cause } from './cause.ts'
import type { Check } from './check.ts'

const RANDOM =
  'The same request is right at other times, so look for what differs between two attempts: an instance behind a load balancer, a cache, or state that requests share.'

/** What traits suggest, by their keys. It says more than the fix of the check, which is about what is wrong at all times. */
const HINTS: readonly (readonly [key: RegExp, hint: string])[] = [
  [
    /^(parallel$|together=)/,
    'Look for state that concurrent requests share, such as a global variable, a static field or a pooled object.',
  ],
  [
    /^position/,
    'Look for what is kept from one request of a connection to the next, such as a user, a buffer or a response object.',
  ],
  [
    /^(after:|before=)/,
    'Look for what the request before leaves behind, such as a cached response or a changed setting.',
  ],
  [
    /^query=/,
    'Read the query with a library that splits it at &, decodes names and values, and passes over parameters that you do not know.',
  ],
  [
    /^if-(none-match|modified-since)=/,
    'To a conditional request, send a 304 without a body if nothing changed, and otherwise the usual response.',
  ],
]

/** Parts of a request that are no header: the fix of the check already speaks of them. */
const NO_HEADERS = new Set(['limit', 'user', 'credentials'])

/** What to change in the server. If the request is not the whole cause, the fix of the check alone would mislead. */
export function writeFix({ fix, fitsRandom }: Check, cause: Cause | undefined): string {
  if (fitsRandom || !cause) return fix
  const { data, traits } = cause
  if (data.kind === 'intermittent') return RANDOM
  const hint = HINTS.find(([key]) => traits.some((trait) => key.test(trait.key)))
  if (hint) return hint[1]
  const [trait, ...others] = traits
  if (data.kind !== 'condition' || trait?.kind !== 'condition' || others.length > 0) return fix
  if (NO_HEADERS.has(trait.dimension ?? '')) return fix
  return `Look for code or middleware that depends on ${trait.when.replace(/^with(out)? /, '')}. ${fix}`
}

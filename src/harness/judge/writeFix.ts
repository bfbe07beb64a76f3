import type { Cause } from '../cause/cause.ts'
import type { Check } from '../check.ts'

const RANDOM =
  'The same request is right at other times, so look for what differs between two attempts: an instance behind a load balancer, a cache, or state that requests share.'
const IN_TURN =
  'Look for something that takes turns, such as instances behind a load balancer, or that counts requests.'

/** What a moment suggests, by the key of its trait. */
const MOMENTS: readonly (readonly [key: RegExp, hint: string])[] = [
  [
    /^(parallel$|together=)/,
    'Look for state that concurrent requests share, such as a global variable, a static field or a pooled object.',
  ],
  [
    /^position/,
    'Look for what is kept from one request of a connection to the next, such as a buffer, a parser or a response object.',
  ],
  [
    /^(after:|before=)/,
    'Look for what the request before leaves behind, such as a cached response or a changed setting.',
  ],
]

/** What to change in the server. If the request is not the whole cause, the fix of the check alone would mislead. */
export function writeFix({ fix, fitsRandom }: Check, cause: Cause | undefined): string {
  if (fitsRandom || !cause) return fix
  if (cause.when.endsWith('no pattern')) return RANDOM
  if (cause.when.startsWith('on every')) return `${IN_TURN} ${fix}`
  const moment = MOMENTS.find(([key]) => cause.traits.some((trait) => key.test(trait.key)))
  return moment ? `${moment[1]} ${fix}` : fix
}

import type { Cause } from '../cause.ts'
import { type Exchange, isBadLimit } from '../exchange.ts'

/** How unusual a request is: the fewest differences first; then the usual token and spelling, and the smallest limit. */
export function rankRequest({ probe }: Exchange, cause?: Cause): number {
  const { conditions, credential, query, most = 0, fields = [], omit = [], parallel } = probe
  const differences = conditions
    ? Object.keys(conditions).length
    : fields.length + omit.length + Number(query !== undefined)
  const isCrowded = parallel !== undefined && !cause?.traits.some(({ key }) => key === 'parallel')
  const isEncoded = query?.includes('%') === true
  const oddities =
    2 * Number(isBadLimit(probe)) +
    Number(credential.kind === 'other') +
    4 * Number(isEncoded) +
    Number(isCrowded)
  return 3 * differences + oddities + most / 2 ** 32
}

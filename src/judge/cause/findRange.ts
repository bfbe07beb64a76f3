import type { Exchange } from '../exchange.ts'
import type { Cause, Judged } from './cause.ts'

/** Fewer different limits on one side may be a coincidence. */
const FEW = 2
/** A query that is nothing but a whole number, which is too large for `most`. */
const WHOLE = /^[^=&]+=(\d+)&?$/

/**
 * Finds out whether only large limits violate the check, or only small ones, or, of those that are not an int32, only some numbers. A
 * list without a limit is the largest.
 */
export function findRange({ violating, passing }: Judged): Cause | undefined {
  const broken = new Set(violating.map(readMost))
  const sound = new Set(passing.map(readMost))
  if (broken.has(undefined)) return undefined
  sound.delete(undefined)
  const isOutside = violating.every(({ probe }) => probe.limit === 'outside')
  if (isOutside && broken.size >= FEW && sound.size === 0) return describe('a whole number')
  if (broken.size < FEW || sound.size < FEW) return undefined
  const [least, most] = findBounds(broken)
  if (isOutside)
    return [...sound].some((limit = 0) => limit >= least && limit <= most)
      ? undefined
      : describe(`a whole number from ${least} to ${most}`)
  const [leastSound, mostSound] = findBounds(sound)
  const end = most === Number.POSITIVE_INFINITY ? ', or without a limit' : ''
  if (least > mostSound) return describe(`a limit of ${least} or more${end}`)
  return most < leastSound ? describe(`a limit of ${most} or less`) : undefined
}

function describe(range: string): Cause {
  return { kind: 'any', traits: [], when: `only with ${range}` }
}

function readMost({ probe: { limit, most, query = '' } }: Exchange): number | undefined {
  if (limit === 'absent') return Number.POSITIVE_INFINITY
  if (limit !== 'outside') return most
  const [, digits] = WHOLE.exec(query) ?? []
  return digits === undefined ? undefined : Number(digits)
}

function findBounds(limits: ReadonlySet<number | undefined>): [least: number, most: number] {
  const numbers = [...limits].filter((limit) => limit !== undefined)
  return [Math.min(...numbers), Math.max(...numbers)]
}

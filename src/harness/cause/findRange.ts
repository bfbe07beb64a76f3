import type { Exchange } from '../exchange.ts'
import type { Cause, Judged } from './cause.ts'

/** Fewer different limits on one side may be a coincidence. */
const FEW = 2

/** Finds out whether only large limits violate the check, or only small ones. A list without a limit is the largest. */
export function findRange({ violating, passing }: Judged): Cause | undefined {
  const broken = new Set(violating.map(readMost))
  const sound = new Set(passing.map(readMost))
  if (broken.has(undefined)) return undefined
  sound.delete(undefined)
  if (broken.size < FEW || sound.size < FEW) return undefined
  const [least, most] = findBounds(broken)
  const [leastSound, mostSound] = findBounds(sound)
  const end = most === Number.POSITIVE_INFINITY ? ', or without a limit' : ''
  if (least > mostSound) return describe(`${least} or more${end}`)
  return most < leastSound ? describe(`${most} or less`) : undefined
}

function describe(range: string): Cause {
  return { kind: 'any', traits: [], when: `only with a limit of ${range}` }
}

function readMost({ probe }: Exchange): number | undefined {
  return probe.limit === 'absent' ? Number.POSITIVE_INFINITY : probe.most
}

function findBounds(limits: ReadonlySet<number | undefined>): [least: number, most: number] {
  const numbers = [...limits].filter((limit) => limit !== undefined)
  return [Math.min(...numbers), Math.max(...numbers)]
}

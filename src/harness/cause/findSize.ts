import type { Exchange } from '../exchange.ts'
import type { Cause, Judged } from './cause.ts'

/** Fewer different sizes on one side may be a coincidence. */
const FEW = 2

/** Finds out whether only long responses violate the check. */
export function findSize({ violating, passing }: Judged): Cause | undefined {
  const broken = new Set(violating.map(measure))
  const sound = new Set(passing.map(measure))
  const least = Math.min(...broken)
  if (broken.size < FEW || sound.size < FEW || least <= Math.max(...sound)) return undefined
  return { kind: 'any', traits: [], when: `only in responses of ${least} bytes or more` }
}

function measure({ response }: Exchange): number {
  return response?.body.length ?? 0
}

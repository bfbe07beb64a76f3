import type { Cause, Judged } from './cause.ts'

/** Fewer different limits on one side may be a coincidence. */
const FEW = 2

/** Finds out whether only large limits violate the check, or only small ones. */
export function findRange({ violating, passing }: Judged): Cause | undefined {
  const broken = new Set(violating.map(({ probe }) => probe.most))
  const sound = new Set(passing.map(({ probe }) => probe.most))
  if (broken.has(undefined)) return undefined
  sound.delete(undefined)
  if (broken.size < FEW || sound.size < FEW) return undefined
  const [least, most] = findBounds(broken)
  const [leastSound, mostSound] = findBounds(sound)
  const range = least > mostSound ? `${least} or more` : most < leastSound ? `${most} or less` : undefined
  return range === undefined ? undefined : { kind: 'any', traits: [], when: `only with a limit of ${range}` }
}

function findBounds(limits: ReadonlySet<number | undefined>): [least: number, most: number] {
  const numbers = [...limits].filter((limit) => limit !== undefined)
  return [Math.min(...numbers), Math.max(...numbers)]
}

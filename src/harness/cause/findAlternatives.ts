import type { Cause } from './cause.ts'
import type { Trait, Traits } from './trait.ts'

/** More alternatives are not a pattern. */
const MOST = 3
/** The fewest exchanges of one kind that are not a coincidence. */
const FEW = 2

/** Finds traits of which each violating exchange has one, and no other exchange has any. */
export function findAlternatives(broken: readonly Traits[], sound: readonly Traits[]): Cause | undefined {
  const all = new Map(broken.flatMap((traits) => [...traits]))
  const candidates = [...all.values()].filter(
    ({ key, kind }) => kind !== 'response' && kind !== 'usual' && sound.every((traits) => !traits.has(key)),
  )
  const found = findValues(broken, candidates) ?? cover(broken, candidates)
  return found && { kind: 'any', traits: found, when: `only ${joinAlternatives(found)}` }
}

/** Values of one dimension. */
function findValues(broken: readonly Traits[], candidates: readonly Trait[]): readonly Trait[] | undefined {
  const conditions = candidates.filter(({ kind }) => kind === 'condition')
  return [...Map.groupBy(conditions, ({ dimension }) => dimension).values()]
    .filter((values) => broken.every((traits) => values.some(({ key }) => traits.has(key))))
    .sort((one, other) => one.length - other.length)[0]
}

/** The traits that cover the most exchanges, one after another. */
function cover(broken: readonly Traits[], candidates: readonly Trait[]): readonly Trait[] | undefined {
  const found: Trait[] = []
  let rest = broken
  while (rest.length > 0 && found.length < MOST) {
    const counted = candidates.map((trait) => ({
      trait,
      count: rest.filter((traits) => traits.has(trait.key)).length,
    }))
    const best = counted.reduce((one, other) => (other.count > one.count ? other : one), {
      trait: undefined as Trait | undefined,
      count: FEW - 1,
    })
    const { trait } = best
    if (trait === undefined) return undefined
    found.push(trait)
    rest = rest.filter((traits) => !traits.has(trait.key))
  }
  return rest.length === 0 ? found : undefined
}

/** Finds a trait that all exchanges without a violation have, and no other. */
export function findException(broken: readonly Traits[], sound: readonly Traits[]): Cause | undefined {
  const [first = new Map<string, Trait>(), ...others] = sound
  const candidates = [...first.values()].filter(
    ({ key, kind }) =>
      (kind === 'condition' || kind === 'request' || (kind === 'moment' && sound.length > FEW)) &&
      others.every((traits) => traits.has(key)) &&
      broken.every((traits) => !traits.has(key)),
  )
  const [trait] = candidates
  // One exchange differs from the others in many ways.
  const isClear = sound.length > FEW || candidates.every(({ dimension }) => dimension === trait?.dimension)
  if (trait === undefined || !isClear) return undefined
  return { kind: 'except', traits: [trait], when: `always, except ${trait.when}` }
}

function joinAlternatives(traits: readonly Trait[]): string {
  const shown = traits.slice(0, MOST).map(({ when }) => when)
  const hidden = traits.length - shown.length
  return hidden > 0 ? `${shown.join(', ')} or ${hidden} more` : shown.join(' or ')
}

import type { Cause } from './cause.ts'
import { joinAlternatives } from './joinAlternatives.ts'
import type { Trait, Traits } from './trait.ts'

/** More alternatives are not a pattern. */
const MOST = 3
/** The fewest exchanges of one kind that are not a coincidence. */
const FEW = 2

/** Finds traits of which each violating exchange has one, and no other exchange has any. */
export function findAlternatives(
  broken: readonly Traits[],
  sound: readonly Traits[],
  kinds: readonly Trait['kind'][],
): Cause | undefined {
  const all = new Map(broken.flatMap((traits) => [...traits]))
  const candidates = [...all.values()].filter(
    ({ key, kind }) => kinds.includes(kind) && sound.every((traits) => !traits.has(key)),
  )
  const found = findValues(broken, candidates) ?? cover(broken, candidates)
  if (!found) return undefined
  const alternatives = found.map((trait) => [trait])
  return { kind: 'any', traits: found, when: `only ${joinAlternatives(alternatives, sound, MOST)}` }
}

/** Finds the credentials of all violating exchanges, if they are few. Each may have been sent only once, so the rest is a guess. */
export function findCredentials(broken: readonly Traits[], sound: readonly Traits[]): Cause | undefined {
  const listLabels = (traits: Traits): Trait[] =>
    [...traits.values()].filter(({ key }) => key.startsWith('credential:'))
  const found = new Map(broken.flatMap(listLabels).map((trait) => [trait.key, trait]))
  const isSeparate = sound.every((traits) => listLabels(traits).every(({ key }) => !found.has(key)))
  if (found.size < 2 || found.size > MOST || !isSeparate) return undefined
  const when = [...found.values()].map((trait) => trait.when).join(' or ')
  return { kind: 'any', traits: [...found.values()], when: `only seen ${when}` }
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

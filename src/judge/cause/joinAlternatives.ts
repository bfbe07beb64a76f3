import type { Trait, Traits } from './trait.ts'

/** Says `with one or with another`, or, for values of one dimension, what they are together. `sound`: the exchanges without a violation. */
export function joinAlternatives(
  alternatives: readonly (readonly Trait[])[],
  sound: readonly Traits[],
  most: number,
): string {
  const together = findGroup(alternatives, sound)
  if (together !== undefined) return together
  const shown = alternatives.slice(0, most).map((traits) => traits.map(({ when }) => when).join(' and '))
  const hidden = alternatives.length - shown.length
  return hidden > 0 ? `${shown.join(', ')} or ${hidden} more` : shown.join(' or ')
}

/** The smallest group with all of these values. Its other values must not occur without a violation. */
function findGroup(
  alternatives: readonly (readonly Trait[])[],
  sound: readonly Traits[],
): string | undefined {
  const traits = alternatives.flat()
  const isSingle = alternatives.length > 1 && alternatives.every(({ length }) => length === 1)
  const found = traits[0]?.groups?.filter(
    ({ keys }) =>
      traits.every(({ key }) => keys.includes(key)) &&
      keys.every((key) => traits.some((trait) => trait.key === key) || !sound.some((each) => each.has(key))),
  )
  return isSingle ? found?.sort((one, other) => one.keys.length - other.keys.length)[0]?.when : undefined
}

import { changePlants, changeResponses } from '../../change.ts'
import type { Variation } from '../../implementation.ts'
import { defaultPlants, otherPlants } from '../../plants.ts'

/** Lists of two users. */
export const userVariations: readonly Variation[] = [
  {
    id: 'same-list-for-everyone',
    title: 'returns the same list to every user',
    rows: ['V11'],
    difference: changePlants((list, request) => (request.user === 'second' ? defaultPlants : list)),
  },
  {
    id: 'lists-overlap',
    title: 'returns overlapping lists to two users',
    rows: ['V11'],
    difference: { plants: [...otherPlants, ...defaultPlants] },
  },
  {
    id: 'second-user-unknown',
    title: "rejects the second user's token",
    rows: ['V27'],
    difference: changeResponses(
      () => ({ status: 403, headers: {}, body: '' }),
      ({ user }) => user === 'second',
    ),
    incomplete: true,
  },
]

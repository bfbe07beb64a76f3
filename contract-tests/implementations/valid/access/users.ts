import { changePlants, changeResponses, refusePlants } from '../../change.ts'
import type { Variation } from '../../implementation.ts'
import { defaultPlants, otherPlants } from '../../plants.ts'
import type { IncomingRequest } from '../../response.ts'

/** Lists of several users. */
export const userVariations: readonly Variation[] = [
  {
    id: 'same-list-for-everyone',
    title: 'returns the same list to every user',
    rows: ['V11'],
    difference: changePlants((list, request) =>
      request.user === 'second' ? defaultPlants.slice(0, request.limit) : list,
    ),
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
  {
    id: 'three-users',
    title: 'returns different lists to three users, with the same tag twice',
    rows: ['V11'],
    difference: { users: 3 },
    expectations: {
      token: { sees: [{ name: 'Aloe vera', tag: 'house' }, 'Ficus lyrata'], mustNotSee: ['Nepenthes rajah'] },
      otherToken: [
        { sees: [{ name: 'Drosera capensis', tag: 'bog' }], mustNotSee: ['Aloe vera', 'Nepenthes rajah'] },
        {
          sees: [
            { name: 'Rafflesia arnoldii', tag: 'forest' },
            { name: 'Amorphophallus titanum', tag: 'forest' },
          ],
          mustNotSee: ['Aloe vera', 'Drosera capensis'],
        },
      ],
      hidden: ['Atropa belladonna'],
    },
  },
  {
    id: 'three-users-equal-lists',
    title: 'returns the same list to the second and the third user',
    rows: ['V11'],
    difference: {
      users: 3,
      ...changePlants((_list, request) => otherPlants.slice(0, request.limit), isThird),
    },
    expectations: {
      token: { sees: ['Aloe vera'], mustNotSee: ['Drosera capensis'] },
      otherToken: [
        { sees: ['Drosera capensis'], mustNotSee: ['Aloe vera'] },
        { sees: ['Drosera capensis'], mustNotSee: ['Aloe vera'] },
      ],
    },
  },
  {
    id: 'users-without-tags',
    title: 'returns plants without tags to users whose plants have none',
    rows: ['V04'],
    difference: changePlants((list) => list.map(({ name }) => ({ name }))),
    expectations: {
      token: { sees: ['Aloe vera', 'Ficus lyrata'], mustNotSee: ['Drosera capensis'] },
      otherToken: { sees: ['Drosera capensis'], mustNotSee: ['Aloe vera'] },
      hidden: ['Atropa belladonna'],
    },
  },
  {
    id: 'third-user-unknown',
    title: "rejects the third user's token",
    rows: ['V27'],
    difference: { users: 3, ...refusePlants(403, isThird) },
    incomplete: true,
  },
]

function isThird({ user }: IncomingRequest): boolean {
  return user === 'third'
}

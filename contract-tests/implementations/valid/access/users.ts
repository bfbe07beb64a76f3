import { changePlants, changeResponses, refusePlants } from '../../change.ts'
import type { Variation } from '../../implementation.ts'
import { defaultPlants, otherPlants } from '../../plants.ts'
import type { IncomingRequest } from '../../response.ts'
import { valid } from '../../servers.ts'

/** Lists of several users. */
export const userVariations: readonly Variation[] = [
  ...valid('V11', {
    'same-list-for-everyone': [
      'returns the same list to every user',
      changePlants((list, request) =>
        request.user === 'second' ? defaultPlants.slice(0, request.limit) : list,
      ),
    ],
    'lists-overlap': [
      'returns overlapping lists to two users',
      { plants: [...otherPlants, ...defaultPlants] },
    ],
    'second-user-unknown': [
      "rejects the second user's token",
      changeResponses(
        () => ({ status: 403, headers: {}, body: '' }),
        ({ user }) => user === 'second',
      ),
      { rows: 'V27', incomplete: true },
    ],
    'three-users': [
      'returns different lists to three users, with the same tag twice',
      { users: 3 },
      {
        expectations: {
          token: {
            sees: [{ name: 'Aloe vera', tag: 'house' }, 'Ficus lyrata'],
            mustNotSee: ['Nepenthes rajah'],
          },
          otherToken: [
            {
              sees: [{ name: 'Drosera capensis', tag: 'bog' }],
              mustNotSee: ['Aloe vera', 'Nepenthes rajah'],
            },
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
    ],
    'three-users-equal-lists': [
      'returns the same list to the second and the third user',
      {
        users: 3,
        ...changePlants((_list, request) => otherPlants.slice(0, request.limit), isThird),
      },
      {
        expectations: {
          token: { sees: ['Aloe vera'], mustNotSee: ['Drosera capensis'] },
          otherToken: [
            { sees: ['Drosera capensis'], mustNotSee: ['Aloe vera'] },
            { sees: ['Drosera capensis'], mustNotSee: ['Aloe vera'] },
          ],
        },
      },
    ],
    'users-without-tags': [
      'returns plants without tags to users whose plants have none',
      changePlants((list) => list.map(({ name }) => ({ name }))),
      {
        rows: 'V04',
        expectations: {
          token: { sees: ['Aloe vera', 'Ficus lyrata'], mustNotSee: ['Drosera capensis'] },
          otherToken: { sees: ['Drosera capensis'], mustNotSee: ['Aloe vera'] },
          hidden: ['Atropa belladonna'],
        },
      },
    ],
    'third-user-unknown': [
      "rejects the third user's token",
      { users: 3, ...refusePlants(403, isThird) },
      { rows: 'V27', incomplete: true },
    ],
  }),
]

function isThird({ user }: IncomingRequest): boolean {
  return user === 'third'
}

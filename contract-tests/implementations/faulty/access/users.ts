import { setImmediate as turn } from 'node:timers/promises'
import { changePlants, changeResponses, isPlants } from '../../change.ts'
import type { Difference, Fault, Implementation } from '../../implementation.ts'
import { defaultPlants, otherPlants } from '../../plants.ts'
import { type IncomingRequest, jsonResponse } from '../../response.ts'
import { everyNthResponse } from '../../when.ts'
import { faults } from '../faults.ts'

/** A plant whose name careless software alters. */
const ODD = 'Ünï🌱 & <Farn>'
const FOREIGN = 'Drosera capensis'
const LISTS = {
  first: [...defaultPlants.slice(0, 11), { name: ODD }, ...defaultPlants.slice(11)],
  second: otherPlants,
}
const expectations: Implementation['expectations'] = {
  token: { sees: ['Aloe vera', ODD, 'Bellis perennis'], mustNotSee: [FOREIGN] },
  otherToken: { sees: ['Victoria amazonica', FOREIGN], mustNotSee: [ODD, 'Aloe vera'] },
}

const listOf = (user: 'first' | 'second', { limit }: IncomingRequest) =>
  jsonResponse(200, LISTS[user].slice(0, limit))
const isFirst = ({ user }: IncomingRequest): boolean => user === 'first'
const plants = LISTS.first

/** Changes each user's own list. */
const changeLists = (change: Parameters<typeof changePlants>[0]): Difference => ({
  plants,
  ...changePlants(change),
})
const changeNames = (change: (name: string) => string): Difference =>
  changeLists((list) => list.map((plant) => ({ ...plant, name: change(plant.name) })))
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const entries = [
  ...faults('users-not-mixed', {
    'users-current-user-shared': [
      'keeps the current user in a variable that concurrent requests share',
      'CA07',
      {
        plants,
        respond: async (request, correct, memory) => {
          if (correct.status !== 200) return correct
          memory.user = isFirst(request) ? 1 : 2
          await turn()
          return listOf(memory.user === 1 ? 'first' : 'second', request)
        },
      },
    ],
  }),
  ...faults('users-not-replayed', {
    'users-cache-forgets-token': [
      'caches responses by URL alone',
      'CA02',
      {
        plants,
        ...changeResponses((_response, request, memory) => {
          const known = memory[`?${request.query}`] ?? (isFirst(request) ? 1 : 2)
          memory[`?${request.query}`] = known
          return listOf(known === 1 ? 'first' : 'second', request)
        }, isPlants),
      },
    ],
  }),
  ...faults('users-lists-differ', {
    'users-one-list-for-all': [
      'returns the same list for every token',
      'BD15',
      { plants, ...changeResponses((_response, request) => listOf('first', request), isPlants) },
    ],
  }),
  ...faults('users-plants-own', {
    'users-foreign-plant': [
      "returns one of the second user's plants to the first user",
      'BD17',
      changeLists((list, request) =>
        isFirst(request) && request.limits.length === 0 ? [...list, { name: FOREIGN }] : list,
      ),
    ],
    'users-foreign-plant-at-times': [
      "returns one of the second user's plants in every third list of the first user",
      'BD17',
      {
        plants,
        ...changePlants(
          (list) => [...list, { name: FOREIGN }],
          (request, memory) =>
            isFirst(request) && request.limits.length === 0 && everyNthResponse(3)(request, memory),
        ),
      },
    ],
  }),
  ...faults('users-names-unaltered', {
    'users-name-mojibake': [
      'decodes UTF-8 names as Latin-1',
      'BD19',
      changeNames((name) => Buffer.from(name, 'utf8').toString('latin1')),
    ],
    'users-name-html-escapes': ['escapes names as HTML', 'BD19', changeNames(escapeHtml)],
    'users-name-question-marks': [
      'replaces non-ASCII characters in names with question marks',
      'BD19',
      changeNames((name) => name.replace(/[^ -~]/g, '?')),
    ],
    'users-name-cut-code-point': [
      'replaces an emoji in a name with U+FFFD',
      'BD19',
      changeNames((name) => name.replace('🌱', '\ufffd')),
    ],
    'users-name-other-normal-form': [
      'converts names to another Unicode normal form',
      'BD19',
      changeNames((name) => name.normalize('NFD')),
    ],
  }),
  ...faults('users-plants-all', {
    'users-plant-hidden': [
      'omits a plant that the user has access to',
      'BD16',
      changeLists((list) => list.filter(({ name }) => name !== 'Bellis perennis')),
    ],
  }),
  ...faults('users-plants-once', {
    'users-plant-twice': [
      'returns a plant once for each of its tags',
      'BD18',
      changeLists((list, { limits }) =>
        limits.length > 0 ? list : list.flatMap((plant) => (plant.name === ODD ? [plant, plant] : [plant])),
      ),
    ],
  }),
]

/** Wrong plants for one of two users. Only an operator who knows both users' plants can detect them. */
export const userFaults: readonly Fault[] = entries.map((fault) => ({ ...fault, expectations }))

import { setTimeout as pause } from 'node:timers/promises'
import { changePlant, changeResponses } from '../../change.ts'
import type { Fault } from '../../implementation.ts'
import { defaultPlants } from '../../plants.ts'
import { jsonResponse } from '../../response.ts'
import { faults } from '../../servers.ts'

/** Lists that grow too large, too slow or with every request. */
export const growthFaults: readonly Fault[] = [
  ...faults('list-bounded', 'SE15', {
    'list-of-ten-thousand': [
      'returns ten thousand plants in one response',
      { plants: Array.from({ length: 10_000 }, (_, index) => ({ name: `Plant ${index}` })) },
    ],
  }),
  ...faults('default-not-smaller', 'C21', {
    'default-of-ten': [
      'returns only ten plants without limit',
      changeResponses(
        () => jsonResponse(200, defaultPlants.slice(0, 10)),
        ({ limits, user }, _memory, { status }) => status === 200 && limits.length === 0 && user === 'first',
      ),
    ],
  }),
  ...faults('limit-not-wrapped', 'LM17', {
    'limit-of-32-bits': [
      'keeps only the lowest 32 bits of limit',
      changeResponses(
        (response, { limits: [limit = ''], user }) =>
          user === undefined
            ? response
            : jsonResponse(200, defaultPlants.slice(0, Number(BigInt.asIntN(32, BigInt(limit))))),
        ({ limits: [limit = ''] }) => /^\d{10}$/.test(limit) && Number(limit) > 2 ** 32,
      ),
    ],
  }),
  ...faults('limit-costs-no-time', 'RB06', {
    'limit-preallocates': [
      'allocates memory for as many plants as limit allows',
      {
        respond: async ({ limit = 0 }, correct) => {
          if (limit > 2 ** 30) await pause(700)
          return correct
        },
      },
    ],
  }),
  ...faults('names-printable', 'JS13', {
    'name-with-nul': [
      'returns a name with a NUL character',
      changePlant((plant) => ({ ...plant, name: 'Aloe\u0000vera' })),
    ],
  }),
]

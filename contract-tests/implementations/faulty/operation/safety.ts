import { changeResponses } from '../../change.ts'
import type { Fault } from '../../implementation.ts'
import { defaultPlants } from '../../plants.ts'
import { jsonResponse } from '../../response.ts'
import { faults } from '../../servers.ts'

/** Servers that change when they are read. */
export const safetyFaults: readonly Fault[] = [
  ...faults('get-changes-nothing', 'ME04', {
    'get-adds-a-plant': [
      'adds a plant each time the list is read',
      changeResponses(
        (_response, _request, memory) => {
          memory.reads = (memory.reads ?? 0) + 1
          return jsonResponse(200, [
            ...defaultPlants,
            ...Array.from({ length: memory.reads }, () => ({ name: 'Hedera helix' })),
          ])
        },
        ({ method, limits, user }, _memory, { status }) =>
          status === 200 && method === 'GET' && limits.length === 0 && user === 'first',
      ),
    ],
    'get-removes-what-it-returns': [
      'takes the plants of a limited list out of the whole list',
      changeResponses(
        (_response, { limit = 0 }, memory) => {
          const rest = defaultPlants.slice(memory.taken ?? 0)
          memory.taken = (memory.taken ?? 0) + limit
          return jsonResponse(200, limit === 0 ? rest : rest.slice(0, limit))
        },
        ({ user }, _memory, { status }) => status === 200 && user === 'first',
      ),
    ],
  }),
]

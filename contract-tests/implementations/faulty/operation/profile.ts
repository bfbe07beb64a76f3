import { changeResponses } from '../../change.ts'
import type { Fault } from '../../implementation.ts'
import { defaultPlants } from '../../plants.ts'
import { errorResponse, jsonResponse } from '../../response.ts'
import { faults } from '../../servers.ts'

/** Choices that the contract leaves open and the report describes. */
export const profileFaults: readonly Fault[] = [
  ...faults('profile-limit', 'C24', {
    'limit-zero-gives-all': [
      'treats limit=0 as no limit',
      changeResponses(
        () => jsonResponse(200, defaultPlants),
        ({ limits: [limit], user }) => limit === '0' && user === 'first',
      ),
    ],
  }),
  ...faults('profile-refusals', 'C02', {
    'unknown-method-404': [
      'returns 404 to unknown methods',
      changeResponses(
        () => errorResponse(404, 'there is nothing here'),
        ({ method }) => method === 'FOO',
      ),
    ],
  }),
]

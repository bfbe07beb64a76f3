import { changeResponses } from '../../change.ts'
import type { Fault } from '../../implementation.ts'
import { defaultPlants } from '../../plants.ts'
import { errorResponse, jsonResponse } from '../../response.ts'
import { faults } from '../faults.ts'

/** Choices that the contract leaves open and the report describes. */
export const profileFaults: readonly Fault[] = [
  ...faults('profile-limit', {
    'limit-zero-gives-all': [
      'treats limit=0 as no limit',
      'C24',
      changeResponses(
        () => jsonResponse(200, defaultPlants),
        ({ limits: [limit], user }) => limit === '0' && user === 'first',
      ),
    ],
  }),
  ...faults('profile-refusals', {
    'unknown-method-404': [
      'returns 404 to unknown methods',
      'C02',
      changeResponses(
        () => errorResponse(404, 'there is nothing here'),
        ({ method }) => method === 'FOO',
      ),
    ],
  }),
]

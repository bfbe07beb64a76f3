import { changeResponses, setHeaders } from '../../change.ts'
import { isUnauthorised } from '../../credentials.ts'
import type { Fault } from '../../implementation.ts'
import { defaultPlants } from '../../plants.ts'
import { errorResponse, jsonResponse } from '../../response.ts'
import { faults } from '../../servers.ts'

/** Wrong responses to missing and invalid credentials. */
export const refusalFaults: readonly Fault[] = [
  ...faults('auth-refusal-without-plants', 'AU02', {
    'auth-refusal-with-list': [
      'returns 401 with the whole list to a request without a token',
      changeResponses(
        (response) => ({ ...response, body: JSON.stringify(defaultPlants) }),
        (request) => isUnauthorised(request) && request.headers.authorization === undefined,
      ),
    ],
    'auth-refusal-with-error-and-list': [
      'returns 403 with an error and the plants to a wrong token',
      changeResponses(
        () => jsonResponse(403, { error: 403, message: 'wrong token', data: { plants: defaultPlants } }),
        (request) => isUnauthorised(request) && request.headers.authorization !== undefined,
      ),
    ],
  }),
  ...faults('auth-refusal-no-crash', 'AU18', {
    'auth-crash': [
      'returns 500 to a request without a token',
      changeResponses(() => errorResponse(500, 'no'), isUnauthorised),
    ],
  }),
  ...faults('auth-challenge-present', 'AU19 C06', {
    'auth-no-challenge': [
      'returns 401 without WWW-Authenticate',
      setHeaders({ 'WWW-Authenticate': undefined }, [401]),
    ],
  }),
  ...faults('error-for-credentials', 'C03', {
    'auth-400-text': [
      'returns a plain-text 400 to invalid credentials',
      changeResponses(
        () => ({ status: 400, headers: { 'Content-Type': 'text/plain' }, body: 'Bad Request' }),
        isUnauthorised,
      ),
    ],
  }),
]

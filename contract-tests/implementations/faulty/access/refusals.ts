import { changeResponses, setHeaders } from '../../change.ts'
import { isUnauthorised } from '../../credentials.ts'
import type { Fault } from '../../implementation.ts'
import { errorResponse } from '../../response.ts'
import { faults } from '../faults.ts'

/** Wrong responses to missing and invalid credentials. */
export const refusalFaults: readonly Fault[] = [
  ...faults('auth-refusal-no-crash', {
    'auth-crash': [
      'returns 500 to a request without a token',
      'AU18',
      changeResponses(() => errorResponse(500, 'no'), isUnauthorised),
    ],
  }),
  ...faults('auth-challenge-present', {
    'auth-no-challenge': [
      'returns 401 without WWW-Authenticate',
      'AU19 C06',
      setHeaders({ 'WWW-Authenticate': undefined }, [401]),
    ],
  }),
  ...faults('error-for-credentials', {
    'auth-400-text': [
      'returns a plain-text 400 to invalid credentials',
      'C03',
      changeResponses(
        () => ({ status: 400, headers: { 'Content-Type': 'text/plain' }, body: 'Bad Request' }),
        isUnauthorised,
      ),
    ],
  }),
]

import { changeResponses } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { errorResponse } from '../../response.ts'
import { limitIs, limitTextIs, type When } from '../../when.ts'
import { faults } from '../faults.ts'

/** Answers an authorised request with 500. */
const crashes = (when: When): Difference =>
  changeResponses(
    () => errorResponse(500, 'something went wrong'),
    (request, memory) => request.user !== undefined && when(request, memory),
  )

/** Crashes on valid and invalid limits. */
export const limitCrashFaults: readonly Fault[] = [
  ...faults('limit-positive-no-crash', {
    'limit-max-crashes': ['returns 500 for the largest int32', 'LM09 C14', crashes(limitIs(2 ** 31 - 1))],
    'limit-hundred-crashes': ['returns 500 for limit=100', 'LM09', crashes(limitIs(100))],
    'limit-all-crashes': [
      'returns 500 for a limit that equals the length of the list',
      'LM09',
      crashes(limitIs(20)),
    ],
  }),
  ...faults('limit-open-no-crash', {
    'limit-zero-crashes': ['returns 500 for limit=0', 'LM10 C13', crashes(limitTextIs('0'))],
    'limit-minus-one-crashes': ['returns 500 for limit=-1', 'LM10 C13', crashes(limitTextIs('-1'))],
    'limit-min-crashes': ['returns 500 for the smallest int32', 'LM10', crashes(limitTextIs('-2147483648'))],
  }),
  ...faults('limit-outside-no-crash', {
    'limit-letters-crash': ['returns 500 for letters in limit', 'LM11 C12', crashes(limitTextIs('abc'))],
    'limit-past-int32-crashes': ['returns 500 for 2147483648', 'LM11', crashes(limitTextIs('2147483648'))],
    'limit-empty-crashes': ['returns 500 for an empty limit', 'LM11', crashes(limitTextIs(''))],
    'limit-broken-encoding-crashes': [
      'returns 500 for a broken percent-encoding',
      'RB03',
      crashes(({ query }) => query.endsWith('%')),
    ],
    'limit-array-crashes': [
      'returns 500 for array syntax in the query',
      'RB04',
      crashes(({ query }) => query.includes('%5B')),
    ],
    'limit-full-width-crashes': ['returns 500 for full-width digits', 'RB05', crashes(limitTextIs('５'))],
  }),
]

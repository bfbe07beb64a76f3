import { changeResponses } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { errorResponse } from '../../response.ts'
import { faults } from '../../servers.ts'
import { limitIs, limitTextIs, type When } from '../../when.ts'

/** Answers an authorised request with 500. */
const crashes = (when: When): Difference =>
  changeResponses(
    () => errorResponse(500, 'something went wrong'),
    (request, memory) => request.user !== undefined && when(request, memory),
  )

/** Crashes on valid and invalid limits. */
export const limitCrashFaults: readonly Fault[] = [
  ...faults('limit-positive-no-crash', 'LM09', {
    'limit-max-crashes': [
      'returns 500 for the largest int32',
      crashes(limitIs(2 ** 31 - 1)),
      { rows: 'LM09 C14' },
    ],
    'limit-hundred-crashes': ['returns 500 for limit=100', crashes(limitIs(100))],
    'limit-all-crashes': ['returns 500 for a limit that equals the length of the list', crashes(limitIs(20))],
  }),
  ...faults('limit-open-no-crash', 'LM10 C13', {
    'limit-zero-crashes': ['returns 500 for limit=0', crashes(limitTextIs('0'))],
    'limit-minus-one-crashes': ['returns 500 for limit=-1', crashes(limitTextIs('-1'))],
    'limit-min-crashes': [
      'returns 500 for the smallest int32',
      crashes(limitTextIs('-2147483648')),
      { rows: 'LM10' },
    ],
  }),
  ...faults('limit-outside-no-crash', 'LM11', {
    'limit-letters-crash': [
      'returns 500 for letters in limit',
      crashes(limitTextIs('abc')),
      { rows: 'LM11 C12' },
    ],
    'limit-past-int32-crashes': ['returns 500 for 2147483648', crashes(limitTextIs('2147483648'))],
    'limit-empty-crashes': ['returns 500 for an empty limit', crashes(limitTextIs(''))],
    'limit-broken-encoding-crashes': [
      'returns 500 for a broken percent-encoding',
      crashes(({ query }) => query.endsWith('%')),
      { rows: 'RB03' },
    ],
    'limit-array-crashes': [
      'returns 500 for array syntax in the query',
      crashes(({ query }) => query.includes('%5B')),
      { rows: 'RB04' },
    ],
    'limit-full-width-crashes': [
      'returns 500 for full-width digits',
      crashes(limitTextIs('５')),
      { rows: 'RB05' },
    ],
  }),
]

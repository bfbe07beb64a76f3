import { changePlants } from '../../change.ts'
import type { Variation } from '../../implementation.ts'
import { first, refused, respondToLimit } from '../../respondToLimit.ts'
import type { IncomingRequest } from '../../response.ts'
import { valid } from '../../servers.ts'

const above =
  (most: number) =>
  (_limits: readonly string[], { limit = 0 }: IncomingRequest) =>
    limit > most

/** Default page sizes, caps and limits that a server rejects. */
export const pageVariations: readonly Variation[] = [
  ...valid('V40 C21', {
    'unknown-parameter-400': [
      'rejects unknown parameters',
      respondToLimit(refused, (_limits, { query }) =>
        query
          .split('&')
          .some((pair) => !['limit', ''].includes(decodeURIComponent(pair.split('=')[0] ?? ''))),
      ),
      { rows: 'V45 C34' },
    ],
    'empty-pair-400': [
      'rejects a query that contains an empty pair',
      respondToLimit(refused, (_limits, { query }) => query.startsWith('&')),
      { rows: 'V45 V46' },
    ],
    'encoded-limit-400': [
      'rejects an unnecessarily percent-encoded limit',
      respondToLimit(refused, (_limits, { query }) => /%[3-7]/.test(query)),
      { rows: 'C29', warns: ['limit-encoding-equal'] },
    ],
    'limit-capped-with-list': [
      'never returns more than ten plants',
      changePlants((list) => list.slice(0, 10)),
      { rows: 'V39 V40 C21' },
    ],
    'limit-capped': [
      'returns at most ten plants for any limit, and all of them without one',
      changePlants((list, { limit }) => (limit === undefined ? list : list.slice(0, 10))),
      {
        rows: 'V39', // Fewer plants than limit allows may be a cap or a mistake.
        warns: ['limit-fills-up'],
      },
    ],
    'default-page': [
      'returns five plants without a limit, and as many as limit allows with one',
      respondToLimit(first(5), (limits) => limits.length === 0),
    ],
    'default-page-of-one': [
      'returns one plant without a limit',
      respondToLimit(first(1), (limits) => limits.length === 0),
    ],
    'limit-above-100-refused': [
      'rejects limits above 100',
      respondToLimit(refused, above(100)),
      { rows: 'V39 C23' },
    ],
    'limit-above-10-refused': [
      'rejects limits above 10',
      respondToLimit(refused, above(10)),
      { rows: 'V39 C23' },
    ],
  }),
  ...valid('C23', {
    'limit-below-10-refused': [
      'rejects limits below 10',
      respondToLimit(refused, (_limits, { limit = 10 }) => limit < 10),
    ],
    'limit-5-10-20-only': [
      'accepts only the limits 5, 10, 20 and 100',
      respondToLimit(
        refused,
        (limits, { limit = 0 }) => limits.length > 0 && ![5, 10, 20, 100].includes(limit),
      ),
    ],
    'limit-1-only': [
      'rejects every limit except 1',
      respondToLimit(refused, (limits, { limit }) => limits.length > 0 && limit !== 1),
    ],
  }),
  ...valid('C19', {
    'limit-fewer': [
      'returns half as many plants as limit allows',
      changePlants((list, { limit }) => (limit === undefined ? list : list.slice(0, Math.ceil(limit / 2)))),
      { warns: ['limit-fills-up'] },
    ],
    'limit-1-nothing': [
      'returns nothing for limit=1',
      changePlants((list, { limit }) => (limit === 1 ? [] : list)),
      { rows: 'C20', warns: ['limit-fills-up'] },
    ],
  }),
]

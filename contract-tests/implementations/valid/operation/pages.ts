import { changePlants } from '../../change.ts'
import type { Variation } from '../../implementation.ts'
import { first, refused, respondToLimit } from '../../respondToLimit.ts'
import type { IncomingRequest } from '../../response.ts'

const above =
  (most: number) =>
  (_limits: readonly string[], { limit = 0 }: IncomingRequest) =>
    limit > most

/** Default page sizes, caps and limits that a server rejects. */
export const pageVariations: readonly Variation[] = [
  {
    id: 'unknown-parameter-400',
    title: 'rejects unknown parameters',
    rows: ['V45', 'C34'],
    difference: respondToLimit(refused, (_limits, { query }) =>
      query.split('&').some((pair) => !['limit', ''].includes(decodeURIComponent(pair.split('=')[0] ?? ''))),
    ),
  },
  {
    id: 'empty-pair-400',
    title: 'rejects a query that contains an empty pair',
    rows: ['V45', 'V46'],
    difference: respondToLimit(refused, (_limits, { query }) => query.startsWith('&')),
  },
  {
    id: 'encoded-limit-400',
    title: 'rejects an unnecessarily percent-encoded limit',
    rows: ['C29'],
    difference: respondToLimit(refused, (_limits, { query }) => /%[3-7]/.test(query)),
    warns: ['limit-encoding-equal'],
  },
  {
    id: 'limit-capped-with-list',
    title: 'never returns more than ten plants',
    rows: ['V39', 'V40', 'C21'],
    difference: changePlants((list) => list.slice(0, 10)),
  },
  {
    id: 'limit-capped',
    title: 'returns at most ten plants for any limit, and all of them without one',
    rows: ['V39'],
    difference: changePlants((list, { limit }) => (limit === undefined ? list : list.slice(0, 10))),
    // Fewer plants than limit allows may be a cap or a mistake.
    warns: ['limit-fills-up'],
  },
  {
    id: 'default-page',
    title: 'returns five plants without a limit, and as many as limit allows with one',
    rows: ['V40', 'C21'],
    difference: respondToLimit(first(5), (limits) => limits.length === 0),
  },
  {
    id: 'default-page-of-one',
    title: 'returns one plant without a limit',
    rows: ['V40', 'C21'],
    difference: respondToLimit(first(1), (limits) => limits.length === 0),
  },
  {
    id: 'limit-above-100-refused',
    title: 'rejects limits above 100',
    rows: ['V39', 'C23'],
    difference: respondToLimit(refused, above(100)),
  },
  {
    id: 'limit-above-10-refused',
    title: 'rejects limits above 10',
    rows: ['V39', 'C23'],
    difference: respondToLimit(refused, above(10)),
  },
  {
    id: 'limit-below-10-refused',
    title: 'rejects limits below 10',
    rows: ['C23'],
    difference: respondToLimit(refused, (_limits, { limit = 10 }) => limit < 10),
  },
  {
    id: 'limit-5-10-20-only',
    title: 'accepts only the limits 5, 10, 20 and 100',
    rows: ['C23'],
    difference: respondToLimit(
      refused,
      (limits, { limit = 0 }) => limits.length > 0 && ![5, 10, 20, 100].includes(limit),
    ),
  },
  {
    id: 'limit-1-only',
    title: 'rejects every limit except 1',
    rows: ['C23'],
    difference: respondToLimit(refused, (limits, { limit }) => limits.length > 0 && limit !== 1),
  },
  {
    id: 'limit-fewer',
    title: 'returns half as many plants as limit allows',
    rows: ['C19'],
    difference: changePlants((list, { limit }) =>
      limit === undefined ? list : list.slice(0, Math.ceil(limit / 2)),
    ),
    warns: ['limit-fills-up'],
  },
  {
    id: 'limit-1-nothing',
    title: 'returns nothing for limit=1',
    rows: ['C20'],
    difference: changePlants((list, { limit }) => (limit === 1 ? [] : list)),
    warns: ['limit-fills-up'],
  },
]

import type { Ask } from '../../answer.ts'
import { plantsBody } from '../../change.ts'
import type { Variation } from '../../implementation.ts'
import { first, limited, refused } from '../../limited.ts'

const above =
  (most: number) =>
  (_limits: readonly string[], { limit = 0 }: Ask) =>
    limit > most

/** Pages, caps and limits that a server does not take. */
export const pages: readonly Variation[] = [
  {
    id: 'unknown-parameter-400',
    title: 'refuses parameters that it does not know',
    rows: ['V45', 'C34'],
    difference: limited(refused, (_limits, { query }) =>
      query.split('&').some((pair) => !['limit', ''].includes(decodeURIComponent(pair.split('=')[0] ?? ''))),
    ),
  },
  {
    id: 'empty-pair-400',
    title: 'refuses a query with an empty pair in it',
    rows: ['V45', 'V46'],
    difference: limited(refused, (_limits, { query }) => query.startsWith('&')),
  },
  {
    id: 'encoded-limit-400',
    title: 'refuses a limit that is percent-encoded though it need not be',
    rows: ['C29'],
    difference: limited(refused, (_limits, { query }) => /%[3-7]/.test(query)),
    warns: ['limit-encoding-equal'],
  },
  {
    id: 'limit-capped-with-list',
    title: 'never gives more than ten plants',
    rows: ['V39', 'V40', 'C21'],
    difference: plantsBody((list) => list.slice(0, 10)),
  },
  {
    id: 'limit-capped',
    title: 'gives at most ten plants for any limit, and all without one',
    rows: ['V39'],
    difference: plantsBody((list, { limit }) => (limit === undefined ? list : list.slice(0, 10))),
    // Fewer plants than a limit allows can be a cap, or a loss.
    warns: ['limit-fills-up'],
  },
  {
    id: 'default-page',
    title: 'gives five plants without a limit, and as many as asked for with one',
    rows: ['V40', 'C21'],
    difference: limited(first(5), (given) => given.length === 0),
  },
  {
    id: 'default-page-of-one',
    title: 'gives one plant without a limit',
    rows: ['V40', 'C21'],
    difference: limited(first(1), (given) => given.length === 0),
  },
  {
    id: 'limit-above-100-refused',
    title: 'refuses limits above 100',
    rows: ['V39', 'C23'],
    difference: limited(refused, above(100)),
  },
  {
    id: 'limit-above-10-refused',
    title: 'refuses limits above 10',
    rows: ['V39', 'C23'],
    difference: limited(refused, above(10)),
  },
  {
    id: 'limit-below-10-refused',
    title: 'refuses limits below 10',
    rows: ['C23'],
    difference: limited(refused, (_limits, { limit = 10 }) => limit < 10),
  },
  {
    id: 'limit-5-10-20-only',
    title: 'accepts the page sizes 5, 10, 20 and 100 alone',
    rows: ['C23'],
    difference: limited(
      refused,
      (given, { limit = 0 }) => given.length > 0 && ![5, 10, 20, 100].includes(limit),
    ),
  },
  {
    id: 'limit-1-only',
    title: 'refuses every limit but 1',
    rows: ['C23'],
    difference: limited(refused, (given, { limit }) => given.length > 0 && limit !== 1),
  },
  {
    id: 'limit-fewer',
    title: 'gives half of what a limit allows',
    rows: ['C19'],
    difference: plantsBody((list, { limit }) =>
      limit === undefined ? list : list.slice(0, Math.ceil(limit / 2)),
    ),
    warns: ['limit-fills-up'],
  },
  {
    id: 'limit-1-nothing',
    title: 'gives nothing for limit=1',
    rows: ['C20'],
    difference: plantsBody((list, { limit }) => (limit === 1 ? [] : list)),
    warns: ['limit-fills-up'],
  },
]

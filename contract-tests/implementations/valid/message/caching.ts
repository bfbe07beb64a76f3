import { setHeaders } from '../../change.ts'
import type { Variation } from '../../implementation.ts'

/** Headers for caches. */
export const cachingVariations: readonly Variation[] = [
  {
    id: 'expired-long-ago',
    title: 'sends expired responses with a high Age',
    rows: ['V75'],
    difference: setHeaders({ Expires: '0', Age: '2147483648' }),
  },
  {
    id: 'cached-for-each-user',
    title: 'serves lists from a cache that keeps users apart',
    rows: ['C54', 'V66'],
    difference: setHeaders({ Age: '3', 'X-Cache': 'HIT', 'Cache-Control': 'private, max-age=60' }),
  },
  {
    id: 'no-store',
    title: 'sends Cache-Control: no-store',
    rows: ['V66'],
    difference: setHeaders({ 'Cache-Control': 'no-store', Pragma: 'no-cache' }),
  },
  {
    id: 'private-cache',
    title: 'allows private caches to store its responses',
    rows: ['V66'],
    difference: setHeaders({
      'Cache-Control': 'private, max-age=60, stale-while-revalidate=30, x="a, public"',
    }),
  },
  {
    id: 'public-cache',
    title: 'allows shared caches to store its responses',
    rows: ['C55'],
    difference: setHeaders({ 'Cache-Control': 'public, max-age=0' }),
    warns: ['cache-private'],
  },
  {
    id: 'vary-everything',
    title: 'sends Vary: *',
    rows: ['V66'],
    difference: setHeaders({ Vary: '*', 'Cache-Control': 'max-age=60, private="x-y"' }),
  },
]

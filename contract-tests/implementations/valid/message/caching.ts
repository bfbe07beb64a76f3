import { setHeaders } from '../../change.ts'
import type { Variation } from '../../implementation.ts'
import { valid } from '../../servers.ts'

/** Headers for caches. */
export const cachingVariations: readonly Variation[] = [
  ...valid('V66', {
    'expired-long-ago': [
      'sends expired responses with a high Age',
      setHeaders({ Expires: '0', Age: '2147483648' }),
      { rows: 'V75' },
    ],
    'cached-for-each-user': [
      'serves lists from a cache that keeps users apart',
      setHeaders({ Age: '3', 'X-Cache': 'HIT', 'Cache-Control': 'private, max-age=60' }),
      { rows: 'C54 V66' },
    ],
    'no-store': [
      'sends Cache-Control: no-store',
      setHeaders({ 'Cache-Control': 'no-store', Pragma: 'no-cache' }),
    ],
    'private-cache': [
      'allows private caches to store its responses',
      setHeaders({
        'Cache-Control': 'private, max-age=60, stale-while-revalidate=30, x="a, public"',
      }),
    ],
    'public-cache': [
      'allows shared caches to store its responses',
      setHeaders({ 'Cache-Control': 'public, max-age=0' }),
      { rows: 'C55', warns: ['cache-private'] },
    ],
    'vary-everything': [
      'sends Vary: *',
      setHeaders({ Vary: '*', 'Cache-Control': 'max-age=60, private="x-y"' }),
    ],
  }),
]

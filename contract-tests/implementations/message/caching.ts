import { gzipSync } from 'node:zlib'
import { changeResponses, combine, encodeBody, isPlants, setHeaders } from '../change.ts'
import { type Fault, faults, type Variation, valid } from '../implementation.ts'
import { defaultPlants } from '../plants.ts'
import { jsonResponse, withHeaders } from '../response.ts'
import { acceptingGzip } from '../when.ts'

const CACHEABLE = { 'Cache-Control': 'private, max-age=60' }

/** Faulty servers with responses that caches may wrongly store or share. */
export const cachingFaults: readonly Fault[] = [
  ...faults('cache-private', {
    'cache-offered-1: sends Cache-Control: public, max-age=60': setHeaders({
      'Cache-Control': 'public, max-age=60',
    }),
    'cache-offered-2: sends Cache-Control: max-age=60, must-revalidate': setHeaders({
      'Cache-Control': 'max-age=60, must-revalidate',
    }),
    'cache-offered-3: sends Cache-Control: s-maxage=300': setHeaders({ 'Cache-Control': 's-maxage=300' }),
  }),
  ...faults('cache-users-apart', {
    "cache-of-one-list: returns the first user's list to every user, as if from a cache": changeResponses(
      (response, { user, limit }) =>
        user === 'first'
          ? response
          : jsonResponse(200, defaultPlants.slice(0, limit), { Age: '3', 'X-Cache': 'HIT' }),
      ({ method }, _memory, { status }) => status === 200 && method === 'GET',
    ),
  }),
  ...faults('cache-vary-coding', {
    'cache-coding-unsaid: compresses a cacheable list for clients that accept gzip, but sends no Vary header':
      combine(setHeaders(CACHEABLE, [200]), encodeBody('gzip', gzipSync, acceptingGzip)),
  }),
  ...faults('cache-vary-origin', {
    'cache-origin-unsaid: allows the requesting origin in a cacheable list but sends no Vary header':
      changeResponses((response, { headers: { origin } }) => {
        const allowed = origin === undefined ? {} : { 'Access-Control-Allow-Origin': origin }
        return withHeaders(response, { ...CACHEABLE, ...allowed })
      }, isPlants),
  }),
]

/** Valid servers that send headers for caches. */
export const cachingVariations: readonly Variation[] = [
  ...valid('V66', {
    'expired-long-ago (V75): sends expired responses with a high Age': setHeaders({
      Expires: '0',
      Age: '2147483648',
    }),
    'cached-for-each-user (C54 V66): sends the headers of a cache hit to each user, but does not mix up users':
      setHeaders({ Age: '3', 'X-Cache': 'HIT', 'Cache-Control': 'private, max-age=60' }),
    'no-store: sends Cache-Control: no-store': setHeaders({
      'Cache-Control': 'no-store',
      Pragma: 'no-cache',
    }),
    'private-cache: allows private caches to store its responses': setHeaders({
      'Cache-Control': 'private, max-age=60, stale-while-revalidate=30, x="a, public"',
    }),
    'public-cache (C55): allows shared caches to store its responses': {
      difference: setHeaders({ 'Cache-Control': 'public, max-age=0' }),
      warns: ['cache-private'],
    },
    'vary-everything: sends Vary: *': setHeaders({ Vary: '*', 'Cache-Control': 'max-age=60, private="x-y"' }),
  }),
]

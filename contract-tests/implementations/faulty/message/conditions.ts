import { gzipSync } from 'node:zlib'
import { changeResponses, isPlants } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import type { OutgoingResponse } from '../../response.ts'
import { faults } from '../../servers.ts'

const notModified = (tag: string): OutgoingResponse => ({
  status: 304,
  headers: { ETag: tag, 'Cache-Control': 'private' },
  body: '',
})

/** Adds an ETag to the list, one per user by default, and responds to If-None-Match with it as the function says. */
const tagged = (
  respondToOwnTag: (response: OutgoingResponse, tag: string) => OutgoingResponse,
  sameTag?: string,
): Difference =>
  changeResponses((response, { headers, limits, user }) => {
    if (limits.length > 0) return response
    const tag = sameTag ?? `"plants-of-${user}"`
    const list = { ...response, headers: { ...response.headers, ETag: tag, 'Cache-Control': 'private' } }
    return headers['if-none-match'] === tag ? respondToOwnTag(list, tag) : list
  }, isPlants)

/** Wrong responses to conditional requests, and wrong entity tags. */
export const conditionFaults: readonly Fault[] = [
  ...faults('condition-foreign-tag-refused', 'ME07', {
    'condition-any-tag': [
      'returns 304 for any entity tag',
      changeResponses(
        (_response, { headers }) => notModified(headers['if-none-match'] ?? ''),
        ({ headers, user }) => headers['if-none-match']?.startsWith('"') === true && user !== undefined,
      ),
    ],
  }),
  ...faults('condition-own-tag-understood', 'ME08', {
    'condition-own-tag-412': [
      'returns 412 for its own entity tag',
      tagged((response) => ({ ...response, status: 412 })),
    ],
    'condition-any-412': [
      'returns 412 for If-None-Match: *',
      changeResponses(
        (response) => ({ ...response, status: 412 }),
        ({ headers }, _memory, { status }) => status === 200 && headers['if-none-match'] === '*',
      ),
    ],
  }),
  ...faults('not-modified-fields', 'ME09', {
    'not-modified-bare': [
      'returns 304 without the ETag',
      tagged(() => ({ status: 304, headers: {}, body: '' })),
    ],
  }),
  ...faults('etag-strong-unique', 'ME10', {
    'etag-for-every-user': [
      'sends the same strong ETag with every list',
      tagged((_response, tag) => notModified(tag), '"plants-1"'),
    ],
    'etag-for-every-coding': [
      'sends the same strong ETag with the compressed and the plain list',
      changeResponses((response, { headers, user }) => {
        const named = { ...response.headers, ETag: `"plants-of-${user}"` }
        if (!/gzip(?!;q=0)/.test(headers['accept-encoding'] ?? '')) return { ...response, headers: named }
        return {
          ...response,
          headers: { ...named, 'Content-Encoding': 'gzip' },
          body: gzipSync(response.body),
        }
      }, isPlants),
    ],
  }),
]

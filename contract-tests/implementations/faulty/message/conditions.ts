import { gzipSync } from 'node:zlib'
import type { Answer } from '../../answer.ts'
import { changeAnswers, isPlants } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { faults } from '../faults.ts'

const notModified = (tag: string): Answer => ({
  status: 304,
  headers: { ETag: tag, 'Cache-Control': 'private' },
  body: '',
})

/** Adds an ETag to the list, one per user by default, and answers If-None-Match with it as the function says. */
const tagged = (answerOwnTag: (answer: Answer, tag: string) => Answer, sameTag?: string): Difference =>
  changeAnswers((answer, { headers, limits, user }) => {
    if (limits.length > 0) return answer
    const tag = sameTag ?? `"plants-of-${user}"`
    const list = { ...answer, headers: { ...answer.headers, ETag: tag, 'Cache-Control': 'private' } }
    return headers['if-none-match'] === tag ? answerOwnTag(list, tag) : list
  }, isPlants)

/** Wrong responses to conditional requests, and wrong entity tags. */
export const conditions: readonly Fault[] = [
  ...faults('condition-foreign-tag-refused', {
    'condition-any-tag': [
      'returns 304 for any entity tag',
      'ME07',
      changeAnswers(
        (_answer, { headers }) => notModified(headers['if-none-match'] ?? ''),
        ({ headers, user }) => headers['if-none-match'] !== undefined && user !== undefined,
      ),
    ],
  }),
  ...faults('condition-own-tag-understood', {
    'condition-own-tag-412': [
      'returns 412 for its own entity tag',
      'ME08',
      tagged((answer) => ({ ...answer, status: 412 })),
    ],
  }),
  ...faults('not-modified-fields', {
    'not-modified-bare': [
      'returns 304 without the ETag',
      'ME09',
      tagged(() => ({ status: 304, headers: {}, body: '' })),
    ],
  }),
  ...faults('etag-strong-unique', {
    'etag-for-every-user': [
      'sends the same strong ETag with every list',
      'ME10',
      tagged((_answer, tag) => notModified(tag), '"plants-1"'),
    ],
    'etag-for-every-coding': [
      'sends the same strong ETag with the compressed and the plain list',
      'ME10',
      changeAnswers((answer, { headers, user }) => {
        const named = { ...answer.headers, ETag: `"plants-of-${user}"` }
        if (!headers['accept-encoding']?.includes('gzip')) return { ...answer, headers: named }
        return { ...answer, headers: { ...named, 'Content-Encoding': 'gzip' }, body: gzipSync(answer.body) }
      }, isPlants),
    ],
  }),
]

import { gzipSync } from 'node:zlib'
import { type Answer, json } from '../../answer.ts'
import { answers, fields } from '../../change.ts'
import type { Fault } from '../../implementation.ts'

const notModified = (tag: string): Answer => ({
  status: 304,
  headers: { ETag: tag, 'Cache-Control': 'private' },
  body: '',
})
const isPlants = (_ask: unknown, _memory: unknown, { status }: Answer): boolean => status === 200

/** Adds a tag to the list, one for each user unless one is given, and answers as given to whoever comes with it. */
const tagged = (conditional: (answer: Answer, tag: string) => Answer, same?: string) =>
  answers((answer, { headers, limits, user }) => {
    if (limits.length > 0) return answer
    const tag = same ?? `"plants-of-${user}"`
    const list = { ...answer, headers: { ...answer.headers, ETag: tag, 'Cache-Control': 'private' } }
    return headers['if-none-match'] === tag ? conditional(list, tag) : list
  }, isPlants)

/** Faults of what caches go by. */
export const caching: readonly Fault[] = [
  ...['public, max-age=60', 'max-age=60, must-revalidate', 's-maxage=300'].map((value, index) => ({
    id: `cache-offered-${index + 1}`,
    title: `offers its answers to shared caches with ${value}`,
    check: 'cache-private',
    rows: ['CA04'],
    difference: fields({ 'Cache-Control': value }),
  })),
  {
    id: 'cache-coding-unsaid',
    title: 'compresses a cacheable list without Vary',
    check: 'cache-vary-coding',
    rows: ['CA05'],
    difference: answers((answer, { headers }) => {
      const cacheable = { ...answer.headers, 'Cache-Control': 'private, max-age=60' }
      if (!headers['accept-encoding']?.includes('gzip')) return { ...answer, headers: cacheable }
      return { ...answer, headers: { ...cacheable, 'Content-Encoding': 'gzip' }, body: gzipSync(answer.body) }
    }, isPlants),
  },
  {
    id: 'cache-origin-unsaid',
    title: 'allows the origin that asks in a cacheable answer without Vary',
    check: 'cache-vary-origin',
    rows: ['CA05'],
    difference: answers((answer, { headers: { origin } }) => {
      const allowed = origin === undefined ? {} : { 'Access-Control-Allow-Origin': origin }
      return {
        ...answer,
        headers: { ...answer.headers, 'Cache-Control': 'private, max-age=60', ...allowed },
      }
    }, isPlants),
  },
  {
    id: 'condition-any-tag',
    title: 'answers 304 to any tag',
    check: 'condition-foreign-tag-refused',
    rows: ['ME07'],
    difference: answers(
      (_answer, { headers }) => notModified(headers['if-none-match'] ?? ''),
      ({ headers, user }) => headers['if-none-match'] !== undefined && user !== undefined,
    ),
  },
  {
    id: 'condition-own-tag-412',
    title: 'answers 412 to its own tag',
    check: 'condition-own-tag-understood',
    rows: ['ME08'],
    difference: tagged((answer) => ({ ...answer, status: 412 })),
  },
  {
    id: 'not-modified-bare',
    title: 'answers 304 without the tag',
    check: 'not-modified-fields',
    rows: ['ME09'],
    difference: tagged(() => ({ status: 304, headers: {}, body: '' })),
  },
  {
    id: 'etag-for-every-user',
    title: 'gives every list the same strong tag',
    check: 'etag-strong-unique',
    rows: ['ME10'],
    difference: tagged((_answer, tag) => notModified(tag), '"plants-1"'),
  },
  {
    id: 'etag-for-every-coding',
    title: 'gives the compressed list the same strong tag',
    check: 'etag-strong-unique',
    rows: ['ME10'],
    difference: answers((answer, { headers, user }) => {
      const named = { ...answer.headers, ETag: `"plants-of-${user}"` }
      if (!headers['accept-encoding']?.includes('gzip')) return { ...answer, headers: named }
      return { ...answer, headers: { ...named, 'Content-Encoding': 'gzip' }, body: gzipSync(answer.body) }
    }, isPlants),
  },
  {
    id: 'range-unknown-unit-416',
    title: 'refuses a range in a unit that it does not know',
    check: 'range-unknown-unit-ignored',
    rows: ['ME11'],
    difference: answers(
      () => json(416, []),
      ({ headers, user }) => headers.range?.startsWith('plants') === true && user !== undefined,
    ),
  },
  {
    id: 'range-unsaid',
    title: 'answers a range with 206 and the whole list',
    check: 'range-partial-true',
    rows: ['ME12'],
    difference: answers(
      (answer) => ({ ...answer, status: 206 }),
      ({ headers }, _memory, { status }) => status === 200 && headers.range?.startsWith('bytes') === true,
    ),
  },
  {
    id: 'range-of-characters',
    title: 'answers a range with other bytes than it says',
    check: 'range-partial-true',
    rows: ['ME12'],
    difference: answers(
      (answer) => ({
        status: 206,
        headers: { ...answer.headers, 'Content-Range': `bytes 0-9/${answer.body.length}` },
        body: String(answer.body).slice(1, 11),
      }),
      ({ headers }, _memory, { status }) => status === 200 && headers.range?.startsWith('bytes') === true,
    ),
  },
]

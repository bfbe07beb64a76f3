import { createHash } from 'node:crypto'
import { type Answer, type Ask, error } from '../../answer.ts'
import type { Difference, Variation } from '../../implementation.ts'

const tagOf = ({ body }: Answer): string => `"${createHash('sha1').update(body).digest('hex')}"`
const isPlants = (answer: Answer, ask: Ask): boolean => answer.status === 200 && ask.method === 'GET'
/** Changes every 200 to GET by the request. */
const plants = (change: (answer: Answer, ask: Ask) => Answer): Difference => ({
  answer: (ask, answer) => (isPlants(answer, ask) ? change(answer, ask) : answer),
})
/** Tags every answer and answers 304 where the client has it. */
const tagged = (write: (tag: string, ask: Ask) => string): Difference =>
  plants((answer, ask) => {
    const tag = write(tagOf(answer), ask)
    const headers = { ETag: tag, 'Cache-Control': 'private, no-cache' }
    const bare = (text: string): string => text.replace(/^W\//, '')
    if (ask.headers['if-none-match']?.includes(bare(tag)) === true) return { status: 304, headers, body: '' }
    return { ...answer, headers: { ...answer.headers, ...headers } }
  })

/** Entity tags, conditional requests and ranges. */
export const conditions: readonly Variation[] = [
  {
    id: 'etag',
    title: 'sends entity tags and returns 304 when they match',
    rows: ['V64'],
    difference: tagged((tag) => tag),
  },
  {
    id: 'etag-weak',
    title: 'sends weak entity tags and returns 304 when they match',
    rows: ['V64'],
    difference: tagged((tag) => `W/${tag}`),
  },
  {
    id: 'etag-changes',
    title: 'sends a new weak entity tag each time',
    rows: ['V64'],
    difference: tagged((_tag, ask) => `W/"${ask.requestsBefore}"`),
  },
  {
    id: 'etag-empty',
    title: 'sends an empty weak entity tag',
    rows: ['V64'],
    difference: tagged(() => 'W/""'),
  },
  {
    id: 'etag-odd',
    title: 'sends entity tags with unusual characters',
    rows: ['V64'],
    difference: tagged((tag) => `"W/'${tag.slice(1, 8)}\u00e9,*"`),
  },
  {
    id: 'etag-ignored',
    title: 'sends ETag and Last-Modified but ignores conditional requests',
    rows: ['V64'],
    difference: plants((answer) => ({
      ...answer,
      headers: { ...answer.headers, ETag: tagOf(answer), 'Last-Modified': 'Mon, 01 Jan 2024 00:00:00 GMT' },
    })),
  },
  {
    id: 'range-honoured',
    title: 'returns 206 to byte ranges',
    rows: ['V65'],
    difference: plants((answer, ask) => {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(ask.headers.range ?? '') ?? []
      const headers = { ...answer.headers, 'Accept-Ranges': 'bytes' }
      if (from === undefined || to === undefined) return { ...answer, headers }
      const size = Buffer.byteLength(answer.body)
      const last = Math.min(Number(to), size - 1)
      return {
        status: 206,
        headers: { ...headers, 'Content-Range': `bytes ${from}-${last}/${size}` },
        body: Buffer.from(answer.body).subarray(Number(from), last + 1),
      }
    }),
  },
  {
    id: 'range-refused',
    title: 'returns 416 to byte ranges',
    rows: ['V65'],
    difference: plants((answer, ask) =>
      ask.headers.range?.startsWith('bytes=') === true
        ? { ...error(416, 'no ranges'), headers: { 'Content-Range': `bytes */${answer.body.length}` } }
        : answer,
    ),
  },
  {
    id: 'range-of-plants',
    title: 'supports ranges in units of plants',
    rows: ['V65'],
    difference: plants((answer, ask) => {
      if (ask.headers.range !== 'plants=0-0') return answer
      const [first, ...others] = JSON.parse(String(answer.body))
      const range = { 'Content-Range': `plants 0-0/${others.length + 1}` }
      return { status: 206, headers: { ...answer.headers, ...range }, body: JSON.stringify([first]) }
    }),
  },
]

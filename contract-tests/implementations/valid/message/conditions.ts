import { createHash } from 'node:crypto'
import type { Answer, Ask } from '../../answer.ts'
import type { Difference, Variation } from '../../implementation.ts'

const computeTag = ({ body }: Answer): string => `"${createHash('sha1').update(body).digest('hex')}"`
const isPlants = (answer: Answer, ask: Ask): boolean => answer.status === 200 && ask.method === 'GET'
/** Changes every 200 to a GET. */
const changeList = (change: (answer: Answer, ask: Ask) => Answer): Difference => ({
  answer: (ask, answer) => (isPlants(answer, ask) ? change(answer, ask) : answer),
})
/** Adds an ETag to every list, and returns 304 when the client has it. */
const tagged = (write: (tag: string, ask: Ask) => string): Difference =>
  changeList((answer, ask) => {
    const tag = write(computeTag(answer), ask)
    const headers = { ETag: tag, 'Cache-Control': 'private, no-cache' }
    const bare = (text: string): string => text.replace(/^W\//, '')
    if (ask.headers['if-none-match']?.includes(bare(tag)) === true) return { status: 304, headers, body: '' }
    return { ...answer, headers: { ...answer.headers, ...headers } }
  })

/** Entity tags and conditional requests. */
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
    difference: changeList((answer) => ({
      ...answer,
      headers: {
        ...answer.headers,
        ETag: computeTag(answer),
        'Last-Modified': 'Mon, 01 Jan 2024 00:00:00 GMT',
      },
    })),
  },
]

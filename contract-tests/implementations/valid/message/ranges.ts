import { type Answer, type Ask, error } from '../../answer.ts'
import type { Difference, Variation } from '../../implementation.ts'

const isPlants = (answer: Answer, ask: Ask): boolean => answer.status === 200 && ask.method === 'GET'
/** Changes every 200 to a GET. */
const changeList = (change: (answer: Answer, ask: Ask) => Answer): Difference => ({
  answer: (ask, answer) => (isPlants(answer, ask) ? change(answer, ask) : answer),
})
/** Range requests. */
export const ranges: readonly Variation[] = [
  {
    id: 'range-honoured',
    title: 'returns 206 to byte ranges',
    rows: ['V65'],
    difference: changeList((answer, ask) => {
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
    difference: changeList((answer, ask) =>
      ask.headers.range?.startsWith('bytes=') === true
        ? { ...error(416, 'no ranges'), headers: { 'Content-Range': `bytes */${answer.body.length}` } }
        : answer,
    ),
  },
  {
    id: 'range-of-plants',
    title: 'supports ranges in units of plants',
    rows: ['V65'],
    difference: changeList((answer, ask) => {
      if (ask.headers.range !== 'plants=0-0') return answer
      const [first, ...others] = JSON.parse(String(answer.body))
      const range = { 'Content-Range': `plants 0-0/${others.length + 1}` }
      return { status: 206, headers: { ...answer.headers, ...range }, body: JSON.stringify([first]) }
    }),
  },
]

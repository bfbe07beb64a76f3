import { type Answer, type Ask, error, json } from '../answer.ts'
import { answers, plantsBody } from '../change.ts'
import type { Difference, Variation } from '../implementation.ts'
import { defaultPlants } from '../plants.ts'

/** What an authorised request gets whose limits read so. */
function limited(
  answer: (ask: Ask) => Answer,
  when: (limits: readonly string[], ask: Ask) => boolean,
): Difference {
  return answers(
    (_correct, ask) => answer(ask),
    (ask) =>
      ['GET', 'HEAD'].includes(ask.method) &&
      ask.path === '/plants' &&
      ask.user === 'first' &&
      when(ask.limits, ask),
  )
}
const all = (): Answer => json(200, defaultPlants)
const first = (count: number) => (): Answer => json(200, defaultPlants.slice(0, count))
const refused = (): Answer => error(400, 'not this limit')
const status = (code: number) => (): Answer => ({ status: code, headers: {}, body: '' })
const isOpen = ([value = '']: readonly string[]): boolean => /^(0|-\d+)$/.test(value)
const isOutside = (limits: readonly string[], { limit }: Ask): boolean =>
  limits.length > 0 && limit === undefined && !isOpen(limits)
const isAnyBad = (limits: readonly string[], { limit }: Ask): boolean =>
  limits.length > 0 && limit === undefined
const above =
  (most: number) =>
  (_limits: readonly string[], { limit = 0 }: Ask) =>
    limit > most

/** Zero, negative and impossible limits, pages and caps: what the contract leaves open. */
export const limits: readonly Variation[] = [
  {
    id: 'limit-zero-400',
    title: 'refuses limits of zero and less',
    rows: ['V34', 'V35'],
    difference: limited(refused, isOpen),
  },
  {
    id: 'limit-zero-everything',
    title: 'takes limits of zero and less for no limit',
    rows: ['V34', 'V35', 'C24'],
    difference: limited(all, isOpen),
  },
  {
    id: 'limit-negative-nothing',
    title: 'gives nothing for limits of zero and less',
    rows: ['V35'],
    difference: limited(first(0), isOpen),
  },
  {
    id: 'limit-negative-from-the-end',
    title: 'slices its list at negative limits',
    rows: ['V35'],
    difference: limited((ask) => json(200, defaultPlants.slice(0, Number(ask.limits[0]))), isOpen),
  },
  ...[404, 406, 409, 410, 413, 414, 416, 422, 431].map((code) => ({
    id: `limit-outside-${code}`,
    title: `refuses what is no int32 with ${code} and no body`,
    rows: ['V36', 'V37', 'C11'],
    difference: limited(status(code), isOutside),
  })),
  {
    id: 'limit-outside-ignored',
    title: 'ignores a limit that is none',
    rows: ['V36', 'V37', 'C17'],
    difference: limited(all, isAnyBad),
  },
  {
    id: 'limit-outside-nothing',
    title: 'gives nothing for a limit that is none',
    rows: ['V36', 'V37'],
    difference: limited(first(0), isAnyBad),
  },
  {
    id: 'limit-outside-one',
    title: 'takes a limit that is none for 1',
    rows: ['V36', 'V37'],
    difference: limited(first(1), isAnyBad),
  },
  {
    id: 'limit-no-route',
    title: 'has no route for a limit that is none',
    rows: ['V37'],
    difference: limited(
      () => ({ status: 404, headers: { 'Content-Type': 'text/html' }, body: '<h1>404</h1>' }),
      isAnyBad,
    ),
  },
  {
    id: 'limit-wraps',
    title: 'reads limits modulo 2^32',
    rows: ['V36', 'C25'],
    difference: limited(
      ({ limits: [value = '0'] }) => {
        const wrapped = Number(BigInt.asIntN(32, BigInt(value)))
        return json(200, wrapped < 0 ? [] : defaultPlants.slice(0, wrapped))
      },
      ([value = '']) => /^\d+$/.test(value),
    ),
  },
  {
    id: 'limit-as-javascript-reads-it',
    title: 'reads limit as JavaScript reads numbers',
    rows: ['V41', 'C27', 'C28', 'C30', 'C31'],
    difference: limited(
      ({ limits: [value = ''] }) => json(200, defaultPlants.slice(0, Number(value))),
      isOutside,
    ),
  },
  {
    id: 'limit-as-c-reads-it',
    title: 'reads the digits at the beginning of limit and ignores what follows',
    rows: ['V41', 'V42', 'C27', 'C28', 'C30'],
    difference: limited(
      ({ limits: [value = ''] }) =>
        json(200, defaultPlants.slice(0, Number.parseInt(value, 10) || undefined)),
      isOutside,
    ),
  },
  {
    id: 'limit-full-width-digits',
    title: 'reads digits of any script and underscores between them',
    rows: ['V41'],
    difference: limited(first(5), ([value = '']) => value === '５'),
  },
  {
    id: 'limit-repeated-first',
    title: 'takes the first of two limits',
    rows: ['V43', 'C32'],
    difference: limited(
      ({ limits: [value] }) => json(200, defaultPlants.slice(0, Number(value))),
      ({ length }) => length > 1,
    ),
  },
  {
    id: 'limit-repeated-last',
    title: 'takes the last of two limits',
    rows: ['V43', 'C32'],
    difference: limited(
      (ask) => json(200, defaultPlants.slice(0, Number(ask.limits.at(-1)))),
      ({ length }) => length > 1,
    ),
  },
  {
    id: 'limit-repeated-ignored',
    title: 'ignores a limit that comes twice',
    rows: ['V43', 'C32'],
    difference: limited(all, ({ length }) => length > 1),
  },
  {
    id: 'limit-array-ignored',
    title: 'ignores limit[]',
    rows: ['V44', 'C33'],
    difference: limited(all, (_limits, { query }) => query.startsWith('limit%5B')),
  },
  {
    id: 'limit-array-counts',
    title: 'reads limit[] as limit',
    rows: ['V44', 'C33'],
    difference: limited(first(1), (_limits, { query }) => query.startsWith('limit%5B')),
  },
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

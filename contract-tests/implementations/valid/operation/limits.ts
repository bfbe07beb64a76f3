import { type Answer, type Ask, json } from '../../answer.ts'
import type { Variation } from '../../implementation.ts'
import { all, first, limited, refused } from '../../limited.ts'
import { defaultPlants } from '../../plants.ts'

const status = (code: number) => (): Answer => ({ status: code, headers: {}, body: '' })
const isOpen = ([value = '']: readonly string[]): boolean => /^(0|-\d+)$/.test(value)
const isOutside = (limits: readonly string[], { limit }: Ask): boolean =>
  limits.length > 0 && limit === undefined && !isOpen(limits)
const isAnyBad = (limits: readonly string[], { limit }: Ask): boolean =>
  limits.length > 0 && limit === undefined

/** Zero, negative, repeated and impossible limits: what the contract leaves open. */
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
]

import type { Variation } from '../../implementation.ts'
import { defaultPlants } from '../../plants.ts'
import { all, first, refused, respondToLimit } from '../../respondToLimit.ts'
import { type IncomingRequest, jsonResponse, type OutgoingResponse } from '../../response.ts'

const status = (code: number) => (): OutgoingResponse => ({ status: code, headers: {}, body: '' })
const isOpen = ([value = '']: readonly string[]): boolean => /^(0|-\d+)$/.test(value)
const isOutside = (limits: readonly string[], { limit }: IncomingRequest): boolean =>
  limits.length > 0 && limit === undefined && !isOpen(limits)
const isAnyBad = (limits: readonly string[], { limit }: IncomingRequest): boolean =>
  limits.length > 0 && limit === undefined

/** Zero, negative, repeated and invalid limits, which the contract leaves open. */
export const limitVariations: readonly Variation[] = [
  {
    id: 'limit-zero-400',
    title: 'rejects a zero or negative limit',
    rows: ['V34', 'V35'],
    difference: respondToLimit(refused, isOpen),
  },
  {
    id: 'limit-zero-everything',
    title: 'treats a zero or negative limit as no limit',
    rows: ['V34', 'V35', 'C24'],
    difference: respondToLimit(all, isOpen),
  },
  {
    id: 'limit-negative-nothing',
    title: 'returns nothing for a zero or negative limit',
    rows: ['V35'],
    difference: respondToLimit(first(0), isOpen),
  },
  {
    id: 'limit-negative-from-the-end',
    title: 'counts negative limits from the end of the list',
    rows: ['V35'],
    difference: respondToLimit(
      (request) => jsonResponse(200, defaultPlants.slice(0, Number(request.limits[0]))),
      isOpen,
    ),
  },
  ...[404, 406, 409, 410, 413, 414, 416, 422, 431].map((code) => ({
    id: `limit-outside-${code}`,
    title: `rejects limits that are not an int32 with ${code} and no body`,
    rows: ['V36', 'V37', 'C11'],
    difference: respondToLimit(status(code), isOutside),
  })),
  {
    id: 'limit-outside-ignored',
    title: 'ignores an invalid limit',
    rows: ['V36', 'V37', 'C17'],
    difference: respondToLimit(all, isAnyBad),
  },
  {
    id: 'limit-outside-nothing',
    title: 'returns nothing for an invalid limit',
    rows: ['V36', 'V37'],
    difference: respondToLimit(first(0), isAnyBad),
  },
  {
    id: 'limit-outside-one',
    title: 'treats an invalid limit as 1',
    rows: ['V36', 'V37'],
    difference: respondToLimit(first(1), isAnyBad),
  },
  {
    id: 'limit-no-route',
    title: 'returns 404 for an invalid limit',
    rows: ['V37'],
    difference: respondToLimit(
      () => ({ status: 404, headers: { 'Content-Type': 'text/html' }, body: '<h1>404</h1>' }),
      isAnyBad,
    ),
  },
  {
    id: 'limit-wraps',
    title: 'reads limit modulo 2^32',
    rows: ['V36', 'C25'],
    difference: respondToLimit(
      ({ limits: [value = '0'] }) => {
        const wrapped = Number(BigInt.asIntN(32, BigInt(value)))
        return jsonResponse(200, wrapped < 0 ? [] : defaultPlants.slice(0, wrapped))
      },
      ([value = '']) => /^\d+$/.test(value),
    ),
  },
  {
    id: 'limit-as-javascript-reads-it',
    title: 'parses limit like JavaScript numbers',
    rows: ['V41', 'C27', 'C28', 'C30', 'C31'],
    difference: respondToLimit(
      ({ limits: [value = ''] }) => jsonResponse(200, defaultPlants.slice(0, Number(value))),
      isOutside,
    ),
  },
  {
    id: 'limit-as-c-reads-it',
    title: 'reads leading digits of limit and ignores the rest',
    rows: ['V41', 'V42', 'C27', 'C28', 'C30'],
    difference: respondToLimit(
      ({ limits: [value = ''] }) =>
        jsonResponse(200, defaultPlants.slice(0, Number.parseInt(value, 10) || undefined)),
      isOutside,
    ),
  },
  {
    id: 'limit-full-width-digits',
    title: 'accepts full-width digits in limit',
    rows: ['V41'],
    difference: respondToLimit(first(5), ([value = '']) => value === '５'),
  },
  {
    id: 'limit-repeated-first',
    title: 'uses the first of two limits',
    rows: ['V43', 'C32'],
    difference: respondToLimit(
      ({ limits: [value] }) => jsonResponse(200, defaultPlants.slice(0, Number(value))),
      ({ length }) => length > 1,
    ),
  },
  {
    id: 'limit-repeated-last',
    title: 'uses the last of two limits',
    rows: ['V43', 'C32'],
    difference: respondToLimit(
      (request) => jsonResponse(200, defaultPlants.slice(0, Number(request.limits.at(-1)))),
      ({ length }) => length > 1,
    ),
  },
  {
    id: 'limit-repeated-ignored',
    title: 'ignores a repeated limit',
    rows: ['V43', 'C32'],
    difference: respondToLimit(all, ({ length }) => length > 1),
  },
  {
    id: 'limit-array-ignored',
    title: 'ignores limit[]',
    rows: ['V44', 'C33'],
    difference: respondToLimit(all, (_limits, { query }) => query.startsWith('limit%5B')),
  },
  {
    id: 'limit-array-counts',
    title: 'treats limit[] as limit',
    rows: ['V44', 'C33'],
    difference: respondToLimit(first(1), (_limits, { query }) => query.startsWith('limit%5B')),
  },
]

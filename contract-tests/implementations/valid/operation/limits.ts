import type { Variation } from '../../implementation.ts'
import { defaultPlants } from '../../plants.ts'
import { all, first, refused, respondToLimit } from '../../respondToLimit.ts'
import { type IncomingRequest, jsonResponse, type OutgoingResponse } from '../../response.ts'
import { valid } from '../../servers.ts'

const status = (code: number) => (): OutgoingResponse => ({ status: code, headers: {}, body: '' })
const isOpen = ([value = '']: readonly string[]): boolean => /^(0|-\d+)$/.test(value)
const isOutside = (limits: readonly string[], { limit }: IncomingRequest): boolean =>
  limits.length > 0 && limit === undefined && !isOpen(limits)
const isAnyBad = (limits: readonly string[], { limit }: IncomingRequest): boolean =>
  limits.length > 0 && limit === undefined

/** Zero, negative, repeated and invalid limits, which the contract leaves open. */
export const limitVariations: readonly Variation[] = [
  ...valid('V35', {
    'limit-zero-400': [
      'rejects a zero or negative limit',
      respondToLimit(refused, isOpen),
      { rows: 'V34 V35' },
    ],
    'limit-zero-everything': [
      'treats a zero or negative limit as no limit',
      respondToLimit(all, isOpen),
      { rows: 'V34 V35 C24' },
    ],
    'limit-negative-nothing': [
      'returns nothing for a zero or negative limit',
      respondToLimit(first(0), isOpen),
    ],
    'limit-negative-from-the-end': [
      'counts negative limits from the end of the list',
      respondToLimit(
        (request) => jsonResponse(200, defaultPlants.slice(0, Number(request.limits[0]))),
        isOpen,
      ),
    ],
  }),
  ...[404, 406, 409, 410, 413, 414, 416, 422, 431].map((code) => ({
    id: `limit-outside-${code}`,
    title: `rejects limits that are not an int32 with ${code} and no body`,
    rows: ['V36', 'V37', 'C11'],
    difference: respondToLimit(status(code), isOutside),
  })),
  ...valid('V36 V37', {
    'limit-outside-ignored': [
      'ignores an invalid limit',
      respondToLimit(all, isAnyBad),
      { rows: 'V36 V37 C17' },
    ],
    'limit-outside-nothing': ['returns nothing for an invalid limit', respondToLimit(first(0), isAnyBad)],
    'limit-outside-one': ['treats an invalid limit as 1', respondToLimit(first(1), isAnyBad)],
    'limit-no-route': [
      'returns 404 for an invalid limit',
      respondToLimit(
        () => ({ status: 404, headers: { 'Content-Type': 'text/html' }, body: '<h1>404</h1>' }),
        isAnyBad,
      ),
      { rows: 'V37' },
    ],
    'limit-wraps': [
      'reads limit modulo 2^32',
      respondToLimit(
        ({ limits: [value = '0'] }) => {
          const wrapped = Number(BigInt.asIntN(32, BigInt(value)))
          return jsonResponse(200, wrapped < 0 ? [] : defaultPlants.slice(0, wrapped))
        },
        ([value = '']) => /^\d+$/.test(value),
      ),
      { rows: 'V36 C25' },
    ],
    'limit-as-javascript-reads-it': [
      'parses limit like JavaScript numbers',
      respondToLimit(
        ({ limits: [value = ''] }) => jsonResponse(200, defaultPlants.slice(0, Number(value))),
        isOutside,
      ),
      { rows: 'V41 C27 C28 C30 C31' },
    ],
    'limit-as-c-reads-it': [
      'reads leading digits of limit and ignores the rest',
      respondToLimit(
        ({ limits: [value = ''] }) =>
          jsonResponse(200, defaultPlants.slice(0, Number.parseInt(value, 10) || undefined)),
        isOutside,
      ),
      { rows: 'V41 V42 C27 C28 C30' },
    ],
    'limit-full-width-digits': [
      'accepts full-width digits in limit',
      respondToLimit(first(5), ([value = '']) => value === '５'),
      { rows: 'V41' },
    ],
  }),
  ...valid('V43 C32', {
    'limit-repeated-first': [
      'uses the first of two limits',
      respondToLimit(
        ({ limits: [value] }) => jsonResponse(200, defaultPlants.slice(0, Number(value))),
        ({ length }) => length > 1,
      ),
    ],
    'limit-repeated-last': [
      'uses the last of two limits',
      respondToLimit(
        (request) => jsonResponse(200, defaultPlants.slice(0, Number(request.limits.at(-1)))),
        ({ length }) => length > 1,
      ),
    ],
    'limit-repeated-ignored': ['ignores a repeated limit', respondToLimit(all, ({ length }) => length > 1)],
  }),
  ...valid('V44 C33', {
    'limit-array-ignored': [
      'ignores limit[]',
      respondToLimit(all, (_limits, { query }) => query.startsWith('limit%5B')),
    ],
    'limit-array-counts': [
      'treats limit[] as limit',
      respondToLimit(first(1), (_limits, { query }) => query.startsWith('limit%5B')),
    ],
  }),
]

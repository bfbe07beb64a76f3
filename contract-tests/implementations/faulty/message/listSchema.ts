import { changePlant, changePlants, changeResponses, replacePlants } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { errorResponse, jsonResponse } from '../../response.ts'
import { rightAfter } from '../../rightAfter.ts'
import { faults } from '../../servers.ts'
import { everyNthResponse, type When, whileConcurrent, withLimit, withoutLimit } from '../../when.ts'

const wrapped = (when?: When): Difference => changePlants((plants) => ({ plants }), when)

/** A 200 whose body is not an array of objects. */
export const listSchemaFaults: readonly Fault[] = [
  ...faults('plants-array', 'BD01', {
    envelope: ['wraps the list in an object', wrapped()],
    'envelope-hal': ['embeds the list as HAL', changePlants((plants) => ({ _embedded: { plants } }))],
    'too-many-with-200': [
      'returns 200 with an error to everyone after sixty requests',
      changeResponses(
        () => jsonResponse(200, { error: 429, message: 'too many requests' }),
        ({ requestsBefore }) => requestsBefore >= 60,
      ),
    ],
    'empty-is-null': [
      'returns null instead of an empty list',
      changePlants((plants, { limits }) => (limits[0] === '0' ? null : plants)),
      { rows: 'BD02' },
    ],
    'one-is-object': [
      'returns a single plant as an object',
      changePlants((plants) => (plants.length === 1 ? plants[0] : plants)),
      { rows: 'BD03 BD12' },
    ],
    'object-by-index': [
      'returns an object with the indexes as names',
      changePlants((plants) => Object.fromEntries(plants.entries())),
      { rows: 'BD04' },
    ],
    'page-with-limit': [
      'returns a page object when the request has a limit',
      changePlants((items) => ({ items, next: 2 }), withLimit),
      { rows: 'BD13' },
    ],
    'page-without-limit': [
      'returns a page object when the request has no limit',
      changePlants((items) => ({ items }), withoutLimit),
      { rows: 'BD13' },
    ],
    'error-with-200': [
      'returns 200 with an error for an invalid limit',
      changeResponses(
        (response) => ({ ...response, status: 200 }),
        (_request, _memory, { status }) => status === 400,
      ),
      { rows: 'BD14' },
    ],
    'double-encoded': [
      'returns a string that contains JSON',
      changePlants((plants) => JSON.stringify(plants)),
      { rows: 'JS05' },
    ],
    'wrapped-in-company': [
      'wraps the list in an object while it handles another request',
      wrapped(whileConcurrent),
      { rows: 'BD01 CA09' },
    ],
    'wrapped-after-error': [
      'wraps the list in an object right after an invalid limit',
      rightAfter(({ limits }) => limits[0] === 'abc', wrapped()),
    ],
    'wrapped-one-in-thirty': [
      'wraps one list out of thirty in an object',
      replacePlants(() => jsonResponse(200, { plants: [] }), everyNthResponse(30)),
      { rows: 'CA09' },
    ],
    'error-one-in-thirty': [
      'returns 200 with an error to one request out of thirty',
      replacePlants(() => ({ ...errorResponse(400, 'busy'), status: 200 }), everyNthResponse(29)),
      { rows: 'CA09 BD14' },
    ],
  }),
  ...faults('plant-object', 'BD05', {
    'names-only': ['returns an array of strings', changePlants((plants) => plants.map(({ name }) => name))],
    'nested-arrays': ['returns an array of arrays', changePlants((plants) => plants.map(Object.values))],
    'null-in-the-middle': [
      'returns null as the ninth plant',
      changePlant(() => null, 8),
      { rows: 'BD05 BD11' },
    ],
    'null-at-the-end': [
      'returns null as the last plant',
      changePlants((plants) => [...plants, null], withoutLimit),
    ],
  }),
]

import { changePlant, changePlants, changeResponses, replacePlants } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { errorResponse, jsonResponse } from '../../response.ts'
import { rightAfter } from '../../rightAfter.ts'
import { everyNthResponse, type When, whileConcurrent, withLimit, withoutLimit } from '../../when.ts'
import { faults } from '../faults.ts'

const wrapped = (when?: When): Difference => changePlants((plants) => ({ plants }), when)

/** A 200 whose body is not an array of objects. */
export const listSchemaFaults: readonly Fault[] = [
  ...faults('plants-array', {
    envelope: ['wraps the list in an object', 'BD01', wrapped()],
    'envelope-hal': ['embeds the list as HAL', 'BD01', changePlants((plants) => ({ _embedded: { plants } }))],
    'too-many-with-200': [
      'returns 200 with an error to everyone after sixty requests',
      'BD01',
      changeResponses(
        () => jsonResponse(200, { error: 429, message: 'too many requests' }),
        ({ requestsBefore }) => requestsBefore >= 60,
      ),
    ],
    'empty-is-null': [
      'returns null instead of an empty list',
      'BD02',
      changePlants((plants, { limits }) => (limits[0] === '0' ? null : plants)),
    ],
    'one-is-object': [
      'returns a single plant as an object',
      'BD03 BD12',
      changePlants((plants) => (plants.length === 1 ? plants[0] : plants)),
    ],
    'object-by-index': [
      'returns an object with the indexes as names',
      'BD04',
      changePlants((plants) => Object.fromEntries(plants.entries())),
    ],
    'page-with-limit': [
      'returns a page object when the request has a limit',
      'BD13',
      changePlants((items) => ({ items, next: 2 }), withLimit),
    ],
    'page-without-limit': [
      'returns a page object when the request has no limit',
      'BD13',
      changePlants((items) => ({ items }), withoutLimit),
    ],
    'error-with-200': [
      'returns 200 with an error for an invalid limit',
      'BD14',
      changeResponses(
        (response) => ({ ...response, status: 200 }),
        (_request, _memory, { status }) => status === 400,
      ),
    ],
    'double-encoded': [
      'returns a string that contains JSON',
      'JS05',
      changePlants((plants) => JSON.stringify(plants)),
    ],
    'wrapped-in-company': [
      'wraps the list in an object while it handles another request',
      'BD01 CA09',
      wrapped(whileConcurrent),
    ],
    'wrapped-after-error': [
      'wraps the list in an object right after an invalid limit',
      'BD01',
      rightAfter(({ limits }) => limits[0] === 'abc', wrapped()),
    ],
    'wrapped-one-in-thirty': [
      'wraps one list out of thirty in an object',
      'CA09',
      replacePlants(() => jsonResponse(200, { plants: [] }), everyNthResponse(30)),
    ],
    'error-one-in-thirty': [
      'returns 200 with an error to one request out of thirty',
      'CA09 BD14',
      replacePlants(() => ({ ...errorResponse(400, 'busy'), status: 200 }), everyNthResponse(29)),
    ],
  }),
  ...faults('plant-object', {
    'names-only': [
      'returns an array of strings',
      'BD05',
      changePlants((plants) => plants.map(({ name }) => name)),
    ],
    'nested-arrays': [
      'returns an array of arrays',
      'BD05',
      changePlants((plants) => plants.map(Object.values)),
    ],
    'null-in-the-middle': ['returns null as the ninth plant', 'BD05 BD11', changePlant(() => null, 8)],
    'null-at-the-end': [
      'returns null as the last plant',
      'BD05',
      changePlants((plants) => [...plants, null], withoutLimit),
    ],
  }),
]

import { changePlants, refusePlants, replacePlants } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { defaultPlants } from '../../plants.ts'
import { jsonResponse } from '../../response.ts'
import { rightAfter } from '../../rightAfter.ts'
import {
  acceptingGzip,
  always,
  closingConnection,
  everyNthRequest,
  everyNthResponse,
  limitEncoded,
  limitIs,
  limitNotFirst,
  notFirstOnConnection,
  type When,
  whileConcurrent,
  withLimit,
} from '../../when.ts'
import { faults } from '../faults.ts'

/** Answers a valid limit with as many plants as the function returns. */
const returns = (count: (limit: number) => number, when: When = always): Difference =>
  replacePlants(
    ({ limit = 0 }) => jsonResponse(200, defaultPlants.slice(0, count(limit))),
    (request, memory) => request.limits.length === 1 && withLimit(request, memory) && when(request, memory),
  )
/** Ignores a single valid limit. */
const ignores = (when?: When): Difference => returns(() => 20, when)
/** Ignores every valid limit, even a repeated one. */
const ignoresAll = (when: When, plants: readonly unknown[] = defaultPlants): Difference => ({
  plants,
  ...replacePlants(
    () => jsonResponse(200, plants),
    (request, memory) => withLimit(request, memory) && when(request, memory),
  ),
})
const named = (...names: readonly string[]) => names.map((name) => ({ name }))

/** Wrong results for a limit. */
export const limitFaults: readonly Fault[] = [
  ...faults('limit-honoured', {
    'limit-ignored': ['ignores limit', 'LM01', ignores()],
    'limit-off-by-one': ['returns one plant more than limit', 'LM02', returns((limit) => limit + 1)],
    'limit-off-by-one-below-all': ['returns all 20 plants for limit=19', 'LM02', ignores(limitIs(19))],
    'limit-compared-as-text': ['ignores two-digit limits', 'LM03', ignores(({ limit = 0 }) => limit >= 10)],
    'limit-one-ignored': ['ignores a limit of 1', 'LM03', ignores(limitIs(1))],
    'limit-seven-ignored': ['ignores a limit of 7', 'LM03', ignores(limitIs(7))],
    'limit-as-offset': [
      'treats limit as an offset',
      'LM04',
      changePlants((_plants, { limit = 0 }) => defaultPlants.slice(limit), withLimit),
    ],
    'limit-as-page': [
      'treats limit as the number of a page of ten plants',
      'LM04',
      changePlants((_plants, { limit = 1 }) => defaultPlants.slice((limit - 1) * 10, limit * 10), withLimit),
    ],
    'limit-at-least-ten': ['returns at least ten plants', 'LM05', returns((limit) => Math.max(limit, 10))],
    'limit-for-each-shard': [
      'applies limit to each of two shards separately',
      'LM06',
      returns((limit) => limit * 2),
    ],
    'limit-after-list': [
      'ignores a limit right after it has served the whole list',
      'LM07',
      rightAfter(({ limits, user }) => user !== undefined && limits.length === 0, ignores()),
    ],
    'limit-encoded-ignored': ['ignores a percent-encoded limit', 'LM12 C29', ignores(limitEncoded)],
    'limit-second-ignored': ['ignores a limit after another parameter', 'LM01', ignores(limitNotFirst)],
    'limit-ignored-in-company': [
      'ignores limit while it handles another request',
      'CA06',
      ignores(whileConcurrent),
    ],
    'limit-ignored-later': [
      'ignores limit unless the request is the first on its connection',
      'FR10 LM01',
      ignores(notFirstOnConnection),
    ],
    'limit-ignored-once': [
      'ignores limit in one response out of thirty',
      'CA09 LM01',
      ignores(everyNthResponse(30)),
    ],
    'limit-ignored-after-error': [
      'ignores a limit right after an invalid one',
      'LM01',
      rightAfter(({ limits: [first = '0'] }) => !/^-?\d+$/.test(first), ignores()),
    ],
    'limit-ignored-when-closing': [
      'ignores limit in its first ten requests',
      'LM01',
      ignores(({ requestsBefore }) => requestsBefore < 10),
    ],
    'limit-closing-ignored': [
      'ignores limit in every seventh request, and when the client asks to close the connection',
      'LM01',
      ignores((request, memory) => closingConnection(request, memory) || everyNthRequest(7)(request, memory)),
    ],
    'limit-ignored-with-gzip': [
      'ignores limit when the client accepts gzip',
      'LM01',
      ignoresAll(acceptingGzip),
    ],
    'limit-ignored-at-close': [
      'ignores limit when the client asks to close the connection',
      'LM01',
      ignoresAll(closingConnection),
    ],
    'limit-ignored-after-head': [
      'ignores a limit right after a HEAD request',
      'LM01 FR10',
      rightAfter(({ method }) => method === 'HEAD', ignoresAll(always)),
    ],
    'limit-read-to-the-end': [
      'ignores limit when another parameter follows it',
      'LM01',
      ignoresAll(({ query }) => /limit=\d+&/.test(query)),
    ],
    'limit-of-two-ignored': [
      'has two plants and ignores limit',
      'LM01',
      ignoresAll(always, named('Aloe vera', 'Ficus lyrata')),
    ],
    'limit-of-three-ignored-in-company': [
      'has three plants and ignores limit while it handles another request',
      'CA06',
      ignoresAll(whileConcurrent, named('Aloe vera', 'Ficus lyrata', 'Rosa canina')),
    ],
  }),
  ...faults('limit-usable', {
    'limit-never-served': ['rejects every limit', 'LM13 C22', refusePlants(400, withLimit, 'no')],
  }),
  ...faults('list-not-empty-without-limit', {
    'plain-list-empty': [
      'returns an empty list without limit',
      'LM16',
      replacePlants(
        () => jsonResponse(200, []),
        ({ limits }) => limits.length === 0,
      ),
    ],
  }),
  ...faults('limit-encoding-equal', {
    'limit-name-ignored': [
      'ignores a limit with a percent-encoded name',
      'LM12',
      ignores(({ query }) => /(^|&)%6C/i.test(query)),
    ],
    'limit-encoded-refused': [
      'rejects a percent-encoded limit',
      'LM12',
      refusePlants(400, limitEncoded, 'no'),
    ],
    'limit-encoded-name-ignored': [
      'does not recognise limit if its name is percent-encoded',
      'LM12',
      ignores(({ query }) => !query.includes('limit')),
    ],
  }),
  ...faults('limit-fills-up', {
    'limit-keeps-back': [
      'returns one plant fewer than limit',
      'LM15 C19',
      returns((limit) => (limit < 20 ? Math.max(limit - 1, 1) : limit)),
    ],
    'limit-one-empty': ['returns nothing for limit=1', 'LM16 C20', returns(() => 0, limitIs(1))],
  }),
]

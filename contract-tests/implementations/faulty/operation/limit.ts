import { changePlants, refusePlants, replacePlants } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { defaultPlants } from '../../plants.ts'
import { jsonResponse } from '../../response.ts'
import { rightAfter } from '../../rightAfter.ts'
import { faults } from '../../servers.ts'
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
  ...faults('limit-honoured', 'LM01', {
    'limit-ignored': ['ignores limit', ignores()],
    'limit-off-by-one': [
      'returns one plant more than limit',
      returns((limit) => limit + 1),
      { rows: 'LM02' },
    ],
    'limit-off-by-one-below-all': [
      'returns all 20 plants for limit=19',
      ignores(limitIs(19)),
      { rows: 'LM02' },
    ],
    'limit-compared-as-text': [
      'ignores two-digit limits',
      ignores(({ limit = 0 }) => limit >= 10),
      { rows: 'LM03' },
    ],
    'limit-one-ignored': ['ignores a limit of 1', ignores(limitIs(1)), { rows: 'LM03' }],
    'limit-seven-ignored': ['ignores a limit of 7', ignores(limitIs(7)), { rows: 'LM03' }],
    'limit-as-offset': [
      'treats limit as an offset',
      changePlants((_plants, { limit = 0 }) => defaultPlants.slice(limit), withLimit),
      { rows: 'LM04' },
    ],
    'limit-as-page': [
      'treats limit as the number of a page of ten plants',
      changePlants((_plants, { limit = 1 }) => defaultPlants.slice((limit - 1) * 10, limit * 10), withLimit),
      { rows: 'LM04' },
    ],
    'limit-at-least-ten': [
      'returns at least ten plants',
      returns((limit) => Math.max(limit, 10)),
      { rows: 'LM05' },
    ],
    'limit-for-each-shard': [
      'applies limit to each of two shards separately',
      returns((limit) => limit * 2),
      { rows: 'LM06' },
    ],
    'limit-after-list': [
      'ignores a limit right after it has served the whole list',
      rightAfter(({ limits, user }) => user !== undefined && limits.length === 0, ignores()),
      { rows: 'LM07' },
    ],
    'limit-encoded-ignored': ['ignores a percent-encoded limit', ignores(limitEncoded), { rows: 'LM12 C29' }],
    'limit-second-ignored': ['ignores a limit after another parameter', ignores(limitNotFirst)],
    'limit-ignored-in-company': [
      'ignores limit while it handles another request',
      ignores(whileConcurrent),
      { rows: 'CA06' },
    ],
    'limit-ignored-later': [
      'ignores limit unless the request is the first on its connection',
      ignores(notFirstOnConnection),
      { rows: 'FR10 LM01' },
    ],
    'limit-ignored-once': [
      'ignores limit in one response out of thirty',
      ignores(everyNthResponse(30)),
      { rows: 'CA09 LM01' },
    ],
    'limit-ignored-after-error': [
      'ignores a limit right after an invalid one',
      rightAfter(({ limits: [first = '0'] }) => !/^-?\d+$/.test(first), ignores()),
    ],
    'limit-ignored-when-closing': [
      'ignores limit in its first ten requests',
      ignores(({ requestsBefore }) => requestsBefore < 10),
    ],
    'limit-closing-ignored': [
      'ignores limit in every seventh request, and when the client asks to close the connection',
      ignores((request, memory) => closingConnection(request, memory) || everyNthRequest(7)(request, memory)),
    ],
    'limit-ignored-with-gzip': ['ignores limit when the client accepts gzip', ignoresAll(acceptingGzip)],
    'limit-ignored-at-close': [
      'ignores limit when the client asks to close the connection',
      ignoresAll(closingConnection),
    ],
    'limit-ignored-after-head': [
      'ignores a limit right after a HEAD request',
      rightAfter(({ method }) => method === 'HEAD', ignoresAll(always)),
      { rows: 'LM01 FR10' },
    ],
    'limit-read-to-the-end': [
      'ignores limit when another parameter follows it',
      ignoresAll(({ query }) => /limit=\d+&/.test(query)),
    ],
    'limit-of-two-ignored': [
      'has two plants and ignores limit',
      ignoresAll(always, named('Aloe vera', 'Ficus lyrata')),
    ],
    'limit-of-three-ignored-in-company': [
      'has three plants and ignores limit while it handles another request',
      ignoresAll(whileConcurrent, named('Aloe vera', 'Ficus lyrata', 'Rosa canina')),
      { rows: 'CA06' },
    ],
  }),
  ...faults('limit-usable', 'LM13 C22', {
    'limit-never-served': ['rejects every limit', refusePlants(400, withLimit, 'no')],
  }),
  ...faults('list-not-empty-without-limit', 'LM16', {
    'plain-list-empty': [
      'returns an empty list without limit',
      replacePlants(
        () => jsonResponse(200, []),
        ({ limits }) => limits.length === 0,
      ),
    ],
  }),
  ...faults('limit-encoding-equal', 'LM12', {
    'limit-name-ignored': [
      'ignores a limit with a percent-encoded name',
      ignores(({ query }) => /(^|&)%6C/i.test(query)),
    ],
    'limit-encoded-refused': ['rejects a percent-encoded limit', refusePlants(400, limitEncoded, 'no')],
    'limit-encoded-name-ignored': [
      'does not recognise limit if its name is percent-encoded',
      ignores(({ query }) => !query.includes('limit')),
    ],
  }),
  ...faults('limit-fills-up', 'LM15 C19', {
    'limit-keeps-back': [
      'returns one plant fewer than limit',
      returns((limit) => (limit < 20 ? Math.max(limit - 1, 1) : limit)),
    ],
    'limit-one-empty': ['returns nothing for limit=1', returns(() => 0, limitIs(1)), { rows: 'LM16 C20' }],
  }),
]

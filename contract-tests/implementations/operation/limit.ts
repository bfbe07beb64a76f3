import {
  all,
  changePlants,
  changeResponses,
  first,
  refused,
  refusePlants,
  replacePlants,
  respondToLimit,
  rightAfter,
} from '../change.ts'
import { type Difference, type Fault, faults, type Variation, valid } from '../implementation.ts'
import { defaultLists, defaultPlants } from '../plants.ts'
import {
  emptyResponse,
  errorResponse,
  htmlResponse,
  type IncomingRequest,
  jsonResponse,
  type OutgoingResponse,
} from '../response.ts'
import { ends } from '../rewrite.ts'
import {
  always,
  both,
  closingConnection,
  everyNthRequest,
  everyNthResponse,
  limitEncoded,
  limitIs,
  limitTextIs,
  notFirstOnConnection,
  type When,
  whileConcurrent,
  withLimit,
} from '../when.ts'

/** If the condition holds, responds to a single positive limit with the number of plants from `count`. */
const returns = (count: (limit: number) => number, when: When = always): Difference =>
  replacePlants(
    ({ limit = 0, user = 'first' }) => jsonResponse(200, defaultLists[user].slice(0, count(limit))),
    (request, memory) => request.limits.length === 1 && withLimit(request, memory) && when(request, memory),
  )
/** If the condition holds, returns up to 20 plants to any single positive limit. */
const ignores = (when?: When): Difference => returns(() => 20, when)
/** If the condition holds, returns these plants to any positive limit. */
const ignoresAll = (when: When, plants: readonly unknown[] = defaultPlants): Difference => ({
  plants,
  ...replacePlants(
    () => jsonResponse(200, plants),
    (request, memory) => withLimit(request, memory) && when(request, memory),
  ),
})
const named = (...names: readonly string[]) => names.map((name) => ({ name }))

/** Answers an authorised request with 500 when the condition holds. */
const crashes = (when: When): Difference =>
  changeResponses(
    () => errorResponse(500, 'something went wrong'),
    (request, memory) => request.user !== undefined && when(request, memory),
  )

/** Faulty servers that treat limit wrongly, or crash on a limit. */
export const limitFaults: readonly Fault[] = [
  ...faults('limit-honoured', {
    'limit-ignored: ignores limit': ignores(),
    'limit-off-by-one: returns one plant more than limit': returns((limit) => limit + 1),
    'limit-compared-as-text: ignores limits of two or more digits': ignores(({ limit = 0 }) => limit >= 10),
    'limit-one-ignored: ignores a limit of 1': ignores(limitIs(1)),
    'limit-ignored-in-company: ignores limit while it handles another request': ignores(whileConcurrent),
    'limit-of-other-name: ignores limit if another name in the query ends in limit': ignores(({ query }) =>
      query.includes('-limit='),
    ),
    'limit-as-offset: treats limit as an offset': changePlants(
      (_plants, { limit = 0 }) => defaultPlants.slice(limit),
      withLimit,
    ),
    'limit-as-page: treats limit as the number of a page of ten plants': changePlants(
      (_plants, { limit = 1 }) => defaultPlants.slice((limit - 1) * 10, limit * 10),
      withLimit,
    ),
    'limit-at-least-ten: raises positive limits below ten to ten': returns((limit) => Math.max(limit, 10)),
    'limit-after-list: ignores a limit right after an authorised request without a limit': rightAfter(
      ({ limits, user }) => user !== undefined && limits.length === 0,
      ignores(),
    ),
    'limit-encoded-ignored (C29): ignores limit when the query contains percent-encoding':
      ignores(limitEncoded),
    'limit-ignored-later (FR10): obeys limit only in the first request on a connection':
      ignores(notFirstOnConnection),
    'limit-ignored-once (CA09): ignores limit in every thirtieth response to a limit from 1 to 19': ignores(
      both(({ limit = 0 }) => limit < 20, everyNthResponse(30)),
    ),
    'limit-ignored-after-error: ignores a limit right after a request with a limit that is not an integer':
      rightAfter(({ limits: [first = '0'] }) => !/^-?\d+$/.test(first), ignores()),
    'limit-closing-ignored: ignores limit in every seventh request, and when the client asks to close the connection':
      ignores((request, memory) => closingConnection(request, memory) || everyNthRequest(7)(request, memory)),
    'limit-ignored-after-head (FR10): ignores a limit right after a HEAD request': rightAfter(
      ({ method }) => method === 'HEAD',
      ignoresAll(always),
    ),
    'limit-read-to-the-end: ignores limit when another parameter follows it': ignoresAll(({ query }) =>
      /limit=\d+&/.test(query),
    ),
    'limit-of-two-ignored: has two plants and ignores limit': ignoresAll(
      always,
      named('Aloe vera', 'Ficus lyrata'),
    ),
    'limit-concatenated: appends the digit 1 to limit': returns((limit) => Number(`${limit}1`)),
  }),
  ...faults('limit-usable', {
    'limit-never-served (C22): rejects every positive limit': refusePlants(400, withLimit, 'no'),
    'limit-refused-at-times: rejects every second request if it has a positive limit': refusePlants(
      400,
      both(withLimit, everyNthRequest(2)),
    ),
  }),
  ...faults('list-not-empty-without-limit', {
    'plain-list-empty: returns an empty list to requests without a limit': replacePlants(
      () => jsonResponse(200, []),
      ({ limits }) => limits.length === 0,
    ),
  }),
  ...faults('limit-encoding-equal', {
    'limit-name-ignored: ignores a limit with a percent-encoded name': ignores(({ query }) =>
      /(^|&)%6C/i.test(query),
    ),
    'limit-encoded-refused: rejects a positive limit with 400 when the query contains percent-encoding':
      refusePlants(400, limitEncoded, 'no'),
  }),
  ...faults('limit-fills-up', {
    'limit-keeps-back: returns one plant too few for a limit from 2 to 19': returns((limit) =>
      limit < 20 ? Math.max(limit - 1, 1) : limit,
    ),
    "limit-exact-keeps-back: returns one plant too few for limit=20, the length of the first user's list":
      returns((limit) => (limit === 20 ? 19 : limit)),
    'limit-one-empty: returns an empty list for limit=1': returns(() => 0, limitIs(1)),
    'limit-of-joined-rows: returns only half as many plants as limit, as if each plant were two rows of a join':
      returns((limit) => Math.ceil(limit / 2)),
    'limit-above-cap-reset: returns only five plants for limits above 100': returns((limit) =>
      limit > 100 ? 5 : limit,
    ),
    'limit-max-overflows: overflows at the largest limit and returns an empty list': returns(
      (limit) => Math.max((limit + 1) | 0, 1) - 1,
    ),
  }),
  ...faults('limit-positive-no-crash', {
    'limit-max-crashes (C14): returns 500 for limit=2147483647': crashes(limitIs(2 ** 31 - 1)),
    'limit-hundred-crashes: returns 500 for limit=100': crashes(limitIs(100)),
    "limit-all-crashes: returns 500 for limit=20, the length of the first user's list": crashes(limitIs(20)),
    "limit-beyond-list-crash: returns 500 for limits above 20, the length of the first user's list": crashes(
      ({ limit = 0 }) => limit > 20,
    ),
    'limit-max-ends: exits at limit=2147483647, as if it could not allocate the memory': ends(
      limitIs(2 ** 31 - 1),
    ),
  }),
  ...faults('limit-open-no-crash', {
    'limit-zero-crashes (C13): returns 500 for limit=0': crashes(limitTextIs('0')),
    'limit-minus-one-crashes (C13): returns 500 for limit=-1': crashes(limitTextIs('-1')),
    'limit-min-crashes: returns 500 for limit=-2147483648': crashes(limitTextIs('-2147483648')),
  }),
  ...faults('limit-outside-no-crash', {
    'limit-letters-crash (C12): returns 500 for limit=abc': crashes(limitTextIs('abc')),
    'limit-past-int32-crashes: returns 500 for limit=2147483648': crashes(limitTextIs('2147483648')),
    'limit-empty-crashes: returns 500 for an empty limit': crashes(limitTextIs('')),
    'limit-broken-encoding-crashes: returns 500 for a query that ends with %': crashes(({ query }) =>
      query.endsWith('%'),
    ),
    'limit-array-crashes: returns 500 when the query contains %5B, an encoded bracket': crashes(({ query }) =>
      query.includes('%5B'),
    ),
    'limit-full-width-crashes: returns 500 for the full-width digit ５ as limit': crashes(limitTextIs('５')),
    'limit-superscript-crashes: returns 500 for the superscript digit ² as limit': crashes(limitTextIs('²')),
    'limit-twenty-digits-crash: returns 500 for limit=99999999999999999999, which exceeds 64 bits': crashes(
      limitTextIs('99999999999999999999'),
    ),
    'limit-fraction-crash: returns 500 for limit=5.5': crashes(limitTextIs('5.5')),
    'limit-repeated-crash: returns 500 for a repeated limit': crashes(({ limits }) => limits.length > 1),
    'limit-bad-utf-8-crash: returns 500 when the query contains %FF, which is not UTF-8': crashes(
      ({ query }) => query.includes('%FF'),
    ),
  }),
]

const status = (code: number) => (): OutgoingResponse => emptyResponse(code)
const isOpen = ([value = '']: readonly string[]): boolean => /^(0|-\d+)$/.test(value)
const isOutside = (limits: readonly string[], { limit }: IncomingRequest): boolean =>
  limits.length > 0 && limit === undefined && !isOpen(limits)
const isAnyBad = (limits: readonly string[], { limit }: IncomingRequest): boolean =>
  limits.length > 0 && limit === undefined

/** Valid servers with different responses to zero, negative, repeated and invalid limits, which the contract leaves open. */
export const limitVariations: readonly Variation[] = [
  ...valid('V35', {
    'limit-zero-400 (V34 V35): rejects a zero or negative limit': respondToLimit(refused, isOpen),
    'limit-zero-everything (V34 V35 C24): treats a zero or negative limit as no limit': respondToLimit(
      all,
      isOpen,
    ),
    'limit-open-422 (V34 V35): rejects a zero or negative limit with 422': respondToLimit(
      status(422),
      isOpen,
    ),
    'limit-negative-nothing: returns [] for a zero or negative limit': respondToLimit(first(0), isOpen),
    'limit-negative-from-the-end: counts negative limits from the end of the list': respondToLimit(
      (request) =>
        jsonResponse(200, defaultLists[request.user ?? 'first'].slice(0, Number(request.limits[0]))),
      isOpen,
    ),
  }),
  ...[404, 406, 409, 410, 413, 414, 416, 422, 431].map((code) => ({
    id: `limit-outside-${code}`,
    title: `for a limit that is too large or not a plain integer, returns ${code} without a body`,
    rows: ['V36', 'V37', 'C11'],
    difference: respondToLimit(status(code), isOutside),
  })),
  ...valid('V36 V37', {
    'limit-outside-ignored (V36 V37 C17): ignores a limit that is not a positive int32': respondToLimit(
      all,
      isAnyBad,
    ),
    'limit-outside-nothing: returns an empty list for a limit that is not a positive int32': respondToLimit(
      first(0),
      isAnyBad,
    ),
    'limit-no-route (V37): returns 404 for a limit that is not a positive int32': respondToLimit(
      () => htmlResponse(404, '<h1>404</h1>'),
      isAnyBad,
    ),
    'limit-wraps (V36 C25): reduces limit modulo 2^32': respondToLimit(
      ({ limits: [value = '0'], user = 'first' }) => {
        const wrapped = Number(BigInt.asIntN(32, BigInt(value)))
        return jsonResponse(200, wrapped < 0 ? [] : defaultLists[user].slice(0, wrapped))
      },
      ([value = '']) => /^\d+$/.test(value),
    ),
    "limit-as-javascript-reads-it (V41 C27 C28 C30 C31): parses limit with JavaScript's Number()":
      respondToLimit(
        ({ limits: [value = ''], user = 'first' }) =>
          jsonResponse(200, defaultLists[user].slice(0, Number(value))),
        isOutside,
      ),
    'limit-as-c-reads-it (V41 V42 C27 C28 C30): uses the leading digits of limit, and ignores the rest':
      respondToLimit(
        ({ limits: [value = ''], user = 'first' }) =>
          jsonResponse(200, defaultLists[user].slice(0, Number.parseInt(value, 10) || undefined)),
        isOutside,
      ),
  }),
  ...valid('V43 C32', {
    'limit-repeated-first: uses the first of two limits': respondToLimit(
      ({ limits: [value] }) => jsonResponse(200, defaultPlants.slice(0, Number(value))),
      ({ length }) => length > 1,
    ),
    'limit-repeated-last: uses the last of two limits': respondToLimit(
      (request) => jsonResponse(200, defaultPlants.slice(0, Number(request.limits.at(-1)))),
      ({ length }) => length > 1,
    ),
    'limit-repeated-422: rejects a repeated limit with 422': respondToLimit(
      status(422),
      ({ length }) => length > 1,
    ),
    'limit-repeated-ignored: ignores a repeated limit': respondToLimit(all, ({ length }) => length > 1),
  }),
  ...valid('V44 C33', {
    'limit-array-ignored: ignores limit[]': respondToLimit(all, (_limits, { query }) =>
      query.startsWith('limit%5B'),
    ),
    'limit-array-counts: treats limit[] as limit=1': respondToLimit(first(1), (_limits, { query }) =>
      query.startsWith('limit%5B'),
    ),
  }),
]

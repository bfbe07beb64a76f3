import { deflateSync, gzipSync } from 'node:zlib'
import { changeResponses, combine } from '../change.ts'
import type { Difference, Fault, Variation } from '../implementation.ts'
import { defaultLists } from '../plants.ts'
import {
  errorResponse,
  htmlResponse,
  type IncomingRequest,
  jsonResponse,
  type OutgoingResponse,
  withHeaders,
} from '../response.ts'
import { type Condition, conditions } from './conditions.ts'

type Effect = {
  id: string
  title: string
  /** The check that reports the effect. */
  check: string
  change: (response: OutgoingResponse, request: IncomingRequest) => OutgoingResponse
  /** Whether a client can see the effect under the condition. */
  showsUnder: (condition: Condition) => boolean
}

/** The conditions with a limit below the length of the list. A client can see some effects only with such a limit. */
const LIMITS_THAT_SHOW = ['limit-one', 'limit-between', 'limit-all-but-one']
const isServed = (condition: Condition): boolean => condition.isRefused !== true

const effects: readonly Effect[] = [
  {
    id: 'limit-ignored',
    title: 'ignores limit',
    check: 'limit-honoured',
    change: (_response, { user = 'first' }) => jsonResponse(200, defaultLists[user]),
    showsUnder: ({ id }) => !id.startsWith('limit-') || LIMITS_THAT_SHOW.includes(id),
  },
  {
    id: 'crash',
    title: 'returns 500',
    check: 'operation-no-crash',
    change: () => errorResponse(500, 'something went wrong'),
    showsUnder: () => true,
  },
  {
    id: 'nameless',
    title: 'returns a plant without a name',
    check: 'plant-name-present',
    change: () => jsonResponse(200, [{ tag: 'house' }]),
    showsUnder: isServed,
  },
  {
    id: 'html',
    title: 'returns an HTML page',
    check: 'content-type-json',
    change: () => htmlResponse(200, '<p>plants</p>'),
    // A client that requests an HTML page may get such a page.
    showsUnder: (condition) => isServed(condition) && condition.id !== 'accept-html',
  },
  {
    id: 'empty',
    title: 'returns an empty body',
    check: 'json-present',
    change: (response) => ({ ...response, body: '' }),
    showsUnder: isServed,
  },
]

/** Adds a weak entity tag for each body length, so that requests can send this tag in If-None-Match. */
const tagged: Difference = changeResponses(
  (response) => withHeaders(response, { ETag: `W/"${response.body.length}"` }),
  (_request, _memory, { status }) => status === 200,
)

/** A faulty server for each condition and effect, unless a client cannot see this effect. The effect appears only under the condition. */
export const generatedFaults: readonly Fault[] = conditions.flatMap((condition) =>
  effects
    .filter((effect) => effect.showsUnder(condition))
    .map((effect) => ({
      id: `gen-${condition.id}-${effect.id}`,
      title: `${effect.title} ${condition.when}`,
      check: chooseCheck(condition, effect),
      rows: [],
      difference: combine(tagged, applyEffect(condition, effect)),
    })),
)

/** Returns the id of the check that reports the effect. Crashes that a value of `limit` causes have their own checks. */
function chooseCheck({ id }: Condition, { id: effect, check }: Effect): string {
  if (effect !== 'crash') return check
  if (id === 'limit-invalid') return 'limit-outside-no-crash'
  if (id === 'limit-open') return 'limit-open-no-crash'
  const isAboutLimit = id.startsWith('limit-') || id === 'query-encoded' || id === 'query-empty-end'
  return isAboutLimit && id !== 'limit-none' ? 'limit-positive-no-crash' : check
}

function applyEffect(condition: Condition, { id, change }: Effect): Difference {
  return changeResponses(
    (response, request) => change(response, request),
    (request, memory, { status }) =>
      isOperation(request) &&
      (status === 200 || condition.isRefused === true) &&
      (id !== 'limit-ignored' || request.limit !== undefined) &&
      condition.holds(request, memory),
  )
}

const isOperation = ({ method, path, user }: IncomingRequest): boolean =>
  method === 'GET' && path === '/plants' && user !== undefined

/** The statuses with which a server may refuse a request because of a condition, by the condition's id. */
const REFUSALS: Readonly<Record<string, number>> = {
  'limit-open': 400,
  'limit-invalid': 400,
  'query-among-others': 400,
  'user-agent-absent': 403,
  'origin-present': 403,
  'if-none-match-own': 304,
  'if-none-match-any': 304,
  'accept-html': 406,
  'range-bytes': 416,
  'http-1.0': 505,
}

/** A valid server for each condition, whose behaviour is unusual only under this condition. */
export const generatedVariations: readonly Variation[] = conditions.map((condition) => {
  const status = REFUSALS[condition.id]
  return {
    id: `gen-${condition.id}`,
    title: `${status === undefined ? 'adds a field to every plant' : `returns ${status}`} ${condition.when}`,
    rows: ['V01'],
    difference: combine(
      tagged,
      changeResponses(
        (response) => (status === undefined ? decorate(response, condition) : refuse(status, response)),
        (request, memory, response) =>
          // Change the response to HEAD like the response to GET.
          isOperation({ ...request, method: request.method.replace('HEAD', 'GET') }) &&
          response.status === 200 &&
          condition.holds(request, memory),
      ),
    ),
  }
})

function decorate(response: OutgoingResponse, { id }: Condition): OutgoingResponse {
  const plants: readonly object[] = JSON.parse(String(response.body))
  const body = JSON.stringify(
    plants.map((plant) => ({ added: [null, 1.5], ...plant })),
    null,
    1,
  )
  const headers = { ...response.headers, ETag: `W/"${id}"`, Vary: '*' }
  if (id === 'accept-encoding-any-but-gzip')
    return { ...response, headers: { ...headers, 'Content-Encoding': 'deflate' }, body: deflateSync(body) }
  if (!/^accept-encoding-(gzip|browser|absent)$/.test(id)) return { ...response, headers, body }
  return { ...response, headers: { ...headers, 'Content-Encoding': 'gzip' }, body: gzipSync(body) }
}

const refuse = (status: number, response: OutgoingResponse): OutgoingResponse =>
  status === 304 ? { ...response, status, body: '' } : errorResponse(status, 'not like this')

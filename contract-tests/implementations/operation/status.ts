import { changeResponses, replacePlants } from '../change.ts'
import { type Difference, type Fault, faults } from '../implementation.ts'
import { defaultLists } from '../plants.ts'
import { correctResponse, emptyResponse, jsonResponse } from '../response.ts'
import { always, everyNthResponse, limitIs, notFirstOnConnection, withLimit } from '../when.ts'

/** Redirects every authorised request for which the function returns a location. */
function redirect(locate: (path: string, query: string) => string | undefined): Difference {
  return changeResponses(
    (response, { path, query }) => {
      const location = locate(path, query)
      return location === undefined ? response : emptyResponse(302, { Location: location })
    },
    ({ user }) => user !== undefined,
  )
}

/** Replaces the status 200 if the condition holds. The status 204 also removes the list. */
const withStatus = (status: number, when = always): Difference =>
  changeResponses(
    (response) => ({ ...response, status, ...(status === 204 && { body: '', headers: {} }) }),
    (request, memory, response) => response.status === 200 && when(request, memory),
  )

/** Faulty servers that use wrong status codes for valid requests, or redirect in a wrong way. */
export const statusFaults: readonly Fault[] = [
  ...faults('status-success-is-200', {
    'empty-list-no-content (C10): has a user without plants, and returns 204 instead of every list': {
      plants: [],
      ...withStatus(204),
    },
    'limit-zero-no-content: returns 204 to limit=0': withStatus(204, ({ limits }) => limits[0] === '0'),
    'status-201: returns the list with 201': withStatus(201),
    'status-202-later-on-connection: returns the list with 202, except to the first request on a connection':
      withStatus(202, notFirstOnConnection),
    'status-206-with-limit (C51): returns the list with 206 when the request has a positive limit':
      withStatus(206, withLimit),
  }),
  ...faults('status-not-transformed', {
    'status-203: returns 203 for limit=2, as a proxy that changed the list would': withStatus(
      203,
      limitIs(2),
    ),
  }),
  ...faults('status-no-unasked-304', {
    'not-modified-with-limit: returns 304 to a repeated request with a limit of 1 or 2': changeResponses(
      (response, { limit = 0 }, memory) => {
        const known = memory[limit] !== undefined
        memory[limit] = 1
        return known ? emptyResponse(304) : response
      },
      ({ limit }, _memory, response) => response.status === 200 && limit !== undefined && limit < 3,
    ),
    'not-modified-every-thirtieth: returns 304 instead of every thirtieth list': replacePlants(
      () => emptyResponse(304),
      everyNthResponse(30),
    ),
  }),
  ...faults('redirect-arrives', {
    'redirect-loop: redirects every authorised request to its own path': redirect((path) => path),
    'redirect-loop-with-limit: redirects limit=9 in a loop': redirect((path, query) =>
      query === 'limit=9' ? `${path}?limit=9` : undefined,
    ),
    'redirect-without-location: returns 302 without Location when the request has a positive limit':
      changeResponses(
        () => emptyResponse(302),
        ({ user, limit }) => user !== undefined && limit !== undefined,
      ),
    'redirect-drops-query (LM01): redirects a request with a limit to the same path without the query':
      redirect((path, query) => (query.startsWith('limit=') ? path : undefined)),
    'redirect-to-slash-drops-query (LM01): redirects to the path with a trailing slash and drops the query': {
      respond: (request, correct) => {
        if (request.path === '/plants') return emptyResponse(302, { Location: '/plants/' })
        return request.path === '/plants/'
          ? correctResponse({ ...request, path: '/plants' }, defaultLists)
          : correct
      },
    },
    'redirect-drops-prefix: redirects to /list although its base path is /v1': {
      basePath: '/v1',
      ...changeResponses(
        (_response, { path }) =>
          path === '/plants' ? emptyResponse(302, { Location: '/list' }) : jsonResponse(404, {}),
        ({ user }) => user !== undefined,
      ),
    },
  }),
  ...faults('redirect-keeps-token-safe', {
    'redirect-to-other-host: redirects limit=1000 to another host': redirect((path, query) =>
      query === 'limit=1000' ? `http://plants.example${path}?${query}` : undefined,
    ),
  }),
]

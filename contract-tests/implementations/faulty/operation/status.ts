import { changeResponses, replacePlants } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { defaultLists } from '../../plants.ts'
import { correctResponse, jsonResponse, type OutgoingResponse } from '../../response.ts'
import { always, everyNthResponse, limitIs, notFirstOnConnection, withLimit } from '../../when.ts'
import { faults } from '../faults.ts'
import { redirect } from './redirect.ts'

/** Sends the correct list with another status code. */
const withStatus = (status: number, when = always): Difference =>
  changeResponses(
    (response) => ({ ...response, status, ...(status === 204 && { body: '', headers: {} }) }),
    (request, memory, response) => response.status === 200 && when(request, memory),
  )
const redirectFound = (headers: Record<string, string> = {}): OutgoingResponse => ({
  status: 302,
  headers,
  body: '',
})

/** Wrong status codes for valid requests, and redirects that lead nowhere. */
export const statusFaults: readonly Fault[] = [
  ...faults('status-success-is-200', {
    'empty-list-no-content': [
      'returns 204 when the user has no plants',
      'OP03 C10',
      { plants: [], ...withStatus(204) },
    ],
    'limit-zero-no-content': [
      'returns 204 to limit=0',
      'OP03',
      withStatus(204, ({ limits }) => limits[0] === '0'),
    ],
    'status-201': ['returns the list with 201', 'OP04', withStatus(201)],
    'status-202-later-on-connection': [
      'returns 202 unless the request is the first on its connection',
      'OP04',
      withStatus(202, notFirstOnConnection),
    ],
    'status-206-with-limit': [
      'returns a limited list with 206 Partial Content',
      'OP04 C51',
      withStatus(206, withLimit),
    ],
  }),
  ...faults('status-not-transformed', {
    'status-203': [
      'sits behind a proxy that changes the response and its status to 203',
      'C49',
      withStatus(203, limitIs(2)),
    ],
  }),
  ...faults('status-no-unasked-304', {
    'not-modified-with-limit': [
      'returns 304 to a limit that it has served before',
      'OP06',
      changeResponses(
        (response, { limit = 0 }, memory) => {
          const known = memory[limit] !== undefined
          memory[limit] = 1
          return known ? { status: 304, headers: {}, body: '' } : response
        },
        ({ limit }, _memory, response) => response.status === 200 && limit !== undefined && limit < 3,
      ),
    ],
    'not-modified-every-thirtieth': [
      'returns 304 to one request out of thirty',
      'OP06',
      replacePlants(() => ({ status: 304, headers: {}, body: '' }), everyNthResponse(30)),
    ],
  }),
  ...faults('redirect-arrives', {
    'redirect-loop': ['redirects the operation to itself', 'OP07', redirect((path) => path)],
    'redirect-loop-with-limit': [
      'redirects limit=9 in a loop',
      'OP07',
      redirect((path, query) => (query === 'limit=9' ? `${path}?limit=9` : undefined)),
    ],
    'redirect-without-location': [
      'redirects without a Location header',
      'OP07',
      changeResponses(
        () => redirectFound(),
        ({ user, limit }) => user !== undefined && limit !== undefined,
      ),
    ],
    'redirect-drops-query': [
      'drops the query in a redirect',
      'OP07 LM01',
      redirect((path, query) => (query.startsWith('limit=') ? path : undefined)),
    ],
    'redirect-to-slash-drops-query': [
      'redirects to the path with a trailing slash and drops the query',
      'OP07 LM01',
      {
        respond: (request, correct) => {
          if (request.path === '/plants') return redirectFound({ Location: '/plants/' })
          return request.path === '/plants/'
            ? correctResponse({ ...request, path: '/plants' }, defaultLists)
            : correct
        },
      },
    ],
    'redirect-drops-prefix': [
      'drops the base path in a redirect',
      'OP07',
      {
        basePath: '/v1',
        ...changeResponses(
          (_response, { path }) =>
            path === '/plants' ? redirectFound({ Location: '/list' }) : jsonResponse(404, {}),
          ({ user }) => user !== undefined,
        ),
      },
    ],
  }),
  ...faults('redirect-keeps-token-safe', {
    'redirect-to-other-host': [
      'redirects limit=1000 to another host',
      'OP08',
      redirect((path, query) =>
        query === 'limit=1000' ? `http://plants.example${path}?${query}` : undefined,
      ),
    ],
  }),
]

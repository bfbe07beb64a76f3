import { changeResponses, setHeaders } from '../../change.ts'
import type { Fault } from '../../implementation.ts'
import { defaultPlants } from '../../plants.ts'
import { errorResponse, type IncomingRequest, jsonResponse } from '../../response.ts'
import { faults } from '../../servers.ts'

const isHead = ({ method }: IncomingRequest): boolean => method === 'HEAD'

/** Wrong responses to HEAD. */
export const headFaults: readonly Fault[] = [
  ...faults('head-supported', 'ME01', {
    'head-not-supported': [
      'returns 405 to HEAD',
      changeResponses(() => errorResponse(405, 'only GET is supported', { Allow: 'GET' }), isHead),
    ],
  }),
  ...faults('head-token-needed', 'ME02', {
    'head-without-token': [
      'serves HEAD without a token',
      changeResponses(() => jsonResponse(200, defaultPlants), isHead),
    ],
  }),
  ...faults('head-like-get', 'ME03', {
    'head-no-content': [
      'returns 204 to HEAD',
      changeResponses(
        () => ({ status: 204, headers: {}, body: '' }),
        ({ method, user }) => method === 'HEAD' && user !== undefined,
      ),
    ],
    'head-other-type': [
      'returns a different media type to HEAD',
      setHeaders({ 'Content-Type': 'text/html' }, [200], isHead),
    ],
  }),
  ...faults('head-length-true', 'FR08', {
    'head-length-zero': [
      'returns Content-Length: 0 to HEAD',
      setHeaders({ 'Content-Length': '0' }, [200], isHead),
    ],
  }),
  ...faults('length-without-body-true', 'FR08', {
    'no-content-with-length': [
      'returns 204 with a Content-Length to an unknown method',
      changeResponses(
        () => ({ status: 204, headers: { 'Content-Length': '0' }, body: '' }),
        ({ method, user }) => method === 'FOO' && user !== undefined,
      ),
    ],
    'not-modified-length-zero': [
      'returns 304 with Content-Length: 0 when its entity tag matches',
      changeResponses(
        (response, { headers, user }) => {
          const tagged = { ...response.headers, ETag: `"plants-of-${user}"` }
          return headers['if-none-match'] === tagged.ETag
            ? { status: 304, headers: { ETag: tagged.ETag, 'Content-Length': '0' }, body: '' }
            : { ...response, headers: tagged }
        },
        ({ limits, method }, _memory, { status }) =>
          status === 200 && method === 'GET' && limits.length === 0,
      ),
    ],
  }),
]

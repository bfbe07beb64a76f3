import { changeResponses, setHeaders } from '../../change.ts'
import type { Fault } from '../../implementation.ts'
import { defaultPlants } from '../../plants.ts'
import { errorResponse, jsonResponse } from '../../response.ts'
import { faults } from '../../servers.ts'

/** Wrong responses to methods other than GET and HEAD. */
export const methodFaults: readonly Fault[] = [
  ...faults('method-unknown-refused', 'ME05', {
    'method-unknown-runs-get': [
      'treats an unknown method as GET',
      changeResponses(
        () => jsonResponse(200, defaultPlants),
        ({ method, user }) => method === 'FOO' && user === 'first',
      ),
    ],
    'method-registered-runs-get': [
      'treats REPORT as GET',
      changeResponses(
        () => jsonResponse(200, defaultPlants),
        ({ method, user }) => method === 'REPORT' && user === 'first',
      ),
    ],
  }),
  ...faults('method-no-crash', 'ME13', {
    'method-registered-crash': [
      'returns 500 to REPORT',
      changeResponses(
        () => errorResponse(500, 'internal error'),
        ({ method }) => method === 'REPORT',
      ),
    ],
    'method-options-crash': [
      'returns 500 to OPTIONS',
      changeResponses(
        () => errorResponse(500, 'internal error'),
        ({ method }) => method === 'OPTIONS',
      ),
    ],
  }),
  ...faults('method-trace-keeps-secrets', 'ME06', {
    'method-trace-echo': [
      'echoes the whole request to TRACE',
      changeResponses(
        (_response, { lines }) => ({
          status: 200,
          headers: { 'Content-Type': 'message/http' },
          body: lines.join('\r\n'),
        }),
        ({ method }) => method === 'TRACE',
      ),
    ],
  }),
  ...faults('method-allow-listed', 'HD14', {
    'method-405-without-allow': ['returns 405 without Allow', setHeaders({ Allow: undefined }, [405])],
    'method-trace-405-without-allow': [
      'returns 405 to TRACE without Allow',
      setHeaders({ Allow: undefined }, [405], ({ method }) => method === 'TRACE'),
    ],
    'method-405-allow-empty': ['returns 405 with an empty Allow', setHeaders({ Allow: '' }, [405])],
    'method-405-allow-without-get': [
      'returns 405 with an Allow that does not list GET',
      setHeaders({ Allow: 'HEAD, OPTIONS' }, [405]),
    ],
  }),
]

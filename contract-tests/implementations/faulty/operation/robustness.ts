import { changeResponses } from '../../change.ts'
import type { Fault } from '../../implementation.ts'
import type { IncomingRequest } from '../../response.ts'
import { errorResponse } from '../../response.ts'
import { responseBytes } from '../../startImplementation.ts'
import { faults } from '../faults.ts'

const hasLongHeader = ({ lines }: IncomingRequest): boolean => lines.some((line) => line.length > 16_384)

/** Long, old and unusual requests that a server mishandles. */
export const robustnessFaults: readonly Fault[] = [
  ...faults('limit-not-in-header', {
    'header-injection': [
      'copies limit into a header unescaped',
      'SE01',
      changeResponses(
        (response, { limits: [limit = ''] }) => ({
          ...response,
          headers: { ...response.headers, 'X-Limit': limit },
        }),
        ({ limits }) => limits.length > 0,
      ),
    ],
  }),
  ...faults('long-query-survived', {
    'long-query-reset': [
      'closes the connection for a long query',
      'RB01',
      {
        bytes: (request, response) =>
          request.query.length > 4_000 ? undefined : responseBytes(request, response),
      },
    ],
  }),
  ...faults('long-field-survived', {
    'long-field-crash': [
      'returns 500 to a long header',
      'RB02',
      changeResponses(() => errorResponse(500, 'buffer overflow'), hasLongHeader),
    ],
  }),
  ...faults('version-1.0-not-chunked', {
    'chunks-for-1.0': [
      'sends a chunked body to an HTTP/1.0 client',
      'FR06',
      changeResponses(
        ({ status, headers, body }) => {
          const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
          return { status, headers: { ...headers, 'Transfer-Encoding': 'chunked' }, body: chunk }
        },
        ({ version }) => version === '1.0',
      ),
    ],
  }),
  ...faults('path-encoding-equal', {
    'path-not-decoded': ['compares the path without percent-decoding it', 'SE16', {}],
  }),
  ...faults('user-agent-not-needed', {
    'user-agent-wanted': [
      'rejects clients that send no User-Agent',
      'OP11',
      changeResponses(
        () => errorResponse(403, 'no bots'),
        ({ headers, user }) => headers['user-agent'] === undefined && user !== undefined,
      ),
    ],
  }),
  ...faults('gateway-error-form', {
    'long-field-page': [
      'responds to a long header with an HTML page',
      'ER12',
      changeResponses(
        () => ({ status: 400, headers: { 'Content-Type': 'text/html' }, body: '<h1>Bad Request</h1>' }),
        hasLongHeader,
      ),
    ],
  }),
]

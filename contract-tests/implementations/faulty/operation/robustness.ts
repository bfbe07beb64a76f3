import { changeResponses } from '../../change.ts'
import type { Fault } from '../../implementation.ts'
import type { IncomingRequest } from '../../response.ts'
import { errorResponse } from '../../response.ts'
import { faults } from '../../servers.ts'
import { responseBytes } from '../../startImplementation.ts'

const hasLongHeader = ({ lines }: IncomingRequest): boolean => lines.some((line) => line.length > 16_384)

/** Long, old and unusual requests that a server mishandles. */
export const robustnessFaults: readonly Fault[] = [
  ...faults('limit-not-in-header', 'SE01', {
    'header-injection': [
      'copies limit into a header unescaped',
      changeResponses(
        (response, { limits: [limit = ''] }) => ({
          ...response,
          headers: { ...response.headers, 'X-Limit': limit },
        }),
        ({ limits }) => limits.length > 0,
      ),
    ],
  }),
  ...faults('long-query-survived', 'RB01', {
    'long-query-reset': [
      'closes the connection for a long query',
      {
        bytes: (request, response) =>
          request.query.length > 4_000 ? undefined : responseBytes(request, response),
      },
    ],
  }),
  ...faults('long-field-survived', 'RB02', {
    'long-field-crash': [
      'returns 500 to a long header',
      changeResponses(() => errorResponse(500, 'buffer overflow'), hasLongHeader),
    ],
  }),
  ...faults('version-1.0-not-chunked', 'FR06', {
    'chunks-for-1.0': [
      'sends a chunked body to an HTTP/1.0 client',
      changeResponses(
        ({ status, headers, body }) => {
          const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
          return { status, headers: { ...headers, 'Transfer-Encoding': 'chunked' }, body: chunk }
        },
        ({ version }) => version === '1.0',
      ),
    ],
  }),
  ...faults('path-encoding-equal', 'SE16', {
    'path-not-decoded': ['compares the path without percent-decoding it', {}],
  }),
  ...faults('user-agent-not-needed', 'OP11', {
    'user-agent-wanted': [
      'rejects clients that send no User-Agent',
      changeResponses(
        () => errorResponse(403, 'no bots'),
        ({ headers, user }) => headers['user-agent'] === undefined && user !== undefined,
      ),
    ],
  }),
  ...faults('gateway-error-form', 'ER12', {
    'long-field-page': [
      'responds to a long header with an HTML page',
      changeResponses(
        () => ({ status: 400, headers: { 'Content-Type': 'text/html' }, body: '<h1>Bad Request</h1>' }),
        hasLongHeader,
      ),
    ],
  }),
]

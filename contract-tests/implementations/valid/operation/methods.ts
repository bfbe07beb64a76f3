import { changeResponses, setHeaders } from '../../change.ts'
import type { Difference, Variation } from '../../implementation.ts'
import type { OutgoingResponse } from '../../response.ts'
import { closeWhen } from '../../rewrite.ts'
import { valid } from '../../servers.ts'

const plain = (status: number): OutgoingResponse => ({ status, headers: {}, body: '' })
const method = (name: string, response: OutgoingResponse): Difference =>
  changeResponses(
    () => response,
    (request) => request.method === name,
  )

/** Methods other than GET. */
export const methodVariations: readonly Variation[] = [
  ...[405, 404, 501, 401, 400].map((status) => ({
    id: `head-${status}`,
    title: `returns ${status} to HEAD`,
    rows: ['V63', 'C42'],
    difference: method('HEAD', {
      ...plain(status),
      headers: { Allow: 'GET', 'WWW-Authenticate': 'Bearer realm="a"' },
    }),
  })),
  ...[200, 204, 401, 404, 405].map((status) => ({
    id: `options-${status}`,
    title: `returns ${status} to OPTIONS`,
    rows: ['V63', 'C61'],
    difference: method('OPTIONS', {
      ...plain(status),
      headers: { Allow: 'GET', 'WWW-Authenticate': 'Bearer realm="a"' },
    }),
  })),
  ...[400, 401, 403, 404, 501].map((status) => ({
    id: `other-methods-${status}`,
    title: `returns ${status} to every method except GET`,
    rows: ['V62'],
    difference: changeResponses(
      () => ({ ...plain(status), headers: { 'WWW-Authenticate': 'Bearer realm="a"' } }),
      (request) => request.method !== 'GET',
    ),
  })),
  ...valid('V62', {
    'method-allow-compact': [
      'lists the allowed methods without spaces, GET last',
      setHeaders({ Allow: 'OPTIONS,HEAD,GET' }, [405]),
    ],
    'method-trace-allow-empty': [
      'sits behind a gateway that returns 405 to TRACE, with an empty Allow',
      method('TRACE', { ...plain(405), headers: { Allow: '' } }),
    ],
    'other-methods-close': [
      'closes the connection for every method except GET',
      closeWhen((request) => request.method !== 'GET'),
      { rows: 'V62 V63 V72' },
    ],
    'page-for-other-methods': [
      'returns 200 with an HTML page to other methods',
      changeResponses(
        () => ({ status: 200, headers: { 'Content-Type': 'text/html' }, body: '<p>Hello' }),
        ({ method: name }) => name === 'FOO' || name === 'OPTIONS',
      ),
      { rows: 'V62 V63' },
    ],
    'options-no-content-with-length': [
      'returns 204 with Content-Length: 0 to OPTIONS',
      method('OPTIONS', { ...plain(204), headers: { Allow: 'GET', 'Content-Length': '0' } }),
      { rows: 'V63 FR08' },
    ],
    'options-about-plants': [
      'returns 200 to OPTIONS with a description of the operation',
      method('OPTIONS', {
        status: 200,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ GET: { name: 'list plants', parameters: ['limit'] } }),
      }),
      { rows: 'V63 AU11' },
    ],
  }),
]

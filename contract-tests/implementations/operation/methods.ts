import { changeResponses, fails, setHeaders } from '../change.ts'
import { type Difference, type Fault, faults, type Variation, valid } from '../implementation.ts'
import { defaultPlants } from '../plants.ts'
import {
  emptyResponse,
  errorResponse,
  htmlResponse,
  type IncomingRequest,
  jsonResponse,
  type OutgoingResponse,
} from '../response.ts'
import { closeWhen } from '../rewrite.ts'
import { responseBytes } from '../startImplementation.ts'

const isHead = ({ method }: IncomingRequest): boolean => method === 'HEAD'

/** Faulty servers that respond wrongly to HEAD and other methods. */
export const methodFaults: readonly Fault[] = [
  ...faults('method-unknown-refused', {
    'method-unknown-runs-get: treats the unknown method FOO as GET': changeResponses(
      () => jsonResponse(200, defaultPlants),
      ({ method, user }) => method === 'FOO' && user === 'first',
    ),
    'method-registered-runs-get: treats REPORT as GET': changeResponses(
      () => jsonResponse(200, defaultPlants),
      ({ method, user }) => method === 'REPORT' && user === 'first',
    ),
  }),
  ...faults('method-no-crash', {
    'method-registered-crash: returns 500 to REPORT': fails(({ method }) => method === 'REPORT'),
    'method-options-crash: returns 500 to OPTIONS': fails(({ method }) => method === 'OPTIONS'),
  }),
  ...faults('method-trace-keeps-secrets', {
    'method-trace-echo: echoes the request headers in its response to TRACE': changeResponses(
      (_response, { lines }) => ({
        status: 200,
        headers: { 'Content-Type': 'message/http' },
        body: lines.join('\r\n'),
      }),
      ({ method }) => method === 'TRACE',
    ),
  }),
  ...faults('method-allow-listed', {
    'method-405-without-allow: returns 405 without an Allow header': setHeaders({ Allow: undefined }, [405]),
    'method-trace-405-without-allow: returns 405 to TRACE without an Allow header': setHeaders(
      { Allow: undefined },
      [405],
      ({ method }) => method === 'TRACE',
    ),
    'method-405-allow-empty: returns 405 with an empty Allow header': setHeaders({ Allow: '' }, [405]),
    'method-405-allow-without-get: returns 405 with an Allow header that does not list GET': setHeaders(
      { Allow: 'HEAD, OPTIONS' },
      [405],
    ),
  }),
  ...faults('head-supported', {
    'head-not-supported: returns 405 to HEAD': changeResponses(
      () => errorResponse(405, 'only GET is supported', { Allow: 'GET' }),
      isHead,
    ),
  }),
  ...faults('head-token-needed', {
    'head-without-token: serves HEAD without a token': changeResponses(
      () => jsonResponse(200, defaultPlants),
      isHead,
    ),
  }),
  ...faults('head-like-get', {
    'head-no-content: returns 204 to HEAD': changeResponses(
      () => emptyResponse(204),
      ({ method, user }) => method === 'HEAD' && user !== undefined,
    ),
    'head-other-type: returns a different media type to HEAD': setHeaders(
      { 'Content-Type': 'text/html' },
      [200],
      isHead,
    ),
    'head-crash: returns 500 to HEAD': fails(isHead),
    'head-without-route: returns 404 to HEAD': changeResponses(() => emptyResponse(404), isHead),
  }),
  ...faults('head-length-true', {
    'head-length-zero: returns Content-Length: 0 to HEAD': setHeaders(
      { 'Content-Length': '0' },
      [200],
      isHead,
    ),
  }),
  ...faults('length-without-body-true', {
    'no-content-with-length: returns 204 with a Content-Length to the unknown method FOO': changeResponses(
      () => emptyResponse(204, { 'Content-Length': '0' }),
      ({ method, user }) => method === 'FOO' && user !== undefined,
    ),
  }),
]

/** The headers that a 405 and a 401 need. */
const REFUSAL = { Allow: 'GET', 'WWW-Authenticate': 'Bearer realm="a"' }
const method = (name: string, response: OutgoingResponse): Difference =>
  changeResponses(
    () => response,
    (request) => request.method === name,
  )

/** Valid servers that respond to methods other than GET in different ways. */
export const methodVariations: readonly Variation[] = [
  ...[405, 501, 401, 400].map((status) => ({
    id: `head-${status}`,
    title: `returns ${status} to HEAD`,
    rows: ['V63', 'C42'],
    difference: method('HEAD', emptyResponse(status, REFUSAL)),
  })),
  ...[200, 204, 401, 404, 405].map((status) => ({
    id: `options-${status}`,
    title: `returns ${status} to OPTIONS`,
    rows: ['V63', 'C61'],
    difference: method('OPTIONS', emptyResponse(status, REFUSAL)),
  })),
  ...[400, 401, 403, 404, 501].map((status) => ({
    id: `other-methods-${status}`,
    title: `returns ${status} to every method except GET`,
    rows: ['V62'],
    ...(status === 404 && { warns: ['head-like-get'] }),
    difference: changeResponses(
      () => emptyResponse(status, REFUSAL),
      (request) => request.method !== 'GET',
    ),
  })),
  ...valid('V62', {
    'method-allow-compact: lists the allowed methods in its 405 without spaces and with GET last': setHeaders(
      { Allow: 'OPTIONS,HEAD,GET' },
      [405],
    ),
    'method-trace-allow-empty: sits behind a gateway that returns 405 to TRACE, with an empty Allow': method(
      'TRACE',
      emptyResponse(405, { Allow: '' }),
    ),
    'parser-refuses (V62 V73): answers FOO with 400 and long headers with 431, both without a body': {
      bytes: (request, response) => {
        const isLong = request.lines.some((line) => line.length > 10_000)
        if (!isLong && request.method !== 'FOO') return responseBytes(request, response)
        return `HTTP/1.1 ${isLong ? 431 : 400} No\r\nConnection: close\r\n\r\n`
      },
    },
    'other-methods-close (V62 V63 V72): closes the connection for every method except GET': closeWhen(
      (request) => request.method !== 'GET',
    ),
    'page-for-other-methods (V62 V63): returns 200 with an HTML page to OPTIONS and FOO': changeResponses(
      () => htmlResponse(200, '<p>Hello'),
      ({ method: name }) => name === 'FOO' || name === 'OPTIONS',
    ),
    'options-no-content-with-length (V63 FR08): returns 204 with Content-Length: 0 to OPTIONS': method(
      'OPTIONS',
      emptyResponse(204, { Allow: 'GET', 'Content-Length': '0' }),
    ),
    'options-about-plants (V63 AU11): returns 200 to OPTIONS with a description of the operation': method(
      'OPTIONS',
      {
        status: 200,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ GET: { name: 'list plants', parameters: ['limit'] } }),
      },
    ),
  }),
]

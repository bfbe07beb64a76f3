import { changePlantsBytes, refusePlants, rightAfter } from '../change.ts'
import { type Fault, faults } from '../implementation.ts'
import { ends } from '../rewrite.ts'
import {
  both,
  everyNthRequest,
  everyNthResponse,
  notFirstOnConnection,
  whileConcurrent,
  withLimit,
  withoutAuthorization,
  withoutLimit,
} from '../when.ts'

const close = () => undefined

/** Faulty servers that do not have the operation, do not answer, or refuse valid requests. */
export const operationFaults: readonly Fault[] = [
  ...faults('operation-answers', {
    'no-answer: closes the connection without a response': { bytes: close },
    'no-answer-with-limit (LM09): closes the connection without a response when the request has a positive limit':
      changePlantsBytes(close, withLimit),
    'no-answer-in-company (CA08): closes the connection without a response while it handles another request':
      changePlantsBytes(close, whileConcurrent),
    'no-answer-to-any-tag: never answers a request with If-None-Match: *': changePlantsBytes(
      () => '',
      ({ headers }) => headers['if-none-match'] === '*',
    ),
    'answer-without-status-line: sends a body without a status line or headers': changePlantsBytes(
      (_head, body) => body,
    ),
    'answer-status-line-garbled: omits the status code from the status line when the request has a positive limit':
      changePlantsBytes((head, body) => head.replace('HTTP/1.1 200 OK', 'HTTP/1.1 OK') + body, withLimit),
    'answer-head-cut: closes the connection in the middle of the headers when the request has a positive limit':
      changePlantsBytes((head) => head.slice(0, 30), withLimit),
    'status-code-garbled (OP10): writes the status code 200 with the letter O instead of zeros':
      changePlantsBytes((head, body) => head.replace(' 200 ', ' 2OO ') + body),
    'limit-percent-ends: exits at a query that ends with %': ends(({ query }) => query.endsWith('%')),
  }),
  ...faults('operation-exists', {
    'operation-absent: returns 404 at the documented path': refusePlants(404),
    'operation-other-method: returns 405 to GET at the documented path': refusePlants(405),
    'operation-not-implemented: returns 501 at the documented path': refusePlants(501),
    'empty-list-not-found (OP02 C10): has a user without plants, and returns 404 instead of every list': {
      plants: [],
      ...refusePlants(404),
    },
  }),
  ...faults('operation-no-crash', {
    'crash-always: returns 500 to a request without a limit': refusePlants(500, withoutLimit),
    'crash-after-limit: returns 500 to a request without a limit right after a request with a positive limit':
      rightAfter(({ limit }) => limit !== undefined, refusePlants(500, withoutLimit)),
    'crash-at-old-date: returns 500 to If-Modified-Since with a date without a time zone': refusePlants(
      500,
      ({ headers }) => / \d{4}$/.test(headers['if-modified-since'] ?? ''),
    ),
    'crash-in-company: returns 500 while it handles another request': refusePlants(500, whileConcurrent),
    'crash-every-thirtieth (CA09): returns 500 instead of every thirtieth list': refusePlants(
      500,
      everyNthResponse(30),
    ),
    'crash-late-on-connection: returns 500 to the thirtieth and later requests of a connection': refusePlants(
      500,
      ({ requestsOnConnection }) => requestsOnConnection >= 29,
    ),
    'crash-at-any-language: returns 500 for Accept-Language: *, like a sort whose locale is not valid':
      refusePlants(500, ({ headers }) => headers['accept-language'] === '*'),
  }),
  ...faults('operation-serves-plain-request', {
    'empty-list-bad-request: has a user without plants, and returns 400 instead of every list': {
      plants: [],
      ...refusePlants(400),
    },
    'plain-request-refused: returns 400 to a request without a limit': refusePlants(400, withoutLimit),
    'plain-request-unprocessable: returns 422 to a request without a limit': refusePlants(422, withoutLimit),
    'plain-request-refused-later-on-connection: returns 400 to a request without a limit, except to the first request on a connection':
      refusePlants(400, both(withoutLimit, notFirstOnConnection)),
  }),
  ...faults('operation-token-honoured', {
    'token-refused-every-thirtieth: returns 401 to a valid token instead of every thirtieth list':
      refusePlants(401, everyNthResponse(30)),
    'token-refused-every-thirtieth-of-all: returns 403 to a valid token in every thirtieth request':
      refusePlants(403, everyNthRequest(30)),
    'token-refused-in-company: rejects a valid token while it handles another request': refusePlants(
      401,
      whileConcurrent,
    ),
    'token-refused-later-on-connection: accepts a valid token only in the first request on a connection':
      refusePlants(401, notFirstOnConnection),
    'token-plus-as-space: reads a plus sign in a token as a space, except in the first request on a connection':
      {
        token: 'k7+Qx/9~b.c-d_e=',
        ...refusePlants(
          401,
          ({ headers, requestsOnConnection }) =>
            requestsOnConnection > 0 && headers.authorization?.includes('+') === true,
        ),
      },
    'token-refused-after-refusal: returns 401 right after a request without a token, even to a valid token':
      rightAfter(withoutAuthorization, refusePlants(401)),
  }),
]

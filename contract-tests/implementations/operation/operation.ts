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
    'no-answer-with-limit (LM09): closes the connection when the request has a limit': changePlantsBytes(
      close,
      withLimit,
    ),
    'no-answer-in-company (CA08): closes the connection while it handles another request': changePlantsBytes(
      close,
      whileConcurrent,
    ),
    'no-answer-to-any-tag: never answers a request with If-None-Match: *': changePlantsBytes(
      () => '',
      ({ headers }) => headers['if-none-match'] === '*',
    ),
    'answer-without-status-line: sends a body without a status line or headers': changePlantsBytes(
      (_head, body) => body,
    ),
    'answer-status-line-garbled: omits the status code from the status line when the request has a limit':
      changePlantsBytes((head, body) => head.replace('HTTP/1.1 200 OK', 'HTTP/1.1 OK') + body, withLimit),
    'answer-head-cut: closes the connection in the middle of the header section': changePlantsBytes(
      (head) => head.slice(0, 30),
      withLimit,
    ),
    'status-code-garbled (OP10): writes the letter O for each zero in its status code': changePlantsBytes(
      (head, body) => head.replace(' 200 ', ' 2OO ') + body,
    ),
    'limit-percent-ends: exits at a query that ends with %': ends(({ query }) => query.endsWith('%')),
  }),
  ...faults('operation-exists', {
    'operation-absent: returns 404 at the documented path': refusePlants(404),
    'operation-other-method: rejects GET on the documented path': refusePlants(405),
    'operation-not-implemented: has only a stub at the documented path': refusePlants(501),
    'empty-list-not-found (OP02 C10): returns 404 when the user has no plants': {
      plants: [],
      ...refusePlants(404),
    },
  }),
  ...faults('operation-no-crash', {
    'crash-always: returns 500 to a request without a limit': refusePlants(500, withoutLimit),
    'crash-after-limit: returns 500 to a request without a limit right after a request with a limit':
      rightAfter(({ limit }) => limit !== undefined, refusePlants(500, withoutLimit)),
    'crash-in-company: returns 500 while it handles another request': refusePlants(500, whileConcurrent),
    'crash-every-thirtieth (CA09): returns 500 to one request out of thirty': refusePlants(
      500,
      everyNthResponse(30),
    ),
    'crash-late-on-connection: returns 500 from the thirtieth request on a connection': refusePlants(
      500,
      ({ requestsOnConnection }) => requestsOnConnection >= 29,
    ),
  }),
  ...faults('operation-serves-plain-request', {
    'empty-list-bad-request: returns 400 when the user has no plants': { plants: [], ...refusePlants(400) },
    'plain-request-refused: makes limit mandatory': refusePlants(400, withoutLimit),
    'plain-request-unprocessable: returns 422 to a request without a limit': refusePlants(422, withoutLimit),
    'plain-request-refused-later-on-connection: returns 400 to a request without a limit unless it is the first on its connection':
      refusePlants(400, both(withoutLimit, notFirstOnConnection)),
  }),
  ...faults('operation-token-honoured', {
    'token-refused-every-thirtieth: rejects a valid token in one response out of thirty': refusePlants(
      401,
      everyNthResponse(30),
    ),
    'token-refused-every-thirtieth-of-all: rejects a valid token with 403 in every thirtieth request':
      refusePlants(403, everyNthRequest(30)),
    'token-refused-in-company: rejects a valid token while it handles another request': refusePlants(
      401,
      whileConcurrent,
    ),
    'token-refused-later-on-connection: accepts a valid token only in the first request on a connection':
      refusePlants(401, notFirstOnConnection),
    'token-plus-as-space: reads a plus sign in a token as a space, unless the request is the first on its connection':
      {
        token: 'k7+Qx/9~b.c-d_e=',
        ...refusePlants(
          401,
          ({ headers, requestsOnConnection }) =>
            requestsOnConnection > 0 && headers.authorization?.includes('+') === true,
        ),
      },
    'token-refused-after-refusal: replays a 401 to the next request, even with a valid token': rightAfter(
      withoutAuthorization,
      refusePlants(401),
    ),
  }),
]

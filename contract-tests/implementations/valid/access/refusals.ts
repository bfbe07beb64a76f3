import { changeResponses } from '../../change.ts'
import type { Variation } from '../../implementation.ts'
import { errorResponse, type IncomingRequest, jsonResponse, type OutgoingResponse } from '../../response.ts'
import { closeWhen } from '../../rewrite.ts'
import { valid } from '../../servers.ts'
import { refuseWith } from './refuseWith.ts'

const html = (status: number, headers: Record<string, string> = {}): OutgoingResponse => ({
  status,
  headers: { 'Content-Type': 'text/html', ...headers },
  body: '<!doctype html><title>Plants</title><p>Who are you?',
})
const login = (status: number) => () => html(status, { Location: '/login?next=%2Fplants' })
const isMissing = ({ headers }: IncomingRequest): boolean => headers.authorization === undefined
const isBearer = ({ headers }: IncomingRequest): boolean => /^bearer ./i.test(headers.authorization ?? '')

/** Rejections of requests without a valid token. */
export const refusalVariations: readonly Variation[] = [
  ...valid('V21', {
    'refuses-403': ['returns 403 instead of 401', refuseWith(() => errorResponse(403, 'no'))],
    'refuses-404': [
      'returns 404 without a token, to hide the operation',
      refuseWith(() => html(404)),
      { rows: 'V21 V22 C02' },
    ],
    'refuses-400': [
      'returns 400 with an Error without a token',
      refuseWith(() => errorResponse(400, 'a token is missing')),
    ],
    'refuses-400-without-error': [
      'returns 400 with plain text without a token',
      refuseWith(() => ({
        status: 400,
        headers: { 'Content-Type': 'text/plain' },
        body: 'Bad Request',
      })),
      { rows: 'V21 C03', warns: ['error-for-credentials'] },
    ],
  }),
  ...[301, 302, 303, 307, 308].map((status) => ({
    id: `refuses-${status}`,
    title: `redirects requests without a token to a login page with ${status}`,
    rows: ['V21', 'V23', 'C05'],
    difference: refuseWith(login(status)),
  })),
  ...valid('V23 C05', {
    'refuses-to-login-that-answers': [
      'redirects requests without a token to a login page that returns 200',
      changeResponses(
        (_response, { path }) => (path === '/login' ? html(200) : login(302)()),
        ({ path, user }) => path === '/login' || (path === '/plants' && user === undefined),
      ),
    ],
  }),
  ...valid('V22', {
    'refuses-with-html': [
      'returns 401 with an HTML page',
      refuseWith((_request, { headers }) => ({
        ...html(401),
        headers: { ...headers, 'Content-Type': 'text/html' },
      })),
    ],
    'refuses-without-body': [
      'returns 401 with an empty body',
      refuseWith((_request, response) => ({ ...response, body: '' })),
    ],
    'refuses-with-list': [
      'returns 401 with an empty array',
      refuseWith((_request, response) => ({ ...response, body: '[]' })),
    ],
  }),
  ...valid('V22 AU02', {
    'refuses-with-name': [
      'returns 401 with an object that has a name and an empty list of plants',
      refuseWith((_request, response) => ({
        ...response,
        body: JSON.stringify({ name: 'UnauthorizedError', statusCode: 401, plants: [] }),
      })),
    ],
    'refuses-with-broken-json': [
      'returns 401 with invalid JSON',
      refuseWith((_request, response) => ({ ...response, body: "{'error': None," })),
      { rows: 'V22' },
    ],
  }),
  ...[402, 406, 407, 410, 418, 422, 451, 498, 511].map((status) => ({
    id: `refuses-${status}`,
    title: `returns ${status} without a token`,
    rows: ['V21'],
    difference: refuseWith(() => jsonResponse(status, { detail: 'no' })),
  })),
  ...valid('V21 V72', {
    'refuses-by-closing': [
      'closes the connection without a valid token',
      closeWhen(({ user }) => user === undefined),
    ],
    'refuses-each-differently': [
      'returns different status codes for a missing, a malformed and a wrong token',
      refuseWith((request, response) =>
        isMissing(request)
          ? html(404)
          : isBearer(request)
            ? response
            : errorResponse(400, 'malformed credentials'),
      ),
      { rows: 'V24 V21' },
    ],
    'refuses-differently-each-time': [
      'returns a different status code for each rejected request',
      refuseWith(
        (request, response) =>
          [response, html(403), html(404), login(302)()][request.requestsBefore % 4] ?? response,
      ),
      { rows: 'V24 V22' },
    ],
    'checks-limit-before-token': [
      'checks the limit before the token',
      refuseWith((request, response) =>
        request.limits[0] === 'abc' ? errorResponse(400, 'limit') : response,
      ),
      { rows: 'V25' },
    ],
  }),
]

import { changeResponses } from '../../change.ts'
import type { Variation } from '../../implementation.ts'
import { errorResponse, type IncomingRequest, jsonResponse, type OutgoingResponse } from '../../response.ts'
import { closeWhen } from '../../rewrite.ts'
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
  {
    id: 'refuses-403',
    title: 'returns 403 instead of 401',
    rows: ['V21'],
    difference: refuseWith(() => errorResponse(403, 'no')),
  },
  {
    id: 'refuses-404',
    title: 'returns 404 without a token, to hide the operation',
    rows: ['V21', 'V22', 'C02'],
    difference: refuseWith(() => html(404)),
  },
  {
    id: 'refuses-400',
    title: 'returns 400 with an Error without a token',
    rows: ['V21'],
    difference: refuseWith(() => errorResponse(400, 'a token is missing')),
  },
  {
    id: 'refuses-400-without-error',
    title: 'returns 400 with plain text without a token',
    rows: ['V21', 'C03'],
    difference: refuseWith(() => ({
      status: 400,
      headers: { 'Content-Type': 'text/plain' },
      body: 'Bad Request',
    })),
    warns: ['error-for-credentials'],
  },
  ...[301, 302, 303, 307, 308].map((status) => ({
    id: `refuses-${status}`,
    title: `redirects requests without a token to a login page with ${status}`,
    rows: ['V21', 'V23', 'C05'],
    difference: refuseWith(login(status)),
  })),
  {
    id: 'refuses-to-login-that-answers',
    title: 'redirects requests without a token to a login page that returns 200',
    rows: ['V23', 'C05'],
    difference: changeResponses(
      (_response, { path }) => (path === '/login' ? html(200) : login(302)()),
      ({ path, user }) => path === '/login' || (path === '/plants' && user === undefined),
    ),
  },
  {
    id: 'refuses-with-html',
    title: 'returns 401 with an HTML page',
    rows: ['V22'],
    difference: refuseWith((_request, { headers }) => ({
      ...html(401),
      headers: { ...headers, 'Content-Type': 'text/html' },
    })),
  },
  {
    id: 'refuses-without-body',
    title: 'returns 401 with an empty body',
    rows: ['V22'],
    difference: refuseWith((_request, response) => ({ ...response, body: '' })),
  },
  {
    id: 'refuses-with-list',
    title: 'returns 401 with an empty array',
    rows: ['V22'],
    difference: refuseWith((_request, response) => ({ ...response, body: '[]' })),
  },
  {
    id: 'refuses-with-name',
    title: 'returns 401 with an object that has a name and an empty list of plants',
    rows: ['V22', 'AU02'],
    difference: refuseWith((_request, response) => ({
      ...response,
      body: JSON.stringify({ name: 'UnauthorizedError', statusCode: 401, plants: [] }),
    })),
  },
  {
    id: 'refuses-with-broken-json',
    title: 'returns 401 with invalid JSON',
    rows: ['V22'],
    difference: refuseWith((_request, response) => ({ ...response, body: "{'error': None," })),
  },
  ...[402, 406, 407, 410, 418, 422, 451, 498, 511].map((status) => ({
    id: `refuses-${status}`,
    title: `returns ${status} without a token`,
    rows: ['V21'],
    difference: refuseWith(() => jsonResponse(status, { detail: 'no' })),
  })),
  {
    id: 'refuses-by-closing',
    title: 'closes the connection without a valid token',
    rows: ['V21', 'V72'],
    difference: closeWhen(({ user }) => user === undefined),
  },
  {
    id: 'refuses-each-differently',
    title: 'returns different status codes for a missing, a malformed and a wrong token',
    rows: ['V24', 'V21'],
    difference: refuseWith((request, response) =>
      isMissing(request)
        ? html(404)
        : isBearer(request)
          ? response
          : errorResponse(400, 'malformed credentials'),
    ),
  },
  {
    id: 'refuses-differently-each-time',
    title: 'returns a different status code for each rejected request',
    rows: ['V24', 'V22'],
    difference: refuseWith(
      (request, response) =>
        [response, html(403), html(404), login(302)()][request.requestsBefore % 4] ?? response,
    ),
  },
  {
    id: 'checks-limit-before-token',
    title: 'checks the limit before the token',
    rows: ['V25'],
    difference: refuseWith((request, response) =>
      request.limits[0] === 'abc' ? errorResponse(400, 'limit') : response,
    ),
  },
]

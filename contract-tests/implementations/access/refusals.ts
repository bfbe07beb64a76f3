import { changeResponses, fails, setHeaders } from '../change.ts'
import { isInherited, isUnauthorised } from '../credentials.ts'
import { type Difference, type Fault, faults, type Variation, valid } from '../implementation.ts'
import { defaultPlants } from '../plants.ts'
import {
  errorResponse,
  htmlResponse,
  type IncomingRequest,
  jsonResponse,
  type OutgoingResponse,
  withHeaders,
} from '../response.ts'
import { addHeaders, changeHeaders, closeWhen, onlyForStatus, rewrite } from '../rewrite.ts'

const challenge = (value: string): Difference => setHeaders({ 'WWW-Authenticate': value }, [401])

/** Faulty servers that respond wrongly to missing and invalid credentials. */
export const refusalFaults: readonly Fault[] = [
  ...faults('auth-refusal-without-plants', {
    'auth-refusal-with-list: returns 401 with the whole list to a request without a token': changeResponses(
      (response) => ({ ...response, body: JSON.stringify(defaultPlants) }),
      (request) => isUnauthorised(request) && request.headers.authorization === undefined,
    ),
    'auth-refusal-with-error-and-list: answers a wrong token with 403, an error and the plants':
      changeResponses(
        () => jsonResponse(403, { error: 403, message: 'wrong token', data: { plants: defaultPlants } }),
        (request) => isUnauthorised(request) && request.headers.authorization !== undefined,
      ),
    'auth-goes-on: sends the plants after the Error in the body of its 401': changeResponses(
      (response) => ({ ...response, body: `${response.body}\n${JSON.stringify(defaultPlants)}` }),
      (_request, _memory, { status }) => status === 401,
    ),
  }),
  ...faults('auth-refusal-no-crash', {
    'auth-crash: returns 500 to a request without a valid token': changeResponses(
      () => errorResponse(500, 'no'),
      isUnauthorised,
    ),
    'token-key-crash: returns 500 for a token that is the name of an inherited JavaScript property':
      fails(isInherited),
    'auth-panic: closes the connection if the Authorization header is missing or has no space': closeWhen(
      ({ headers }) => !headers.authorization?.includes(' '),
    ),
    'auth-crash-without-space: returns 500 for the Bearer scheme without a token': fails(
      ({ headers }) => headers.authorization === 'Bearer',
    ),
  }),
  ...faults('auth-challenge-present', {
    'auth-no-challenge (C06): returns 401 without WWW-Authenticate': setHeaders(
      { 'WWW-Authenticate': undefined },
      [401],
    ),
  }),
  ...faults('error-for-credentials', {
    'auth-400-text: returns a plain-text 400 for missing and invalid credentials': changeResponses(
      () => ({ status: 400, headers: { 'Content-Type': 'text/plain' }, body: 'Bad Request' }),
      isUnauthorised,
    ),
  }),
  ...faults('auth-challenge-bearer', {
    'challenge-basic: asks for Basic credentials instead of a Bearer token':
      challenge('Basic realm="plants"'),
    'challenge-bare: sends a challenge without parameters': challenge('Bearer'),
    'challenge-realm-twice: sends two realms in one challenge': challenge(
      'Bearer realm="plants", realm="trees"',
    ),
    'challenge-unreadable: sends a challenge that cannot be parsed': challenge('Bearer realm="plants'),
  }),
  ...faults('auth-challenge-no-error-unasked', {
    'challenge-error-unasked: reports an invalid token even to a request without a token': challenge(
      'Bearer realm="plants", error="invalid_token"',
    ),
  }),
  ...faults('auth-bad-token-401', {
    'bad-token-403: returns 403 for a wrong token': changeResponses(
      () => jsonResponse(403, {}),
      ({ user, headers }) => user === undefined && headers.authorization !== undefined,
    ),
  }),
]

/** Replaces every 401 with another refusal. */
function refuseWith(
  refusal: (request: IncomingRequest, usual: OutgoingResponse) => OutgoingResponse,
): Difference {
  return changeResponses(
    (response, request) => refusal(request, response),
    (_request, _memory, { status }) => status === 401,
  )
}

const PAGE =
  '<!doctype html><title>Plants</title><p>Who are you?<script>class Login { constructor() {} }</script>'
const html = (status: number, headers = {}): OutgoingResponse => htmlResponse(status, PAGE, headers)
const login = (status: number) => () => html(status, { Location: '/login?next=%2Fplants' })
const isMissing = ({ headers }: IncomingRequest): boolean => headers.authorization === undefined
const isBearer = ({ headers }: IncomingRequest): boolean => /^bearer ./i.test(headers.authorization ?? '')

/** Valid servers that refuse requests without a valid token in different ways. */
export const refusalVariations: readonly Variation[] = [
  ...valid('V21', {
    'refuses-403: returns 403 instead of 401': refuseWith(() => errorResponse(403, 'no')),
    'refuses-404 (V21 V22 C02): returns 404 to a request without a valid token, to hide the operation':
      refuseWith(() => html(404)),
    'refuses-400: returns 400 with an Error to a request without a valid token': refuseWith(() =>
      errorResponse(400, 'a token is missing'),
    ),
    'refuses-400-without-error (V21 C03): returns 400 with plain text to a request without a valid token': {
      difference: refuseWith(() => ({
        status: 400,
        headers: { 'Content-Type': 'text/plain' },
        body: 'Bad Request',
      })),
      warns: ['error-for-credentials'],
    },
  }),
  ...[301, 302, 303, 307, 308].map((status) => ({
    id: `refuses-${status}`,
    title: `redirects requests without a valid token to /login, with status ${status}`,
    rows: ['V21', 'V23', 'C05'],
    difference: refuseWith(login(status)),
  })),
  ...valid('V23 C05', {
    'refuses-to-login-that-answers: redirects requests without a valid token to a login page that returns 200':
      changeResponses(
        (_response, { path }) => (path === '/login' ? html(200) : login(302)()),
        ({ path, user }) => path === '/login' || (path === '/plants' && user === undefined),
      ),
  }),
  ...valid('V22', {
    'refuses-with-html: returns 401 with an HTML page': refuseWith((_request, { headers }) => ({
      ...html(401),
      headers: { ...headers, 'Content-Type': 'text/html' },
    })),
    'refuses-without-body: returns 401 with an empty body': refuseWith((_request, response) => ({
      ...response,
      body: '',
    })),
    'refuses-with-list: returns 401 with an empty array': refuseWith((_request, response) => ({
      ...response,
      body: '[]',
    })),
  }),
  ...valid('V22 AU02', {
    'refuses-with-name: returns 401 with an object that has a name and an empty list of plants': refuseWith(
      (_request, response) => ({
        ...response,
        body: JSON.stringify({ name: 'UnauthorizedError', statusCode: 401, plants: [] }),
      }),
    ),
    'refuses-with-broken-json (V22): returns 401 with invalid JSON': refuseWith((_request, response) => ({
      ...response,
      body: "{'error': None,",
    })),
  }),
  ...[402, 406, 407, 410, 418, 422, 451, 498, 511].map((status) => ({
    id: `refuses-${status}`,
    title: `returns ${status} to a request without a valid token`,
    rows: ['V21'],
    difference: refuseWith(() => jsonResponse(status, { detail: 'no' })),
  })),
  ...valid('V21 V72', {
    'refuses-by-closing: closes the connection if the request has no valid token': {
      difference: closeWhen(({ user }) => user === undefined),
      warns: ['auth-refusal-no-crash'],
    },
    'refuses-each-differently (V24 V21): returns different status codes for a missing, a malformed and a wrong token':
      refuseWith((request, response) =>
        isMissing(request)
          ? html(404)
          : isBearer(request)
            ? response
            : errorResponse(400, 'malformed credentials'),
      ),
    'refuses-differently-each-time (V24 V22): refuses with 401, 403, 404 or 302, chosen by the number of earlier requests':
      refuseWith(
        (request, response) =>
          [response, html(403), html(404), login(302)()][request.requestsBefore % 4] ?? response,
      ),
    'checks-limit-before-token (V25): returns 400 to limit=abc before it checks the token': refuseWith(
      (request, response) => (request.limits[0] === 'abc' ? errorResponse(400, 'limit') : response),
    ),
  }),
  ...valid('V26', {
    'challenges-many: sends several challenges in one header': refuseWith((request, response) => {
      const detail = isMissing(request) ? '' : ' , error="invalid_token"'
      const bearer = `bearer REALM = "say \\"plants\\", please"${detail}`
      const challenges = `Negotiate YWJjZA==, Newauth, Digest realm="a, Bearer b", nonce="x,y=z", ${bearer}, Basic realm="x"`
      return withHeaders(response, { 'WWW-Authenticate': challenges })
    }),
    'challenge-of-two-schemes: lists the schemes DPoP and Bearer in one WWW-Authenticate header': refuseWith(
      (_request, response) =>
        withHeaders(response, { 'WWW-Authenticate': 'DPoP algs="ES256 PS256", Bearer realm="plants"' }),
    ),
    'challenges-in-lines: sends each challenge in its own header, with bearer in lower case': rewrite(
      onlyForStatus(401, addHeaders('www-authenticate: Basic realm="plants"', 'WWW-AUTHENTICATE: Newauth')),
      changeHeaders((name, value) =>
        name === 'WWW-Authenticate' ? `${name}: ${value.replace('Bearer', 'bearer')}` : `${name}: ${value}`,
      ),
    ),
    'no-challenge (C06): returns 401 without a challenge and without a Content-Type': {
      difference: refuseWith((_request, response) => ({ ...response, headers: {} })),
      warns: ['auth-challenge-present'],
    },
  }),
]

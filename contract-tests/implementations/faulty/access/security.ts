import { json } from '../../answer.ts'
import { answers, errorBody, fields, plantAt } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'

const REFUSALS = [401]
const challenge = (value: string, statuses = REFUSALS): Difference =>
  fields({ 'WWW-Authenticate': value }, statuses)

/** Messages that show the inside of a server, by the runtime that writes them. */
const INTERNALS = {
  node: 'TypeError: x is undefined\n    at list (/srv/app/plants.js:12:7)\n    at Layer.handle (node:internal/x:1:1)',
  java: 'NumberFormatException\n\tat com.example.Plants.list(Plants.java:42)',
  python: 'Traceback (most recent call last):\n  File "/app/plants.py", line 12, in list',
  sql: `You have an error in your SQL syntax near 'abc'`,
  query: 'SELECT name, tag FROM plants WHERE owner = 7 LIMIT abc',
  path: 'cannot parse limit in /usr/src/app/dist/limit.js',
}

/** Faults that open more than they should. */
export const security: readonly Fault[] = [
  {
    id: 'header-injection',
    title: 'writes limit into a header field as it comes',
    check: 'limit-not-in-header',
    rows: ['SE01'],
    difference: answers(
      (answer, { limits: [limit = ''] }) => ({ ...answer, headers: { ...answer.headers, 'X-Limit': limit } }),
      ({ limits }) => limits.length > 0,
    ),
  },
  {
    id: 'markup-in-html',
    title: 'repeats limit in a page of HTML',
    check: 'input-not-reflected',
    rows: ['SE02', 'ER13'],
    difference: answers(
      (_answer, { limits: [limit = ''] }) => ({
        status: 422,
        headers: { 'Content-Type': 'text/html' },
        body: `<p>not a limit: ${limit}</p>`,
      }),
      ({ query }) => query.includes('%3C'),
    ),
  },
  {
    id: 'markup-without-type',
    title: 'repeats limit in an error without a media type',
    check: 'input-not-reflected',
    rows: ['ER13'],
    difference: answers(
      (_answer, { limits: [limit = ''] }) => ({ status: 422, headers: {}, body: `not a limit: ${limit}` }),
      ({ query }) => query.includes('%3C'),
    ),
  },
  ...Object.entries(INTERNALS).map(([id, message]) => ({
    id: `error-shows-${id}`,
    title: `shows its inside in a 400 (${id})`,
    check: 'error-hides-internals',
    rows: ['SE03'],
    difference: errorBody((error) => ({ ...error, message })),
  })),
  {
    id: 'token-in-error',
    title: 'repeats a wrong token in its message',
    check: 'token-not-echoed',
    rows: ['SE04'],
    difference: answers(
      (answer, { headers: { authorization } }) => ({
        ...answer,
        body: JSON.stringify({ error: 401, message: `unknown: ${authorization}` }),
      }),
      (_ask, _memory, { status }) => status === 401,
    ),
  },
  {
    id: 'token-in-cookie',
    title: 'sets a cookie with the token',
    check: 'token-not-echoed',
    rows: ['SE04'],
    difference: answers(
      (answer, { headers: { authorization = '' } }) => ({
        ...answer,
        headers: { ...answer.headers, 'Set-Cookie': `token=${authorization.slice(7)}; HttpOnly` },
      }),
      (_ask, _memory, { status }) => status === 200,
    ),
  },
  {
    id: 'software-told',
    title: 'tells the version of its software',
    check: 'version-not-told',
    rows: ['SE06'],
    difference: fields({ Server: 'Plants/2.4.1 (Linux)' }),
  },
  {
    id: 'nosniff-absent',
    title: 'lets browsers guess the media type',
    check: 'nosniff-set',
    rows: ['SE11'],
    difference: {},
  },
  {
    id: 'public-without-tls',
    title: 'serves a public host over plain http',
    check: 'tls-used',
    rows: ['SE12', 'C74'],
    difference: { host: 'plants.example.com' },
  },
  {
    id: 'plants-with-owners',
    title: "returns the owner's e-mail address with a plant",
    check: 'plants-without-secrets',
    rows: ['SE14'],
    difference: plantAt((plant) => ({ ...plant, owner: 7, email: 'alice@plants.example' })),
  },
  ...Object.entries({
    basic: ['asks for Basic credentials', 'Basic realm="plants"'],
    bare: ['challenges without a parameter', 'Bearer'],
    'realm-twice': ['gives two realms in one challenge', 'Bearer realm="plants", realm="trees"'],
    unreadable: ['writes a challenge that cannot be read', 'Bearer realm="plants'],
  }).map(([id, [title = '', value = '']]) => ({
    id: `challenge-${id}`,
    title,
    check: 'auth-challenge-bearer',
    rows: ['AU20'],
    difference: challenge(value),
  })),
  {
    id: 'challenge-error-unasked',
    title: 'calls a token invalid that nobody sent',
    check: 'auth-challenge-no-error-unasked',
    rows: ['AU21'],
    difference: challenge('Bearer realm="plants", error="invalid_token"'),
  },
  {
    id: 'bad-token-403',
    title: 'answers a wrong token with 403',
    check: 'auth-bad-token-401',
    rows: ['AU22'],
    difference: answers(
      () => json(403, {}),
      ({ user, headers }) => user === undefined && headers.authorization !== undefined,
    ),
  },
]

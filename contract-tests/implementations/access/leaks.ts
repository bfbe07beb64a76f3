import { changeError, changePlant, changeResponses, setHeaders } from '../change.ts'
import { type Difference, type Fault, faults } from '../implementation.ts'
import { htmlResponse, withHeaders } from '../response.ts'

/** Puts this message into the Error of every 400. */
const say = (message: string): Difference => changeError((error) => ({ ...error, message }))
const NODE_TRACE =
  'TypeError: x is undefined\n    at list (/srv/app/plants.js:12:7)\n    at Layer.handle (node:internal/x:1:1)'
const JAVA_TRACE = 'NumberFormatException\n\tat com.example.Plants.list(Plants.java:42)'
const PYTHON_TRACE = 'Traceback (most recent call last):\n  File "/app/plants.py", line 12, in list'

/** Faulty servers whose responses repeat input or reveal internals. */
export const leakFaults: readonly Fault[] = [
  ...faults('error-hides-internals', {
    'error-shows-node: shows a Node.js stack trace in its 400': say(NODE_TRACE),
    'error-shows-java: shows a Java stack trace in its 400': say(JAVA_TRACE),
    'error-shows-python: shows a Python stack trace in its 400': say(PYTHON_TRACE),
    'error-shows-sql: shows an SQL error in its 400': say(`You have an error in your SQL syntax near 'abc'`),
    'error-shows-query: shows an SQL query in its 400': say(
      'SELECT name, tag FROM plants WHERE owner = 7 LIMIT abc',
    ),
    'error-shows-path: shows a file path in its 400': say('cannot parse limit in /usr/src/app/dist/limit.js'),
  }),
  ...faults('token-not-echoed', {
    'token-in-error: repeats a wrong token in its error message': changeResponses(
      (response, { headers: { authorization } }) => ({
        ...response,
        body: JSON.stringify({ error: 401, message: `unknown: ${authorization}` }),
      }),
      (_request, _memory, { status }) => status === 401,
    ),
    'token-in-cookie: sets a cookie that contains the token': changeResponses(
      (response, { headers: { authorization = '' } }) =>
        withHeaders(response, { 'Set-Cookie': `token=${authorization.slice(7)}; HttpOnly` }),
      (_request, _memory, { status }) => status === 200,
    ),
  }),
  ...faults('input-not-reflected', {
    'markup-in-html: copies limit unescaped into an HTML page': changeResponses(
      (_response, { limits: [limit = ''] }) => htmlResponse(422, `<p>not a limit: ${limit}</p>`),
      ({ query }) => query.includes('%3C'),
    ),
    'markup-without-type: copies limit into an error without a Content-Type': changeResponses(
      (_response, { limits: [limit = ''] }) => ({
        status: 422,
        headers: {},
        body: `not a limit: ${limit}`,
      }),
      ({ query }) => query.includes('%3C'),
    ),
  }),
]

/** Faulty servers that expose more than they need to. */
export const exposureFaults: readonly Fault[] = [
  ...faults('tls-used', {
    'public-without-tls: serves a public host over plain HTTP': { host: 'plants.example.com' },
  }),
  ...faults('version-not-told', {
    'software-told: reveals the version of its software': setHeaders({ Server: 'Plants/2.4.1 (Linux)' }),
  }),
  ...faults('nosniff-set', {
    'nosniff-absent: lets browsers guess the media type': {},
  }),
  ...faults('plants-without-secrets', {
    "plants-with-owners: returns the owner's e-mail address with a plant": changePlant((plant) => ({
      ...plant,
      owner: 7,
      email: 'alice@plants.example',
    })),
  }),
]

import { changeError, changePlant, changeResponses, setHeaders } from '../change.ts'
import { sentToken } from '../credentials.ts'
import { type Difference, type Fault, faults } from '../implementation.ts'
import { htmlResponse, withHeaders } from '../response.ts'

/** Puts this message into the Error of every 400. */
const say = (message: string): Difference => changeError((error) => ({ ...error, message }))
const NODE_TRACE =
  'TypeError: x is undefined\n    at list (/srv/app/plants.js:12:7)\n    at Layer.handle (node:internal/x:1:1)'
const JAVA_TRACE = 'NumberFormatException\n\tat com.example.Plants.list(Plants.java:42)'
const PYTHON_TRACE = 'Traceback (most recent call last):\n  File "/app/plants.py", line 12, in list'

/** Faulty servers that repeat input, reveal internals or private data, or do not protect their responses. */
export const leakFaults: readonly Fault[] = [
  ...faults('error-hides-internals', {
    'error-shows-node: shows a Node.js stack trace in its 400': say(NODE_TRACE),
    'error-shows-java: shows a Java stack trace in its 400': say(JAVA_TRACE),
    'error-shows-python: shows a Python stack trace in its 400': say(PYTHON_TRACE),
    'error-shows-sql: shows an SQL error in its 400': say(`You have an error in your SQL syntax near 'abc'`),
    'error-shows-path: shows a file path in its 400': say('cannot parse limit in /usr/src/app/dist/limit.js'),
    'error-shows-php: shows a PHP stack trace in its 400': say(
      'Uncaught TypeError: limit in /var/www/html/src/Plants.php:12\nStack trace:\n#0 /var/www/html/index.php(7): list()',
    ),
    'error-shows-go: shows a Go stack trace in its 400': say(
      'panic: strconv\n\ngoroutine 18 [running]:\nmain.list(0xc000)\n\t/app/plants.go:42 +0x1d',
    ),
    'error-shows-ruby: shows a Ruby stack trace in its 400': say(
      "invalid value for Integer()\napp/controllers/plants_controller.rb:12:in `index'",
    ),
    'error-shows-dotnet: shows a .NET stack trace in its 400': say(
      'System.FormatException: limit\r\n   at Store.PlantsController.List(String limit) in C:\\src\\PlantsController.cs:line 42',
    ),
  }),
  ...faults('token-not-echoed', {
    'token-in-error: repeats the Authorization header in the message of its 401': changeResponses(
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
    'token-in-challenge: repeats a wrong token in its challenge': changeResponses(
      (response, request) =>
        withHeaders(response, {
          'WWW-Authenticate': `Bearer error="invalid_token", error_description="${sentToken(request)}"`,
        }),
      (request, _memory, { status }) => status === 401 && sentToken(request) !== '',
    ),
  }),
  ...faults('input-not-reflected', {
    'markup-in-html: returns an HTML page with the unescaped limit when the query contains %3C':
      changeResponses(
        (_response, { limits: [limit = ''] }) => htmlResponse(422, `<p>not a limit: ${limit}</p>`),
        ({ query }) => query.includes('%3C'),
      ),
    'markup-without-type: returns the unescaped limit in a 422 without a Content-Type when the query contains %3C':
      changeResponses(
        (_response, { limits: [limit = ''] }) => ({
          status: 422,
          headers: {},
          body: `not a limit: ${limit}`,
        }),
        ({ query }) => query.includes('%3C'),
      ),
  }),
  ...faults('tls-used', {
    'public-without-tls: serves a public host name over plain HTTP': { host: 'plants.example.com' },
  }),
  ...faults('version-not-told', {
    'software-told: reveals the version of its software': setHeaders({ Server: 'Plants/2.4.1 (Linux)' }),
  }),
  ...faults('nosniff-set', { 'nosniff-absent: does not send X-Content-Type-Options: nosniff': {} }),
  ...faults('plants-without-secrets', {
    'plants-with-owners: adds an owner and an e-mail address to the first plant': changePlant((plant) => ({
      ...plant,
      owner: 7,
      email: 'alice@plants.example',
    })),
  }),
]

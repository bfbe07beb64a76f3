import { changeResponses } from '../../change.ts'
import type { Difference, Variation } from '../../implementation.ts'
import type { IncomingRequest } from '../../response.ts'
import { closeWhen } from '../../rewrite.ts'
import { valid } from '../../servers.ts'

/** Whether a firewall would treat the query as an attack. */
const isSuspicious = ({ query }: IncomingRequest): boolean =>
  /%3C|%0[ad]|%FF|%EF|%5B|=%$|.{1000}/i.test(query)
const blocked = (status: number): Difference =>
  changeResponses(
    () => ({
      status,
      headers: { 'Content-Type': 'text/html', Connection: 'close' },
      body: '<html><h1>Request blocked</h1><p>Incident 4711</html>',
    }),
    isSuspicious,
  )

/** Firewalls and proxies that answer unusual requests themselves. */
export const robustnessVariations: readonly Variation[] = [
  ...[400, 403, 406, 414].map((status) => ({
    id: `firewall-${status}`,
    title: `returns ${status} with an HTML page to suspicious queries`,
    rows: ['V72', 'V73'],
    difference: blocked(status),
  })),
  ...valid('V72', {
    'firewall-refuses-long-numbers': [
      'returns 403 with an HTML page to numbers of ten digits',
      changeResponses(
        () => ({ status: 403, headers: { 'Content-Type': 'text/html' }, body: '<h1>Blocked</h1>' }),
        ({ query }) => /\d{10}/.test(query),
      ),
    ],
    'firewall-closes': [
      'closes the connection for suspicious queries',
      closeWhen(isSuspicious),
      { warns: ['long-query-survived'] },
    ],
  }),
  ...[401, 404, 406, 422].map((status) => ({
    id: `large-limit-${status}`,
    title: `returns ${status} with an HTML page to limits of more than four digits`,
    rows: ['V72'],
    difference: changeResponses(
      () => ({
        status,
        headers: {
          'Content-Type': 'text/html',
          'WWW-Authenticate': 'Bearer realm="a"',
        },
        body: '<h1>Blocked</h1>',
      }),
      ({ query }) => /limit=\d{5}/.test(query),
    ),
  })),
  ...valid('V73 ER12 C41', {
    'two-authorizations-400': [
      'returns 400 with an HTML page to two Authorization headers',
      changeResponses(
        () => ({ status: 400, headers: { 'Content-Type': 'text/html' }, body: '<h1>Bad Request</h1>' }),
        ({ lines }) => lines.filter((line) => /^authorization:/i.test(line)).length > 1,
      ),
    ],
  }),
  ...[400, 413, 431, 494].map((status) => ({
    id: `long-field-${status}`,
    title: `returns ${status} with an HTML page to long headers`,
    rows: ['V72', 'V73', 'C53'],
    difference: changeResponses(
      () => ({
        status,
        headers: { 'Content-Type': 'text/html', Connection: 'close' },
        body: '<h1>Too long</h1>',
      }),
      ({ lines }) => lines.join().length > 8_000,
    ),
  })),
  ...valid('V72 C53', {
    'long-field-closes': [
      'closes the connection for long headers',
      closeWhen(({ lines }) => lines.join().length > 8_000),
    ],
    'wordy-pages': [
      'returns error pages full of scripts, URLs, times and words that look like SQL',
      changeResponses(
        (response) => ({
          ...response,
          headers: { ...response.headers, 'Content-Type': 'text/html' },
          body: `<!doctype html><script src="/app/static/js/main.js"></script><link href='/build/page.aspx'>
<p>Select a plant from our catalogue, where you find them in order by name. Limit: 3.
<p>We are back at 2025/01/01 10:30:45, or at /status since 10:20:30. Exception: plants.php is unchanged.
<a href="/docs/errors/limit.php">Help</a> <a href="https://plants.example/src/app.js">Source</a>`,
        }),
        (_request, _memory, { status }) => [401, 404, 405].includes(status),
      ),
      { rows: 'V22 SE03' },
    ],
    'repeats-what-was-asked': [
      'repeats the query unchanged in its Errors, in a Link and in another header',
      {
        respond: ({ path, query, limits }, correct) => ({
          ...correct,
          headers: { ...correct.headers, 'X-Query': query, Link: `<${path}?${query}>; rel="self"` },
          body:
            correct.status === 400
              ? JSON.stringify({
                  error: 400,
                  message: `limit is ${limits.join(' and ')}, with /plants in mind`,
                })
              : correct.body,
        }),
      },
      { rows: 'V18 V50 SE01 SE02' },
    ],
    'agent-needed': [
      'rejects requests without User-Agent',
      changeResponses(
        () => ({ status: 403, headers: {}, body: '' }),
        (request) => request.headers['user-agent'] === undefined,
      ),
      { rows: 'OP11' },
    ],
  }),
]

import { json } from '../../answer.ts'
import { answers, onTheWire } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { inCompany, withLimit } from '../../when.ts'

/** Redirects where the function says so. */
const redirects = (to: (path: string, query: string) => string | undefined, basePath = ''): Difference => ({
  basePath,
  ...answers(
    (answer, { path, query }) => {
      const location = to(path, query)
      return location === undefined ? answer : { status: 302, headers: { Location: location }, body: '' }
    },
    ({ user }) => user !== undefined,
  ),
})

/** Whether an answer comes at all, and whether a redirect arrives at one. */
export const answering: readonly Fault[] = [
  {
    id: 'no-answer',
    title: 'closes the connection without an answer',
    check: 'operation-answers',
    rows: ['OP09'],
    difference: { bytes: () => undefined },
  },
  {
    id: 'no-answer-with-limit',
    title: 'closes the connection when a limit is given',
    check: 'operation-answers',
    rows: ['OP09', 'LM09'],
    difference: onTheWire(() => undefined, withLimit),
  },
  {
    id: 'no-answer-in-company',
    title: 'closes the connection when it is busy with another request',
    check: 'operation-answers',
    rows: ['OP09', 'CA08'],
    difference: onTheWire(() => undefined, inCompany),
  },
  {
    id: 'answer-without-status-line',
    title: 'answers with the body alone',
    check: 'operation-answers',
    rows: ['FR09'],
    difference: onTheWire((_head, body) => body),
  },
  {
    id: 'answer-status-line-garbled',
    title: 'leaves the status code out of the status line of limited answers',
    check: 'operation-answers',
    rows: ['FR09'],
    difference: onTheWire((head, body) => head.replace('HTTP/1.1 200 OK', 'HTTP/1.1 OK') + body, withLimit),
  },
  {
    id: 'answer-head-cut',
    title: 'closes the connection in the middle of the header section',
    check: 'operation-answers',
    rows: ['OP09'],
    difference: onTheWire((head) => head.slice(0, 30), withLimit),
  },
  {
    id: 'redirect-loop',
    title: 'redirects the operation to itself',
    check: 'redirect-arrives',
    rows: ['OP07'],
    difference: redirects((path) => path),
  },
  {
    id: 'redirect-loop-with-limit',
    title: 'redirects a limit in circles',
    check: 'redirect-arrives',
    rows: ['OP07'],
    difference: redirects((path, query) => (query === 'limit=9' ? `${path}?limit=9` : undefined)),
  },
  {
    id: 'redirect-without-location',
    title: 'redirects to nowhere',
    check: 'redirect-arrives',
    rows: ['OP07'],
    difference: answers(
      () => ({ status: 302, headers: {}, body: '' }),
      ({ user, limit }) => user !== undefined && limit !== undefined,
    ),
  },
  {
    id: 'redirect-drops-prefix',
    title: 'redirects to an address without the base path',
    check: 'redirect-arrives',
    rows: ['OP07'],
    difference: {
      basePath: '/v1',
      ...answers(
        (_answer, { path }) =>
          path === '/plants' ? { status: 302, headers: { Location: '/list' }, body: '' } : json(404, {}),
        ({ user }) => user !== undefined,
      ),
    },
  },
  {
    id: 'redirect-drops-query',
    title: 'loses the query in a redirect',
    check: 'limit-honoured',
    rows: ['OP07', 'LM01'],
    difference: redirects((path, query) => (query.startsWith('limit=') ? path : undefined)),
  },
  {
    id: 'redirect-to-other-host',
    title: 'redirects one limit to another host',
    check: 'redirect-keeps-token-safe',
    rows: ['OP08'],
    difference: redirects((path, query) =>
      query === 'limit=1000' ? `http://plants.example${path}?${query}` : undefined,
    ),
  },
]

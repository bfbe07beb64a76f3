import type { Answer } from '../../answer.ts'
import { changeAnswers, setHeaders } from '../../change.ts'
import { combine } from '../../combine.ts'
import type { Difference, Variation } from '../../implementation.ts'
import { closeWhen } from '../../rewrite.ts'

const plain = (status: number): Answer => ({ status, headers: {}, body: '' })
const method = (name: string, answer: Answer): Difference =>
  changeAnswers(
    () => answer,
    (ask) => ask.method === name,
  )

/** Other methods, origins, and what clients accept. */
export const requests: readonly Variation[] = [
  ...[405, 404, 501, 401, 400].map((status) => ({
    id: `head-${status}`,
    title: `returns ${status} to HEAD`,
    rows: ['V63', 'C42'],
    difference: method('HEAD', {
      ...plain(status),
      headers: { Allow: 'GET', 'WWW-Authenticate': 'Bearer realm="a"' },
    }),
  })),
  ...[200, 204, 401, 404, 405].map((status) => ({
    id: `options-${status}`,
    title: `returns ${status} to OPTIONS`,
    rows: ['V63', 'C61'],
    difference: method('OPTIONS', {
      ...plain(status),
      headers: { Allow: 'GET', 'WWW-Authenticate': 'Bearer realm="a"' },
    }),
  })),
  ...[400, 401, 403, 404, 501].map((status) => ({
    id: `other-methods-${status}`,
    title: `returns ${status} to every method except GET`,
    rows: ['V62'],
    difference: changeAnswers(
      () => ({ ...plain(status), headers: { 'WWW-Authenticate': 'Bearer realm="a"' } }),
      (ask) => ask.method !== 'GET',
    ),
  })),
  {
    id: 'other-methods-close',
    title: 'closes the connection on every method except GET',
    rows: ['V62', 'V63', 'V72'],
    difference: closeWhen((ask) => ask.method !== 'GET'),
  },
  {
    id: 'preflight-answered',
    title: 'answers preflights without a token and lets browsers read everything',
    rows: ['V70', 'C61'],
    difference: combine(
      method('OPTIONS', {
        ...plain(204),
        headers: { 'Access-Control-Allow-Methods': 'GET', 'Access-Control-Allow-Headers': 'authorization' },
      }),
      setHeaders({ 'Access-Control-Allow-Origin': '*' }, [200, 204, 400, 401]),
    ),
  },
  {
    id: 'agent-needed',
    title: 'rejects requests without User-Agent',
    rows: ['OP11'],
    difference: changeAnswers(
      () => plain(403),
      (ask) => ask.headers['user-agent'] === undefined,
    ),
  },
  {
    id: 'foreign-origins-refused',
    title: 'rejects requests from other origins',
    rows: ['V70'],
    difference: changeAnswers(
      () => ({ ...plain(403), headers: { 'Content-Type': 'text/plain' }, body: 'Invalid CORS request' }),
      ({ headers }) => headers.origin !== undefined,
    ),
  },
  {
    id: 'own-site-allowed',
    title: 'allows one other origin with credentials',
    rows: ['V70'],
    difference: setHeaders(
      {
        'Access-Control-Allow-Origin': 'https://plants.example',
        'Access-Control-Allow-Credentials': 'true',
        Vary: 'Origin',
      },
      [200, 400, 401, 405],
    ),
  },
  {
    id: 'origin-named-without-credentials',
    title: 'reflects each origin without allowing credentials',
    rows: ['V70'],
    difference: {
      answer: ({ headers }, correct) => ({
        ...correct,
        headers: { ...correct.headers, 'Access-Control-Allow-Origin': headers.origin ?? '*', Vary: 'Origin' },
      }),
    },
  },
  {
    id: 'page-for-other-methods',
    title: 'returns 200 with an HTML page to other methods',
    rows: ['V62', 'V63'],
    difference: changeAnswers(
      () => ({ status: 200, headers: { 'Content-Type': 'text/html' }, body: '<p>Hello' }),
      ({ method: name }) => name === 'FOO' || name === 'OPTIONS',
    ),
  },
  {
    id: 'page-for-browsers',
    title: 'returns an HTML page to clients that do not accept JSON',
    rows: ['V67', 'C46'],
    difference: changeAnswers(
      () => ({ status: 200, headers: { 'Content-Type': 'text/html', Vary: 'Accept' }, body: '<p>Plants' }),
      ({ headers }) => !/json|\*\/\*|application\/\*|^$/i.test(headers.accept ?? ''),
    ),
  },
  {
    id: 'identity-forbidden-406',
    title: 'returns 406 to clients that forbid the identity coding',
    rows: ['V68', 'C47'],
    difference: changeAnswers(
      () => plain(406),
      ({ headers }) => /identity *; *q=0/.test(headers['accept-encoding'] ?? ''),
    ),
  },
  {
    id: 'second-user-unknown',
    title: 'rejects the second user',
    rows: ['V27'],
    difference: changeAnswers(
      () => plain(403),
      ({ user }) => user === 'second',
    ),
    incomplete: true,
  },
]

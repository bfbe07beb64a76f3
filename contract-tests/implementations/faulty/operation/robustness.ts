import { setTimeout as pause } from 'node:timers/promises'
import { error, json } from '../../answer.ts'
import { answers, plantAt } from '../../change.ts'
import type { Fault } from '../../implementation.ts'
import { defaultPlants } from '../../plants.ts'
import { responseBytes } from '../../startImplementation.ts'

const isLong = ({ lines }: { lines: readonly string[] }): boolean =>
  lines.some((line) => line.length > 16_384)

/** Faults of size and form, and what is allowed but told. */
export const robustness: readonly Fault[] = [
  {
    id: 'long-query-reset',
    title: 'closes the connection on a long query',
    check: 'long-query-survived',
    rows: ['RB01'],
    difference: {
      bytes: (ask, answer) => (ask.query.length > 4_000 ? undefined : responseBytes(ask, answer)),
    },
  },
  {
    id: 'long-field-crash',
    title: 'answers a long header field with 500',
    check: 'long-field-survived',
    rows: ['RB02'],
    difference: answers(() => error(500, 'buffer overflow'), isLong),
  },
  {
    id: 'long-field-page',
    title: 'answers a long header field with a page of its own',
    check: 'gateway-error-form',
    rows: ['ER12'],
    difference: answers(
      () => ({ status: 400, headers: { 'Content-Type': 'text/html' }, body: '<h1>Bad Request</h1>' }),
      isLong,
    ),
  },
  {
    id: 'chunks-for-1.0',
    title: 'sends chunks to an HTTP/1.0 client',
    check: 'version-1.0-not-chunked',
    rows: ['FR06'],
    difference: answers(
      ({ status, headers, body }) => {
        const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
        return { status, headers: { ...headers, 'Transfer-Encoding': 'chunked' }, body: chunk }
      },
      ({ version }) => version === '1.0',
    ),
  },
  {
    id: 'path-not-decoded',
    title: 'compares the path without decoding it',
    check: 'path-encoding-equal',
    rows: ['SE16'],
    difference: {},
  },
  {
    id: 'user-agent-wanted',
    title: 'refuses clients without User-Agent',
    check: 'user-agent-not-needed',
    rows: ['OP11'],
    difference: answers(
      () => error(403, 'no bots'),
      ({ headers, user }) => headers['user-agent'] === undefined && user !== undefined,
    ),
  },
  {
    id: 'list-of-ten-thousand',
    title: 'returns ten thousand plants at once',
    check: 'list-bounded',
    rows: ['SE15'],
    difference: { plants: Array.from({ length: 10_000 }, (_, index) => ({ name: `Plant ${index}` })) },
  },
  {
    id: 'default-of-ten',
    title: 'returns ten plants where no limit is given',
    check: 'default-not-smaller',
    rows: ['C21'],
    difference: answers(
      () => json(200, defaultPlants.slice(0, 10)),
      ({ limits, user }, _memory, { status }) => status === 200 && limits.length === 0 && user === 'first',
    ),
  },
  {
    id: 'limit-of-32-bits',
    title: 'keeps the lowest 32 bits of limit',
    check: 'limit-not-wrapped',
    rows: ['LM17'],
    difference: answers(
      (answer, { limits: [limit = ''], user }) =>
        user === undefined
          ? answer
          : json(200, defaultPlants.slice(0, Number(BigInt.asIntN(32, BigInt(limit))))),
      ({ limits: [limit = ''] }) => /^\d{10}$/.test(limit) && Number(limit) > 2 ** 32,
    ),
  },
  {
    id: 'limit-preallocates',
    title: 'prepares room for as many plants as limit says',
    check: 'limit-costs-no-time',
    rows: ['RB06'],
    difference: {
      answer: async ({ limit = 0 }, correct) => {
        if (limit > 2 ** 30) await pause(700)
        return correct
      },
    },
  },
  {
    id: 'name-with-nul',
    title: 'returns a name with NUL in it',
    check: 'names-printable',
    rows: ['JS13'],
    difference: plantAt((plant) => ({ ...plant, name: 'Aloe\u0000vera' })),
  },
  {
    id: 'limit-zero-gives-all',
    title: 'takes limit=0 for no limit',
    check: 'profile-limit',
    rows: ['C24'],
    difference: answers(
      () => json(200, defaultPlants),
      ({ limits: [limit], user }) => limit === '0' && user === 'first',
    ),
  },
  {
    id: 'unknown-method-404',
    title: 'answers unknown methods with 404',
    check: 'profile-refusals',
    rows: ['C02'],
    difference: answers(
      () => error(404, 'there is nothing here'),
      ({ method }) => method === 'FOO',
    ),
  },
]

import { answers, fields } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'

/** Allows an origin in every answer, as the function says. */
const allows = (headers: (origin: string) => Record<string, string>): Difference =>
  answers(
    (answer, { headers: { origin = '' } }) => ({
      ...answer,
      headers: { ...answer.headers, ...headers(origin) },
    }),
    ({ headers: { origin } }) => origin !== undefined,
  )

/** Faults of what browsers are allowed. */
export const cors: readonly Fault[] = [
  {
    id: 'cors-any-origin-reflected',
    title: 'allows whatever origin asks, with credentials',
    check: 'cors-origin-not-reflected',
    rows: ['SE07'],
    difference: allows((origin) => ({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Credentials': 'true',
      Vary: 'Origin',
    })),
  },
  {
    id: 'cors-null-allowed',
    title: 'allows the origin null, with credentials',
    check: 'cors-origin-not-reflected',
    rows: ['SE07'],
    difference: allows((origin) =>
      origin === 'null'
        ? { 'Access-Control-Allow-Origin': 'null', 'Access-Control-Allow-Credentials': 'true' }
        : {},
    ),
  },
  {
    id: 'cors-star-with-credentials',
    title: 'allows every origin with credentials',
    check: 'cors-one-origin',
    rows: ['SE08'],
    difference: fields({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Credentials': 'true',
    }),
  },
  {
    id: 'cors-two-origins',
    title: 'allows two origins in one field',
    check: 'cors-one-origin',
    rows: ['SE08'],
    difference: fields({
      'Access-Control-Allow-Origin': 'https://a.plants.example, https://b.plants.example',
    }),
  },
  {
    id: 'cors-preflight-refused',
    title: 'allows every origin, but wants a token in the preflight',
    check: 'cors-preflight-answered',
    rows: ['SE09'],
    difference: fields({ 'Access-Control-Allow-Origin': '*' }),
  },
  {
    id: 'cors-preflight-star',
    title: 'allows every field in the preflight without naming Authorization',
    check: 'cors-preflight-answered',
    rows: ['SE09'],
    difference: answers(
      (answer, { method }) =>
        method === 'OPTIONS'
          ? {
              status: 204,
              headers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' },
              body: '',
            }
          : { ...answer, headers: { ...answer.headers, 'Access-Control-Allow-Origin': '*' } },
      ({ headers }) => headers.origin !== undefined,
    ),
  },
  {
    id: 'cors-errors-unreadable',
    title: 'allows every origin to read the list, but no refusal',
    check: 'cors-errors-readable',
    rows: ['SE10'],
    difference: fields({ 'Access-Control-Allow-Origin': '*' }, [200]),
  },
]

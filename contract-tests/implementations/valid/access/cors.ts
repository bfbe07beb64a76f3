import { changeResponses, setHeaders } from '../../change.ts'
import { combine } from '../../combine.ts'
import type { Difference, Variation } from '../../implementation.ts'
import type { OutgoingResponse } from '../../response.ts'

const answerPreflight = (response: OutgoingResponse): Difference =>
  changeResponses(
    () => response,
    ({ method }) => method === 'OPTIONS',
  )

/** Permissions for browsers. */
export const corsVariations: readonly Variation[] = [
  {
    id: 'cors-any',
    title: 'lets every origin read its responses',
    rows: ['V70'],
    difference: setHeaders({ 'Access-Control-Allow-Origin': '*' }),
  },
  {
    id: 'preflight-answered',
    title: 'answers preflights without a token and lets browsers read everything',
    rows: ['V70', 'C61'],
    difference: combine(
      answerPreflight({
        status: 204,
        body: '',
        headers: { 'Access-Control-Allow-Methods': 'GET', 'Access-Control-Allow-Headers': 'authorization' },
      }),
      setHeaders({ 'Access-Control-Allow-Origin': '*' }, [200, 204, 400, 401]),
    ),
  },
  {
    id: 'foreign-origins-refused',
    title: 'rejects requests from other origins',
    rows: ['V70'],
    difference: changeResponses(
      () => ({ status: 403, headers: { 'Content-Type': 'text/plain' }, body: 'Invalid CORS request' }),
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
      respond: ({ headers }, correct) => ({
        ...correct,
        headers: { ...correct.headers, 'Access-Control-Allow-Origin': headers.origin ?? '*', Vary: 'Origin' },
      }),
    },
  },
]

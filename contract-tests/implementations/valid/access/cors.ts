import { changeResponses, setHeaders } from '../../change.ts'
import { combine } from '../../combine.ts'
import type { Difference, Variation } from '../../implementation.ts'
import type { OutgoingResponse } from '../../response.ts'
import { valid } from '../../servers.ts'

const answerPreflight = (response: OutgoingResponse): Difference =>
  changeResponses(
    () => response,
    ({ method }) => method === 'OPTIONS',
  )

/** Permissions for browsers. */
export const corsVariations: readonly Variation[] = [
  ...valid('V70', {
    'cors-any': ['lets every origin read its responses', setHeaders({ 'Access-Control-Allow-Origin': '*' })],
    'preflight-answered': [
      'answers preflights without a token and lets browsers read everything',
      combine(
        answerPreflight({
          status: 204,
          body: '',
          headers: { 'Access-Control-Allow-Methods': 'GET', 'Access-Control-Allow-Headers': 'authorization' },
        }),
        setHeaders({ 'Access-Control-Allow-Origin': '*' }, [200, 204, 400, 401]),
      ),
      { rows: 'V70 C61' },
    ],
  }),
  ...valid('V70', {
    'foreign-origins-refused': [
      'rejects requests from other origins',
      changeResponses(
        () => ({ status: 403, headers: { 'Content-Type': 'text/plain' }, body: 'Invalid CORS request' }),
        ({ headers }) => headers.origin !== undefined,
      ),
    ],
    'own-site-allowed': [
      'allows one other origin with credentials',
      setHeaders(
        {
          'Access-Control-Allow-Origin': 'https://plants.example',
          'Access-Control-Allow-Credentials': 'true',
          Vary: 'Origin',
        },
        [200, 400, 401, 405],
      ),
    ],
    'origin-named-without-credentials': [
      'reflects each origin without allowing credentials',
      {
        respond: ({ headers }, correct) => ({
          ...correct,
          headers: {
            ...correct.headers,
            'Access-Control-Allow-Origin': headers.origin ?? '*',
            Vary: 'Origin',
          },
        }),
      },
    ],
  }),
]

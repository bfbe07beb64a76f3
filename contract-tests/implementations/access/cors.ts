import { changeResponses, combine, setHeaders } from '../change.ts'
import { type Difference, type Fault, faults, type Variation, valid } from '../implementation.ts'
import { emptyResponse, htmlResponse, type OutgoingResponse, withHeaders } from '../response.ts'
import { addHeaders, rewrite } from '../rewrite.ts'

const ORIGIN = 'Access-Control-Allow-Origin'
const CREDENTIALS = { 'Access-Control-Allow-Credentials': 'true' }

/** Adds CORS headers to every response to a request with an Origin. */
const allow = (headers: (origin: string) => Record<string, string>): Difference =>
  changeResponses(
    (response, { headers: { origin = '' } }) => withHeaders(response, headers(origin)),
    ({ headers: { origin } }) => origin !== undefined,
  )

/** Faulty servers that give browsers wrong permissions. */
export const corsFaults: readonly Fault[] = [
  ...faults('cors-origin-not-reflected', {
    'cors-any-origin-reflected: allows the Origin of every request, with credentials': allow((origin) => ({
      [ORIGIN]: origin,
      ...CREDENTIALS,
      Vary: 'Origin',
    })),
    'cors-null-allowed: allows the origin null, with credentials': allow((origin) =>
      origin === 'null' ? { [ORIGIN]: 'null', ...CREDENTIALS } : {},
    ),
  }),
  ...faults('cors-one-origin', {
    'cors-star-with-credentials: allows every origin with credentials': setHeaders({
      [ORIGIN]: '*',
      ...CREDENTIALS,
    }),
    'cors-two-origins: lists two origins in one header': setHeaders({
      [ORIGIN]: 'https://a.plants.example, https://b.plants.example',
    }),
    'cors-origin-twice: sits behind a gateway that adds a second Access-Control-Allow-Origin header': rewrite(
      addHeaders('Access-Control-Allow-Origin: *', 'Access-Control-Allow-Origin: https://plants.example'),
    ),
  }),
  ...faults('cors-preflight-answered', {
    'cors-preflight-refused: allows every origin but requires a token in the preflight': setHeaders({
      [ORIGIN]: '*',
    }),
    'cors-preflight-star: allows * in the preflight, but does not list Authorization': changeResponses(
      (response, { method }) =>
        method === 'OPTIONS'
          ? emptyResponse(204, { [ORIGIN]: '*', 'Access-Control-Allow-Headers': '*' })
          : withHeaders(response, { [ORIGIN]: '*' }),
      ({ headers }) => headers.origin !== undefined,
    ),
  }),
  ...faults('cors-errors-readable', {
    'cors-errors-unreadable: lets every origin read the list but not the errors': changeResponses(
      (response, { method }) =>
        method === 'OPTIONS'
          ? emptyResponse(204, { [ORIGIN]: '*', 'Access-Control-Allow-Headers': 'authorization' })
          : withHeaders(response, { [ORIGIN]: '*' }),
      ({ method }, _memory, { status }) => method === 'OPTIONS' || status === 200,
    ),
  }),
]

const answerPreflight = (response: OutgoingResponse): Difference =>
  changeResponses(
    () => response,
    ({ method }) => method === 'OPTIONS',
  )

/** Valid servers that give browsers permissions. */
export const corsVariations: readonly Variation[] = [
  ...valid('V70', {
    'cors-any: lets every origin read its 200s and 400s': setHeaders({ 'Access-Control-Allow-Origin': '*' }),
    'preflight-answered (V70 C61): answers preflights without a token and lets browsers read 200, 204, 400 and 401':
      combine(
        answerPreflight(
          emptyResponse(204, {
            'Access-Control-Allow-Methods': 'GET',
            'Access-Control-Allow-Headers': 'authorization',
          }),
        ),
        setHeaders({ 'Access-Control-Allow-Origin': '*' }, [200, 204, 400, 401]),
      ),
    'foreign-pages-refused (V72): rejects requests from pages of other sites': changeResponses(
      () => htmlResponse(403, 'Forbidden'),
      ({ headers }) => headers.origin !== undefined || headers.referer !== undefined,
    ),
    'proxies-refused (V72): rejects requests that claim to come through a proxy': changeResponses(
      () => htmlResponse(403, 'Forbidden'),
      ({ headers }) => headers['x-forwarded-for'] !== undefined || headers.via !== undefined,
    ),
    'own-site-allowed: allows one other origin with credentials': setHeaders(
      {
        'Access-Control-Allow-Origin': 'https://plants.example',
        'Access-Control-Allow-Credentials': 'true',
        Vary: 'Origin',
      },
      [200, 400, 401, 405],
    ),
    'origin-named-without-credentials: reflects each origin without allowing credentials': {
      respond: ({ headers }, correct) =>
        withHeaders(correct, { 'Access-Control-Allow-Origin': headers.origin ?? '*', Vary: 'Origin' }),
    },
  }),
]

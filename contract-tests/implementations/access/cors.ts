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
    'cors-star-with-credentials: sends Access-Control-Allow-Origin: * and Access-Control-Allow-Credentials: true':
      setHeaders({ [ORIGIN]: '*', ...CREDENTIALS }),
    'cors-two-origins: lists two origins in one Access-Control-Allow-Origin header': setHeaders({
      [ORIGIN]: 'https://a.plants.example, https://b.plants.example',
    }),
    'cors-origin-twice: sits behind a gateway that adds a second Access-Control-Allow-Origin header': rewrite(
      addHeaders('Access-Control-Allow-Origin: *', 'Access-Control-Allow-Origin: https://plants.example'),
    ),
  }),
  ...faults('cors-preflight-answered', {
    'cors-preflight-refused: lets every origin read its 200s and 400s, but returns 405 to preflights':
      setHeaders({ [ORIGIN]: '*' }),
    'cors-preflight-star: sends Access-Control-Allow-Headers: * in preflights, without naming Authorization':
      changeResponses(
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

/** Valid servers with CORS headers, or with rules against other sites and proxies. */
export const corsVariations: readonly Variation[] = [
  ...valid('V70', {
    'cors-any: lets every origin read its 200s and 400s': setHeaders({ 'Access-Control-Allow-Origin': '*' }),
    'preflight-answered (V70 C61): answers preflights without a token, and lets every origin read its 200s, 204s, 400s and 401s':
      combine(
        answerPreflight(
          emptyResponse(204, {
            'Access-Control-Allow-Methods': 'GET',
            'Access-Control-Allow-Headers': 'authorization',
          }),
        ),
        setHeaders({ 'Access-Control-Allow-Origin': '*' }, [200, 204, 400, 401]),
      ),
    'foreign-pages-refused (V72): rejects requests that have an Origin or a Referer': changeResponses(
      () => htmlResponse(403, 'Forbidden'),
      ({ headers }) => headers.origin !== undefined || headers.referer !== undefined,
    ),
    'proxies-refused (V72): rejects requests that have X-Forwarded-For or Via': changeResponses(
      () => htmlResponse(403, 'Forbidden'),
      ({ headers }) => headers['x-forwarded-for'] !== undefined || headers.via !== undefined,
    ),
    'own-site-allowed: allows one fixed origin, with credentials': setHeaders(
      {
        'Access-Control-Allow-Origin': 'https://plants.example',
        'Access-Control-Allow-Credentials': 'true',
        Vary: 'Origin',
      },
      [200, 400, 401, 405],
    ),
    'origin-named-without-credentials: reflects the origin of each request, without allowing credentials': {
      respond: ({ headers }, correct) =>
        withHeaders(correct, { 'Access-Control-Allow-Origin': headers.origin ?? '*', Vary: 'Origin' }),
    },
  }),
]

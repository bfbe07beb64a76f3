import type { Variation } from '../../implementation.ts'
import type { IncomingRequest } from '../../response.ts'
import { addHeaders, changeHeaders, onlyForStatus, rewrite } from '../../rewrite.ts'
import { refuseWith } from './refuseWith.ts'

const isMissing = ({ headers }: IncomingRequest): boolean => headers.authorization === undefined

/** Challenges of a 401. */
export const challengeVariations: readonly Variation[] = [
  {
    id: 'challenges-many',
    title: 'sends several challenges in one header',
    rows: ['V26'],
    difference: refuseWith((request, response) => {
      const detail = isMissing(request) ? '' : ' , error="invalid_token"'
      const bearer = `bearer REALM = "say \\"plants\\", please"${detail}`
      const challenges = `Negotiate, Digest realm="a, Bearer b", nonce="x,y=z", ${bearer}, Basic realm="x"`
      return { ...response, headers: { ...response.headers, 'WWW-Authenticate': challenges } }
    }),
  },
  {
    id: 'challenges-in-lines',
    title: 'sends challenges in several headers and in lower case',
    rows: ['V26'],
    difference: rewrite(
      onlyForStatus(401, addHeaders('www-authenticate: Basic realm="plants"', 'WWW-AUTHENTICATE: Newauth')),
      changeHeaders((name, value) =>
        name === 'WWW-Authenticate' ? `${name}: ${value.replace('Bearer', 'bearer')}` : `${name}: ${value}`,
      ),
    ),
  },
  {
    id: 'no-challenge',
    title: 'returns 401 without a challenge',
    rows: ['C06'],
    difference: refuseWith((_request, response) => ({ ...response, headers: {} })),
    warns: ['auth-challenge-present'],
  },
]

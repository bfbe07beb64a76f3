import type { Variation } from '../../implementation.ts'
import type { IncomingRequest } from '../../response.ts'
import { addHeaders, changeHeaders, onlyForStatus, rewrite } from '../../rewrite.ts'
import { valid } from '../../servers.ts'
import { refuseWith } from './refuseWith.ts'

const isMissing = ({ headers }: IncomingRequest): boolean => headers.authorization === undefined

/** Challenges of a 401. */
export const challengeVariations: readonly Variation[] = [
  ...valid('V26', {
    'challenges-many': [
      'sends several challenges in one header',
      refuseWith((request, response) => {
        const detail = isMissing(request) ? '' : ' , error="invalid_token"'
        const bearer = `bearer REALM = "say \\"plants\\", please"${detail}`
        const challenges = `Negotiate, Digest realm="a, Bearer b", nonce="x,y=z", ${bearer}, Basic realm="x"`
        return { ...response, headers: { ...response.headers, 'WWW-Authenticate': challenges } }
      }),
    ],
    'challenges-in-lines': [
      'sends challenges in several headers and in lower case',
      rewrite(
        onlyForStatus(401, addHeaders('www-authenticate: Basic realm="plants"', 'WWW-AUTHENTICATE: Newauth')),
        changeHeaders((name, value) =>
          name === 'WWW-Authenticate' ? `${name}: ${value.replace('Bearer', 'bearer')}` : `${name}: ${value}`,
        ),
      ),
    ],
    'no-challenge': [
      'returns 401 without a challenge',
      refuseWith((_request, response) => ({ ...response, headers: {} })),
      { rows: 'C06', warns: ['auth-challenge-present'] },
    ],
  }),
]

import type { Ask } from '../../answer.ts'
import type { Variation } from '../../implementation.ts'
import { addHeaders, changeHeaders, onlyForStatus, rewrite } from '../../rewrite.ts'
import { refuseWith } from './refuseWith.ts'

const isMissing = ({ headers }: Ask): boolean => headers.authorization === undefined

/** Challenges of a 401. */
export const challenges: readonly Variation[] = [
  {
    id: 'challenges-many',
    title: 'sends several challenges in one header',
    rows: ['V26'],
    difference: refuseWith((ask, answer) => {
      const detail = isMissing(ask) ? '' : ' , error="invalid_token"'
      const bearer = `bearer REALM = "say \\"plants\\", please"${detail}`
      const challenges = `Negotiate, Digest realm="a, Bearer b", nonce="x,y=z", ${bearer}, Basic realm="x"`
      return { ...answer, headers: { ...answer.headers, 'WWW-Authenticate': challenges } }
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
    difference: refuseWith((_ask, answer) => ({ ...answer, headers: {} })),
    warns: ['auth-challenge-present'],
  },
]

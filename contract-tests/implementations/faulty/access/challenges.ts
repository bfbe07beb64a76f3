import { changeResponses, setHeaders } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { jsonResponse } from '../../response.ts'
import { faults } from '../../servers.ts'

const challenge = (value: string): Difference => setHeaders({ 'WWW-Authenticate': value }, [401])

/** Wrong challenges, and unusual status codes for a wrong token. */
export const challengeFaults: readonly Fault[] = [
  ...faults('auth-challenge-bearer', 'AU20', {
    'challenge-basic': ['asks for Basic credentials', challenge('Basic realm="plants"')],
    'challenge-bare': ['sends a challenge without parameters', challenge('Bearer')],
    'challenge-realm-twice': [
      'sends two realms in one challenge',
      challenge('Bearer realm="plants", realm="trees"'),
    ],
    'challenge-unreadable': ['sends a challenge that cannot be parsed', challenge('Bearer realm="plants')],
  }),
  ...faults('auth-challenge-no-error-unasked', 'AU21', {
    'challenge-error-unasked': [
      'reports an invalid token when the request had none',
      challenge('Bearer realm="plants", error="invalid_token"'),
    ],
  }),
  ...faults('auth-bad-token-401', 'AU22', {
    'bad-token-403': [
      'returns 403 for a wrong token',
      changeResponses(
        () => jsonResponse(403, {}),
        ({ user, headers }) => user === undefined && headers.authorization !== undefined,
      ),
    ],
  }),
]

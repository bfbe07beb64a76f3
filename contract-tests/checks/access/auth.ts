import type { Facts } from '../../../src/harness/check.ts'
import type { Exchange, Probe } from '../../../src/harness/exchange.ts'
import type { CheckDefinition } from '../define.ts'
import { answered, inContract, isAnswered, isServed, isSuccess, sends, statusViolation } from '../define.ts'

const needsToken = inContract('The operation needs a bearer token', () => '/security')
/** Where a request without a token is served, every other one is; where any token opens, so does a changed one. */
const CAUSES: Record<string, readonly string[]> = {
  'auth-token-needed': [],
  'auth-tampered-refused': ['auth-token-needed', 'auth-token-checked'],
  'auth-whole-token-compared': ['auth-token-needed', 'auth-token-checked'],
}

/** A check that a credential which opens nothing is refused. */
function refuses(
  id: string,
  title: string,
  rows: readonly string[],
  sent: string,
  applies: (exchange: Exchange, facts: Facts) => boolean,
): CheckDefinition {
  return {
    id,
    title,
    level: 'MUST',
    clause: needsToken,
    rows,
    sent,
    expected: 'any answer but a success (2xx)',
    requires: 'a token that is accepted, so that a refusal means something',
    subject: 'status',
    impliedBy: CAUSES[id] ?? ['auth-token-needed'],
    applies: (exchange, facts) => applies(exchange, facts) && isAnswered(exchange) && isServed(facts),
    judge: answered((exchange, facts) => {
      const { status } = exchange.response
      if (!isSuccess(status)) return []
      const { count } = facts.analyse(exchange).body
      const shown = count === undefined ? '' : ` and ${count} plants`
      return [
        statusViolation(
          exchange,
          'a refusal, such as 401',
          `${exchange.probe.credential.label} is answered with ${status}${shown}`,
        ),
      ]
    }),
  }
}

/** Whether the token is needed, and whether it is checked. */
export const auth: readonly CheckDefinition[] = [
  refuses(
    'auth-token-needed',
    'A request without a token is refused',
    ['AU01', 'AU02'],
    'the request without Authorization: on connections of its own, where the token was before, and beside one with it',
    ({ probe }, facts) =>
      (probe.documented || (probe.id === 'origin/none' && !isReplayed(facts))) &&
      probe.credential.kind === 'none' &&
      !isReplay(probe) &&
      probe.id !== 'auth/cookie',
  ),
  refuses(
    'auth-token-checked',
    'A token that was never issued is refused',
    ['AU03'],
    'random tokens, alone and two in one request',
    sends('garbage', 'garbage-again', 'two-fields'),
  ),
  refuses(
    'auth-empty-refused',
    'Empty credentials are refused',
    ['AU04'],
    '`Bearer` and `Bearer ` without a token',
    sends('bearer-alone', 'bearer-space'),
  ),
  refuses(
    'auth-tampered-refused',
    'A token with a changed character is refused',
    ['AU05'],
    'the valid token with one character in its middle changed',
    sends('tampered'),
  ),
  refuses(
    'auth-whole-token-compared',
    'A part of a token, or a longer one, is refused',
    ['AU06'],
    'half of the valid token, all but its last four characters, and the token with four characters more at its end or in front',
    sends('half', 'cut', 'extended', 'preceded'),
  ),
  refuses(
    'auth-scheme-checked',
    'Random credentials under another scheme are refused',
    ['AU09'],
    'random credentials under `Basic` and under an unknown scheme',
    sends('basic', 'other-scheme'),
  ),
  refuses(
    'auth-cookie-alone-refused',
    'A cookie does not stand in for the token',
    ['AU10'],
    'the cookie of an authorised answer, without a token',
    sends('cookie'),
  ),
  {
    ...refuses(
      'auth-every-path',
      'No other spelling of the path or method opens without a token',
      ['AU11'],
      'the path with a slash more, in upper case, with a parameter, and an unknown method, without a token',
      ({ probe }) => probe.id.startsWith('auth/path-') || probe.id === 'method/unknown-none',
    ),
    expected: 'any answer but one with plants',
    judge: answered((exchange, facts) => {
      // Names, as an array of something else is no list of plants.
      const count = facts.analyse(exchange).body.names().length
      if (!isSuccess(exchange.response.status) || count === 0) return []
      return [statusViolation(exchange, 'no plants', `${exchange.url} gives ${count} plants without a token`)]
    }),
  },
  refuses(
    'auth-not-replayed',
    'An authorised answer is not replayed to a request without a token',
    ['CA01'],
    'the request with the token, then the same one without it, twice',
    ({ probe }) => isReplay(probe),
  ),
]

function isReplay({ id }: Probe): boolean {
  return id.startsWith('auth/replay-')
}

/** Whether an earlier answer was given again: what comes later without a token may be one too, and tells nothing new. */
function isReplayed({ exchanges }: Facts): boolean {
  return exchanges.some(({ probe, response }) => isReplay(probe) && isSuccess(response?.status ?? 0))
}

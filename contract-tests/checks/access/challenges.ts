import type { Check } from '../../../src/judge/check.ts'
import { type Exchange, isAnswered } from '../../../src/judge/exchange.ts'
import { headerValues, isProbe, isRefusable } from '../exchanges.ts'
import { headerViolation, statusViolation, whenAnswered } from '../whenAnswered.ts'

/** Checks of the WWW-Authenticate challenge in refusals. */
export const challengeChecks: readonly Check[] = [
  {
    id: 'auth-challenge-bearer',
    title: 'Sends a well-formed Bearer challenge',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 6750 section 3',
      text: 'After the Bearer scheme, a challenge has one or more parameters, with realm at most once',
    },
    sent: 'requests without a token and with bad tokens',
    fix: 'Send the challenge as WWW-Authenticate: Bearer realm="plants", with each value in double quotes.',
    requires: 'a 401 with a WWW-Authenticate header',
    applies: hasChallenge,
    judge: (exchange) => {
      const message = findProblem(joinChallenges(exchange))
      if (message === undefined) return []
      return headerViolation(exchange, 'WWW-Authenticate', message, 'Bearer realm="…"')
    },
  },
  {
    id: 'auth-challenge-no-error-unasked',
    title: 'Sends no error code in the challenge to a request without a token',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 6750 section 3.1',
      text: 'The response to a request without authentication information should have no error code',
    },
    sent: 'requests without a token',
    fix: 'Send the challenge without error=… if the request has no token.',
    requires: 'a 401 with WWW-Authenticate to a request without a token',
    applies: (exchange) => hasChallenge(exchange) && exchange.probe.credential.kind === 'none',
    judge: (exchange) => {
      const bearer =
        parseChallenges(joinChallenges(exchange))?.filter(({ scheme }) => scheme === 'bearer') ?? []
      if (!bearer.some(({ parameters }) => parameters.some(([name]) => name === 'error'))) return []
      const message = 'the challenge has an error code, although the request has no token'
      return headerViolation(exchange, 'WWW-Authenticate', message, 'no error parameter')
    },
  },
  {
    id: 'auth-bad-token-401',
    title: 'Returns 401 for a wrong token',
    level: 'INFO',
    requirement: {
      standard: 'RFC 6750 section 3.1',
      text: 'The error code invalid_token belongs to the status 401, and insufficient_scope to the status 403',
    },
    sent: 'a random token, and the token `constructor`',
    fix: 'Return a 401 for a wrong token, not a 403 or a 400.',
    requires: 'a server that refuses a random token',
    applies: (exchange, facts) =>
      isProbe(exchange, 'auth/garbage', 'auth/garbage-again') &&
      isAnswered(exchange) &&
      facts.served &&
      exchange.response.status >= 300 &&
      exchange.response.status < 500,
    judge: whenAnswered((exchange) =>
      exchange.response.status === 401
        ? []
        : statusViolation(
            exchange,
            'a wrong token gets a status other than 401, but many clients renew an expired token only after a 401',
            '401',
          ),
    ),
  },
]

function hasChallenge(exchange: Exchange): boolean {
  return (
    isRefusable(exchange) &&
    exchange.response?.status === 401 &&
    headerValues(exchange, 'www-authenticate').length > 0
  )
}

const joinChallenges = (exchange: Exchange): string => headerValues(exchange, 'www-authenticate').join(', ')

function findProblem(value: string): string | undefined {
  const challenges = parseChallenges(value)
  if (challenges === undefined) return `the challenge is malformed: ${value}`
  const bearer = challenges.find(({ scheme }) => scheme === 'bearer')
  if (!bearer) return `no challenge has the Bearer scheme: ${value}`
  if (bearer.parameters.length === 0) return 'the Bearer challenge has no parameter, such as realm'
  const realms = bearer.parameters.filter(([name]) => name === 'realm')
  return realms.length > 1 ? 'the challenge has more than one realm' : undefined
}

/** One challenge of a WWW-Authenticate header: its scheme in lower case, and its parameters in order. */
export type Challenge = {
  scheme: string
  parameters: readonly (readonly [name: string, value: string])[]
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const PARAMETER = new RegExp(`^(${TOKEN})[ \\t]*=[ \\t]*(${TOKEN}|"(?:[^"\\\\]|\\\\.)*")`, 's')
const SCHEME = new RegExp(`^(${TOKEN})(?:[ \\t]+|(?=,|$))`)
const OPAQUE = /^[A-Za-z0-9._~+/-]+=*[ \t]*(?=,|$)/

/**
 * Parses a list of challenges (RFC 9110 section 11.6.1), in which a comma separates both parameters and challenges. Returns undefined if
 * the list is malformed.
 */
export function parseChallenges(text: string): Challenge[] | undefined {
  const challenges: { scheme: string; parameters: [string, string][] }[] = []
  let rest = text.trimEnd().replace(/^[\s,]+/, '')
  while (rest !== '') {
    const parameter = PARAMETER.exec(rest)
    const current = challenges.at(-1)
    if (parameter && current) {
      const [whole, name = '', value = ''] = parameter
      current.parameters.push([name.toLowerCase(), value])
      rest = rest.slice(whole.length).trimStart()
    } else {
      const [whole, scheme] = SCHEME.exec(rest) ?? []
      if (whole === undefined || scheme === undefined || parameter) return undefined
      rest = rest.slice(whole.length)
      const [value] = PARAMETER.test(rest) ? [] : (OPAQUE.exec(rest) ?? [])
      challenges.push({ scheme: scheme.toLowerCase(), parameters: [] })
      if (value !== undefined) rest = rest.slice(value.length)
      else if (rest !== '' && !rest.startsWith(',')) continue
    }
    if (rest !== '' && !rest.startsWith(',')) return undefined
    rest = rest.replace(/^[\s,]+/, '')
  }
  return challenges
}

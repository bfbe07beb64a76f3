import type { Contract } from '../../../src/contract/contract.ts'
import { pluralize } from '../../../src/contract/words.ts'
import type { Check, Facts } from '../../../src/judge/check.ts'
import {
  type AnsweredExchange,
  type Exchange,
  isAnswered,
  isPlantsAnswer,
} from '../../../src/judge/exchange.ts'
import { describeCredential, isPlainRequest, isProbe, isSuccess } from '../exchanges.ts'
import { statusViolation, whenAnswered } from '../whenAnswered.ts'

/** The checks for plants in responses to requests without a token: such plants may come from a replayed response. */
const OPEN = ['auth-token-needed', 'auth-not-replayed']

/** Creates the checks for whether the server requires a token and verifies it. */
export const createAuthChecks = (contract: Contract): readonly Check[] => {
  const { requirementPointer: pointer, isRequired } = contract.security
  const requirement = { text: 'The operation requires a bearer token', pointer }
  const create = (check: Omit<CredentialCheck, 'level' | 'requirement'> & Partial<Check>): Check =>
    createCredentialCheck({ level: 'MUST', requirement, ...check })
  return [
    create({
      id: 'auth-token-needed',
      title: 'Refuses a request without a token',
      fix: 'Check the token before the handler runs, for every request to this operation.',
      ...(isRequired && { special: 'essential' }),
      sent: 'the request without Authorization: on new connections, on a connection that carried the token, and at the same time as a request with the token',
      concerns: (exchange, facts) =>
        isWithoutToken(exchange) && !isReplay(exchange, facts) && !isProbe(exchange, 'auth/cookie'),
    }),
    create({
      id: 'auth-token-checked',
      title: 'Refuses a token that was never issued',
      fix: 'Look up the token, or verify its signature. It is not enough to check whether the request has a token.',
      sent: 'a random token, the token `constructor`, and the token `null` together with a random token',
      after: OPEN,
      concerns: (exchange) => isProbe(exchange, 'auth/garbage', 'auth/garbage-again', 'auth/two-fields'),
    }),
    create({
      id: 'auth-empty-refused',
      title: 'Refuses an empty token',
      fix: 'Treat an empty token like a missing token, and return a 401.',
      sent: '`Bearer` alone, and `Bearer` followed by a space',
      after: [...OPEN, 'auth-token-checked'],
      concerns: (exchange) => isProbe(exchange, 'auth/bearer-alone', 'auth/bearer-space'),
    }),
    create({
      id: 'auth-tampered-refused',
      title: 'Refuses a token with a changed character',
      fix: 'Verify the whole signature of the token, or compare every character of the token.',
      sent: 'the valid token with a changed character in its middle (for a JWT, in the middle of its signature)',
      after: [...OPEN, 'auth-token-checked'],
      concerns: (exchange) => isProbe(exchange, 'auth/tampered'),
    }),
    create({
      id: 'auth-whole-token-compared',
      title: 'Refuses a shortened or extended token',
      fix: 'Compare the whole token for equality, and not only a part of the token or with a pattern, such as LIKE in SQL.',
      sent: 'half of the valid token, or the token without its last four characters; the token with four extra characters at its start, at its end, or in place of its padding; the token with padding; and the token with an underscore in place of its first character',
      after: [...OPEN, 'auth-token-checked'],
      concerns: (exchange) =>
        isProbe(
          exchange,
          'auth/half',
          'auth/cut',
          'auth/extended',
          'auth/extended-after-padding',
          'auth/preceded',
          'auth/padded',
          'auth/wildcard',
        ),
    }),
    create({
      id: 'auth-letter-case-compared',
      title: 'Refuses the token with upper and lower case swapped',
      fix: 'Compare tokens case-sensitively. Look for a case-insensitive comparison, such as LIKE in SQL, or a case-insensitive database column.',
      level: 'SHOULD',
      sent: 'the valid token with its upper and lower case letters swapped',
      after: [...OPEN, 'auth-token-checked'],
      concerns: (exchange) => isProbe(exchange, 'auth/other-case'),
    }),
    create({
      id: 'auth-scheme-checked',
      title: 'Refuses random credentials under another scheme',
      fix: 'Accept a token only after the Bearer scheme, and return a 401 for every other scheme.',
      sent: 'random credentials under `Basic` and under an unknown scheme',
      after: [...OPEN, 'auth-token-checked'],
      concerns: (exchange) => isProbe(exchange, 'auth/basic', 'auth/other-scheme'),
    }),
    {
      ...create({
        id: 'auth-cookie-alone-refused',
        title: 'Refuses a cookie instead of the token',
        fix: 'Do not accept a session cookie instead of the bearer token for this operation.',
        sent: 'the request without a token, but with a cookie from a response to a request with the token',
        after: OPEN,
        concerns: (exchange) => isProbe(exchange, 'auth/cookie'),
      }),
      requires: 'a cookie in the response to a request with the token',
    },
    {
      ...create({
        id: 'auth-every-path',
        title: 'Sends no plants without the token for other spellings of the path or other methods',
        fix: 'Normalise the path before you check the token. Require the token for every method and every spelling of the path.',
        sent: 'requests without a valid token: the path with an extra slash, in upper case, with a parameter and with a percent-encoded letter; and the methods OPTIONS, PROPFIND and TRACE',
        after: OPEN,
        concerns: (exchange, facts) =>
          !(exchange.probe.credential.kind === 'bad' && isAnyTokenAccepted(facts)) &&
          isProbe(
            exchange,
            'auth/path-trailing-slash',
            'auth/path-double-slash',
            'auth/path-upper-case',
            'auth/path-parameter',
            'auth/path-encoded',
            'method/propfind-none',
            'method/options-none',
            'method/trace',
            'origin/preflight',
          ),
      }),
      judge: whenAnswered((exchange, facts) => {
        // Counts the elements with a name, because a list without names is not a list of plants.
        const count = facts.analyse(exchange).listed().length
        if (isSuccess(exchange.response.status) && count === 0 && isMisframed(exchange))
          return { inconclusive: 'the length of a response differs from the length in its headers or chunks' }
        if (!isSuccess(exchange.response.status) || count === 0) return []
        const message = `${exchange.probe.method} ${exchange.url} returns ${pluralize(count, 'plant')} without a valid token`
        return statusViolation(exchange, message, 'no plants')
      }),
    },
    create({
      id: 'auth-not-replayed',
      title: 'Does not replay a response with plants to a request without a token',
      fix: 'Make the token part of the cache key, or do not cache responses to requests with Authorization.',
      sent: 'the request with the token, then the same request without the token',
      after: ['auth-token-needed'],
      concerns: (exchange, facts) => isWithoutToken(exchange) && isReplay(exchange, facts),
    }),
  ]
}

type CredentialCheck = Omit<Check, 'expected' | 'requires' | 'applies' | 'judge'> & {
  concerns: Check['applies']
}

/** Creates a check of whether the server refuses invalid credentials. */
function createCredentialCheck({ concerns, ...check }: CredentialCheck): Check {
  return {
    ...check,
    requires: 'a token that the server accepts, and a response to a request without this token',
    applies: (exchange, facts) =>
      concerns(exchange, facts) && (isUnreadable(exchange) || isOver(exchange)) && facts.served,
    judge: (exchange, facts) => {
      // An HTTP client may be able to read this response, and it may contain plants.
      if (isUnreadable(exchange))
        return { inconclusive: `the response to ${describeCredential(exchange.probe)} cannot be read` }
      // A server may also refuse a request by closing the connection.
      if (!isAnswered(exchange)) return []
      const { status } = exchange.response
      // A 304 means that the server accepted the request, because a server that refuses a request ignores its conditions.
      if (!(isSuccess(status) || status === 304) || isSentToAll(exchange, facts)) return []
      const { count } = facts.analyse(exchange)
      const plants = count === undefined ? '' : ` with ${pluralize(count, 'plant')}`
      return statusViolation(
        exchange,
        `the response to ${describeCredential(exchange.probe)} is a ${status}${plants}`,
        'a refusal, such as 401',
      )
    },
  }
}

/** Returns whether the server sent bytes that are not a complete response. */
const isUnreadable = ({ failure }: Exchange): boolean =>
  failure?.kind === 'unparsable' || failure?.partial !== undefined

/** Returns whether the server has accepted or refused the request, or closed the connection. A 429 or 503 says nothing about the token. */
function isOver({ response, failure }: Exchange): boolean {
  if (response) return ![429, 502, 503, 504].includes(response.status)
  return failure.kind === 'empty' || failure.kind === 'reset'
}

/** Returns whether the server also accepts random tokens, so that neither the method nor the path is the cause. */
function isAnyTokenAccepted({ exchanges }: Facts): boolean {
  return exchanges.some(
    (other) => isProbe(other, 'auth/garbage', 'auth/garbage-again') && isSuccess(other.response?.status ?? 0),
  )
}

/** Returns whether a request with the token got the same status and the same body, which is no list, so that it contains no plants. */
function isSentToAll(exchange: AnsweredExchange, facts: Facts): boolean {
  const { body, status } = exchange.response
  if (body.length === 0 || facts.plants === undefined || facts.analyse(exchange).count !== undefined)
    return false
  // If the kit cannot read the bodies reliably, equal bodies are no evidence, because both bodies may be lists.
  if (isMisframed(exchange)) return false
  return facts.exchanges.some(
    (other) =>
      isPlantsAnswer(other) &&
      facts.analyse(other).count === undefined &&
      other.response.status === status &&
      other.response.body.equals(body),
  )
}

/** Returns whether the response's length differs from the length in its headers or chunks, so that the body is no evidence. */
function isMisframed({ response }: AnsweredExchange): boolean {
  return response.anomalies.some(({ code }) =>
    /^(surplus|body-short|chunk-syntax|length-conflict)$/.test(code),
  )
}

/**
 * Returns whether the response to a request without a token may be a stored response. One probe repeats the plain request without a token.
 * Other probes count only if requests without a token get several URLs that were served with a token, but no other URL.
 */
function isReplay(exchange: Exchange, facts: Facts): boolean {
  if (isProbe(exchange, 'auth/replay-1') && facts.exchanges.some(isPlainList)) return true
  return findReplayed(facts).has(exchange.url)
}

/** Returns whether a user got the plain list, which the replay probe requests from the same URL without a token. */
const isPlainList = (exchange: Exchange): boolean => isPlainRequest(exchange) && isPlantsAnswer(exchange)

/** Finds the URLs whose lists the server stores and replays: either all URLs that it served before, or no URLs. */
function findReplayed({ exchanges }: Facts): ReadonlySet<string> {
  const stored = new Set(exchanges.filter(isPlantsAnswer).map(({ url }) => url))
  const asked = exchanges.filter(isWithoutToken).filter(isAnswered)
  const leaked = asked.filter(({ url, response }) => stored.has(url) && isSuccess(response.status))
  const fresh = asked.filter(({ url }) => !stored.has(url))
  const isReplayed =
    new Set(leaked.map(({ url }) => url)).size > 1 &&
    fresh.length > 0 &&
    fresh.every(({ response }) => !isSuccess(response.status))
  return isReplayed ? stored : new Set<string>()
}

/** Returns whether the request is a documented request without a token. */
const isWithoutToken = ({ probe: { documented, credential } }: Exchange): boolean =>
  documented && credential.kind === 'none'

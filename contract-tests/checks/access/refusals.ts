import type { Contract } from '../../../src/contract/contract.ts'
import type { Check, Facts } from '../../../src/judge/check.ts'
import {
  type Exchange,
  isAnswered,
  isAuthorised,
  isPlantsAnswer,
  isUserRequest,
  type Probe,
} from '../../../src/judge/exchange.ts'
import {
  describeCredential,
  findPlainLists,
  headerValues,
  isCrash,
  isMalformed,
  isRefusable,
  isTokenAccepted,
  readBodyText,
  readMediaType,
} from '../exchanges.ts'
import { headerViolation, statusViolation, violation, whenAnswered } from '../whenAnswered.ts'
import { countNames } from './plantNames.ts'

/** Returns whether the server closes the connection each time for these credentials, although it has not locked the client out. */
function isAlwaysDropped({ probe, failure }: Exchange, { exchanges }: Facts): boolean {
  const isAlike = (other: Exchange): boolean => other.probe.credential.label === probe.credential.label
  const last = exchanges.findLastIndex(isAlike)
  return (
    (failure?.kind === 'empty' || failure?.kind === 'reset') &&
    !exchanges.some((other) => isAlike(other) && isAnswered(other)) &&
    exchanges.slice(last).some(isPlantsAnswer)
  )
}

/** Creates the checks of refusals, which are the responses to requests without a valid token. */
export const createRefusalChecks = (contract: Contract): readonly Check[] => [
  {
    id: 'auth-refusal-without-plants',
    title: "Shows none of the user's plants in a refusal",
    level: 'MUST',
    requirement: {
      text: 'The operation requires a bearer token',
      pointer: contract.security.requirementPointer,
    },
    sent: 'requests without a token and with bad tokens',
    fix: 'Do not write plants into the body of a 401 or 403. Stop the processing of the request after the refusal.',
    requires: 'a refusal, and a list with plants',
    applies: (exchange, facts) =>
      isRefusable(exchange) && (exchange.response?.status ?? 0) >= 300 && findPlainLists(facts).length > 0,
    judge: whenAnswered((exchange, facts) => {
      const named = listNameMembers(readBodyText(exchange))
      const [list] = findPlainLists(facts)
      if (named.length === 0 || !list) return []
      const own = countNames(list, facts)
      const shown = named.filter((name) => own.has(name))
      if (shown.length === 0) return []
      const { status } = exchange.response
      const message = `the response to ${describeCredential(exchange.probe)} is a ${status}, but its body contains ${shown.length} of the user's plants`
      return violation({ message, pointer: 'body', expected: 'no plants', actual: JSON.stringify(shown[0]) })
    }),
  },
  {
    id: 'auth-refusal-no-crash',
    title: 'Does not crash on a missing or bad token',
    level: 'SHOULD',
    requirement: { standard: 'RFC 9110 section 15.6', text: 'A 5xx means that the server failed' },
    sent: 'requests without a token and with bad tokens',
    fix: 'Return a 401 if the Authorization header is missing or malformed. The code that parses the header must not throw an exception.',
    requires: 'a response to a request without a token or with a bad token',
    explainedBy: ['operation-no-crash'],
    applies: (exchange, facts) =>
      isRefusable(exchange) &&
      (isAnswered(exchange) ? !isCrashOfHeader(exchange, facts) : isAlwaysDropped(exchange, facts)),
    judge: (exchange) => {
      const request = describeCredential(exchange.probe)
      const expected = 'a refusal, such as 401'
      if (!isAnswered(exchange)) {
        const message = `the server closes the connection without a response to ${request}`
        return violation({ message, pointer: 'response', expected, actual: exchange.failure.message })
      }
      const message = `the response to ${request} is a server error`
      return isCrash(exchange.response.status) ? statusViolation(exchange, message, expected) : []
    },
  },
  {
    id: 'auth-challenge-present',
    title: 'Sends WWW-Authenticate with a 401',
    level: 'SHOULD',
    requirement: { standard: 'RFC 9110 section 15.5.2', text: 'A 401 has a WWW-Authenticate header' },
    sent: 'every request',
    fix: 'Send WWW-Authenticate: Bearer realm="plants" with every 401.',
    requires: 'a response with status 401',
    applies: (exchange, facts) =>
      exchange.response?.status === 401 &&
      // If the server accepts other requests with this token, the mistake is the refusal itself, not the missing challenge.
      !(isUserRequest(exchange.probe) && isTokenAccepted(exchange, facts)),
    judge: (exchange) =>
      headerValues(exchange, 'www-authenticate').length > 0
        ? []
        : headerViolation(
            exchange,
            'WWW-Authenticate',
            'the 401 has no WWW-Authenticate header, so clients do not know how to authenticate',
            'WWW-Authenticate: Bearer realm="…"',
          ),
  },
  {
    id: 'error-for-credentials',
    title: 'Returns an Error in a 400 for missing or bad credentials',
    level: 'SHOULD',
    requirement: { text: 'A 400 from the operation is an Error', pointer: contract.error.pointer },
    sent: 'requests without a token and with bad tokens',
    fix: 'If you return a 400 for bad credentials, send an Error object with "error" and "message".',
    requires: 'a 400 for missing or bad credentials',
    applies: (exchange) =>
      isRefusable(exchange) && exchange.response?.status === 400 && !isMalformed(exchange),
    judge: whenAnswered((exchange, facts) => {
      const body = facts.analyse(exchange)
      const mediaType = readMediaType(exchange)
      const [broken] = body.violations(400).flatMap(({ first }) => first)
      const isError = body.syntaxProblem === undefined && !broken
      if (isError && mediaType?.essence === contract.error.mediaType) return []
      const actual = body.syntaxProblem ?? broken?.message ?? mediaType?.essence ?? 'no valid Content-Type'
      return violation({
        message: `the 400 is not an Error: ${actual}`,
        pointer: '',
        expected: `an Error as ${contract.error.mediaType}`,
        actual,
      })
    }),
  },
]

/** Lists all strings that are values of `name` fields, at any depth, in a string that may be JSON. */
function listNameMembers(text: string): string[] {
  return [...text.matchAll(/"name"\s*:\s*("(?:[^"\\]|\\.)*")/g)].flatMap(([, literal = '']) => {
    try {
      return [String(JSON.parse(literal))]
    } catch {
      return []
    }
  })
}

/** Returns whether a header may cause the crash, because a request with a token and one of this request's headers also crashes. */
function isCrashOfHeader({ probe, response }: Exchange, { exchanges }: Facts): boolean {
  return (
    isCrash(response?.status ?? 0) &&
    probe.id.startsWith('auth/none-with-') &&
    exchanges.some(
      (other) =>
        isAuthorised(other) && isCrash(other.response?.status ?? 0) && isUnusualAlike(probe, other.probe),
    )
  )
}

/** Returns whether both requests have the same unusual header, lack the same usual header, or use the same older HTTP version. */
function isUnusualAlike(one: Probe, other: Probe): boolean {
  const sent = other.fields?.map(String) ?? []
  return (
    one.fields?.some((field) => sent.includes(String(field))) === true ||
    one.omit?.some((name) => other.omit?.includes(name)) === true ||
    (one.httpVersion !== undefined && one.httpVersion === other.httpVersion)
  )
}

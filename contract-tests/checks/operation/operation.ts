import type { Contract } from '../../../src/contract/contract.ts'
import type { Check, Facts, Requirement } from '../../../src/judge/check.ts'
import { type AnsweredExchange, isAnswered, isAuthorised } from '../../../src/judge/exchange.ts'
import { isDeadly, isDropped, isLockedOut } from '../../../src/judge/silence.ts'
import {
  isCrash,
  isInGroup,
  isOddOnlyIn,
  isPlainRequest,
  isProbe,
  isServed,
  isTokenAccepted,
  mustBeServed,
} from '../exchanges.ts'
import { findLateBody } from '../message/framing.ts'
import { statusViolation, whenAnswered } from '../whenAnswered.ts'
import {
  describeSilence,
  findSilence,
  isAfterBreakdown,
  isCrashOfValue,
  isEndOfMistake,
  isExcused,
  isExpired,
  mustBeAnswered,
  shouldBeAnswered,
} from './failures.ts'

const MISSING = new Set([404, 405, 410, 501])
/** The statuses of rejections whose cause may be, for example, the path, the token, a rate limit or the media type. */
const OTHER_CAUSES = new Set([401, 403, 404, 405, 406, 408, 410, 425, 429])

export const createListRequirement = ({ operation }: Contract): Requirement => ({
  text: `GET ${operation.path} returns all plants that the user has access to, with status 200`,
  pointer: operation.pointer,
})

/** Creates the checks of whether the operation exists and responds. */
export const createOperationChecks = (contract: Contract): readonly Check[] => [
  {
    id: 'operation-answers',
    title: 'Answers requests with an HTTP response',
    level: 'MUST',
    requirement: createListRequirement(contract),
    sent: 'requests over an accepted connection',
    fix: "In the server's log, which --start-log can save, look for a crash. If requests hang, look for a lock or a connection that an earlier request, such as a 400, did not release. If the repeated requests get a response, look at the load balancer.",
    requires: 'a server that accepts connections',
    special: 'once-is-a-warning',
    applies: (exchange, facts) =>
      (mustBeAnswered(exchange, facts) ||
        shouldBeAnswered(exchange, facts) ||
        isEndOfMistake(exchange, facts)) &&
      (isAnswered(exchange) ||
        (isDropped(exchange, facts.exchanges)
          ? isDroppedOften(facts)
          : ['empty', 'reset', 'unparsable'].includes(exchange.failure.kind) ||
            findSilence(exchange, facts) !== undefined)) &&
      !isLockedOut(exchange, facts.exchanges) &&
      findLateBody(exchange, facts) === undefined,
    explainedBy: ['operation-no-crash', 'limit-positive-no-crash', 'framing-complete'],
    judge: ({ failure }) => {
      if (!failure) return []
      const { message, code } = failure
      // The kit stopped reading at its own maximum, so the server is not at fault.
      if (code === 'BOUND') return { inconclusive: `a response has ${message}, so the kit stops reading it` }
      return [{ message, pointer: 'response', expected: 'an HTTP response', actual: message }]
    },
  },
  {
    id: 'operation-exists',
    title: 'Serves the operation at the documented path',
    level: 'MUST',
    requirement: { text: 'The path is appended to the base URL', pointer: contract.operation.pointer },
    sent: 'GET requests for the documented path, with the token',
    fix: 'Register the route for GET at this path, and check the prefix under which the application is mounted.',
    requires: 'a response to the request without a limit',
    // A redirect to another place may end with a 404.
    after: ['redirect-arrives'],
    applies: (exchange) => isPlainRequest(exchange) && isAnswered(exchange),
    judge: whenAnswered((exchange, facts) => {
      const { status } = exchange.response
      if (!MISSING.has(status) || facts.served) return []
      const { path } = contract.operation
      return statusViolation(
        exchange,
        `GET ${exchange.url} returns ${status}, so the operation is not at this address; the base URL is the part of the operation's address before ${path}`,
        `200 from GET ${path}`,
      )
    }),
  },
  {
    id: 'operation-no-crash',
    title: 'Does not crash on a valid request',
    level: 'MUST',
    requirement: createListRequirement(contract),
    sent: 'every documented request with a valid limit or without a limit, one at a time and concurrently',
    fix: "Find this request's exception in the server's log, which --start-log can save, and fix the code that throws it.",
    requires: 'a response to a documented request',
    special: 'once-is-a-warning',
    explainedBy: ['framing-content-read'],
    after: ['operation-exists'],
    applies: (exchange, facts) =>
      isAuthorised(exchange) &&
      ['absent', 'positive', 'open'].includes(exchange.probe.limit) &&
      !isProbe(exchange, 'field/long') &&
      (isDeadly(exchange, facts.outages) || (isAnswered(exchange) && !isAfterBreakdown(exchange, facts))),
    judge: (exchange, facts) => {
      const { probe } = exchange
      const silence = findSilence(exchange, facts)
      if (isDeadly(exchange, facts.outages))
        return probe.limit === 'absent' && silence ? [describeSilence('this request', silence)] : []
      if (!isAnswered(exchange) || !isCrash(exchange.response.status)) return []
      if (probe.limit !== 'absent' && isCrashOfValue(exchange, facts)) return []
      const request = isInGroup(exchange, 'parameter') ? `?${probe.query}` : 'a valid request'
      return statusViolation(exchange, `${request} gets a server error`, '200')
    },
  },
  {
    id: 'operation-serves-plain-request',
    title: 'Does not reject a request because it has no parameters',
    level: 'MUST',
    requirement: {
      text: `A request without ${contract.limit.name} is valid, because the parameter is not required`,
      pointer: `${contract.limit.pointer}/required`,
    },
    sent: 'the request with the token but without a limit',
    fix: "If the code requires the parameter, make it optional: a request without it gets all of the user's plants. Otherwise, look for the reason that the 400 states.",
    requires: 'a response to the request without a limit',
    special: 'once-is-a-warning',
    explainedBy: ['operation-exists', 'accept-json-served', 'framing-content-read'],
    applies: (exchange, facts) =>
      isPlainRequest(exchange) &&
      isAnswered(exchange) &&
      (isTokenAccepted(exchange, facts) || isAboutOperation(exchange)) &&
      mustBeServed(exchange, facts),
    judge: whenAnswered((exchange, facts) => {
      const { status } = exchange.response
      if (status < 400 || status >= 500 || [401, 403, 408, 429].includes(status)) return []
      if (isExcused(exchange, facts)) return []
      const withLimit = facts.exchanges.some(
        ({ probe, response }) => probe.limit === 'positive' && response?.status === 200,
      )
      const why = withLimit
        ? `but ${contract.limit.name} is not required, and a request with ${contract.limit.name} gets a 200`
        : 'but the request is valid if the token is valid'
      return statusViolation(exchange, `the request without parameters gets a ${status}, ${why}`, '200')
    }),
  },
  {
    id: 'operation-token-honoured',
    title: 'Accepts a valid token every time',
    level: 'MUST',
    requirement: { text: 'A bearer token gives access to the operation', pointer: contract.security.pointer },
    sent: 'every documented request with the same token, one after another and concurrently',
    fix: 'Check the token in the same way for every request. Look for a rate limit, for an instance that does not know the token, and for what an earlier check leaves behind, such as the lastIndex of a JavaScript regular expression.',
    requires: 'a token that the server accepts at least once',
    special: 'once-is-a-warning',
    applies: (exchange, facts) =>
      isAuthorised(exchange) &&
      isAnswered(exchange) &&
      isTokenAccepted(exchange, facts) &&
      !isLockedOut(exchange, facts.exchanges) &&
      // If the server never accepts a spelling of the credentials, another check judges this spelling.
      isOddOnlyIn(exchange, 'credentials', facts) &&
      isServed(exchange, 'credentials', facts),
    judge: whenAnswered((exchange, facts) => {
      if (isExpired(exchange, facts)) return { inconclusive: EXPIRED }
      return [401, 403].includes(exchange.response.status) && !isExcused(exchange, facts)
        ? statusViolation(exchange, 'the server refuses the token, but accepts it in other requests', '200')
        : []
    }),
  },
]

const EXPIRED =
  'the token seems to have expired during the run: use a token that is valid for longer, or pass --token-command'

/** The proportion of requests that a healthy network may lose. */
const LOST_AT_RANDOM = 0.01

/** Returns whether the server, or a proxy in front of it, loses requests repeatedly, and more often than a healthy network does. */
function isDroppedOften({ exchanges }: Facts): boolean {
  const dropped = exchanges.filter((exchange) => isDropped(exchange, exchanges))
  const times = new Set(dropped.map(({ probe }) => probe.parallel ?? probe.id)).size
  return times > 1 && dropped.length >= LOST_AT_RANDOM * exchanges.length
}

/** Returns whether the operation may cause the rejection. The server may reject a second user because it does not know the token. */
const isAboutOperation = ({ probe, response }: AnsweredExchange): boolean =>
  probe.credential.kind === 'valid' && !OTHER_CAUSES.has(response.status)

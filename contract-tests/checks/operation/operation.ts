import type { AnsweredExchange, Exchange } from '../../../src/harness/exchange.ts'
import { isBlocked } from '../../../src/harness/judge/lockout.ts'
import type { CheckDefinition } from '../define.ts'
import {
  answered,
  inContract,
  isAnswered,
  isAuthorised,
  isPlain,
  isServed,
  isServedTo,
  statusViolation,
} from '../define.ts'

const MISSING = new Set([404, 405, 410, 501])
const CRASH = new Set([500, 501])
/** Refusals that say more about the token, the moment or the media type than about the operation. */
const EXPLAINED = new Set([401, 403, 404, 405, 406, 408, 410, 425, 429])

export const listsPlants = inContract(
  'GET on the path returns all plants that the user has access to, with status 200',
  ({ operation }) => operation.pointer,
)
/** Whether there is an operation, and whether it answers. */
export const operation: readonly CheckDefinition[] = [
  {
    id: 'operation-answers',
    title: 'The operation answers with an HTTP response',
    level: 'MUST',
    clause: listsPlants,
    rows: ['OP09', 'FR09'],
    sent: 'the documented request, over a connection that was accepted',
    expected: 'an HTTP/1.1 response',
    requires: 'a target that accepts connections',
    subject: 'status',
    allowOnce: true,
    applies: (exchange, facts) =>
      isOrdinary(exchange) &&
      (isAnswered(exchange) || ['empty', 'reset', 'unparsable'].includes(exchange.failure.kind)) &&
      !isBlocked(exchange, facts.exchanges),
    judge: ({ failure }) =>
      failure
        ? [
            {
              message: failure.message,
              pointer: 'response',
              expected: 'an HTTP response',
              actual: failure.message,
            },
          ]
        : [],
  },
  {
    id: 'operation-exists',
    title: 'The operation is at the documented path',
    level: 'MUST',
    clause: inContract('The path is appended to the base address', ({ operation }) => operation.pointer),
    rows: ['OP01'],
    sent: 'GET on the documented path with the token',
    expected: 'any status but 404, 405, 410 and 501',
    requires: 'an answer to the plain request',
    subject: 'status',
    // A redirect that leads astray ends where nothing is.
    impliedBy: ['redirect-arrives'],
    applies: (exchange) => isPlain(exchange) && isAnswered(exchange),
    judge: answered((exchange, facts) =>
      MISSING.has(exchange.response.status) && !isServed(facts)
        ? [
            statusViolation(
              exchange,
              `200 from GET ${facts.contract.operation.path}`,
              `GET ${exchange.url} is answered with ${exchange.response.status}: the operation is not there. CheckDefinition that the base URL is what stands before ${facts.contract.operation.path}`,
            ),
          ]
        : [],
    ),
  },
  {
    id: 'operation-no-crash',
    title: 'The documented request is not answered with a server error',
    level: 'MUST',
    clause: listsPlants,
    rows: ['OP05', 'CA08'],
    sent: 'the documented request without limit, alone and at the same time as others',
    expected: 'no 500 or 501',
    requires: 'an answer to the plain request',
    subject: 'status',
    allowOnce: true,
    supersededBy: ['operation-exists'],
    applies: (exchange) => isPlain(exchange) && isAnswered(exchange),
    judge: answered((exchange) =>
      CRASH.has(exchange.response.status)
        ? [statusViolation(exchange, '200', 'a valid request is answered with a server error')]
        : [],
    ),
  },
  {
    id: 'operation-serves-plain-request',
    title: 'A request without parameters is served',
    level: 'MUST',
    clause: inContract(
      'limit is not required, so the request without it is valid',
      ({ limit }) => `${limit.pointer}/required`,
    ),
    rows: ['ER11', 'LM14', 'OP02'],
    sent: 'the request without limit, with the token',
    expected: '200',
    requires: 'an answer to the plain request',
    subject: 'status',
    allowOnce: true,
    supersededBy: ['operation-exists'],
    applies: (exchange, facts) =>
      isPlain(exchange) &&
      isAnswered(exchange) &&
      (isServedTo(exchange, facts) || isTelling(exchange)) &&
      !(exchange.probe.id.startsWith('accept/') || exchange.probe.id === 'agent/none'),
    judge: answered((exchange, facts) => {
      const { status } = exchange.response
      if (
        status < 400 ||
        status >= 500 ||
        status === 429 ||
        status === 408 ||
        status === 401 ||
        status === 403
      )
        return []
      const withLimit = facts.exchanges.some(
        ({ probe, response }) => probe.limit === 'positive' && response?.status === 200,
      )
      const why = withLimit
        ? 'though the one with a limit is served: limit is not required'
        : 'though nothing is wrong with it'
      return [
        statusViolation(exchange, '200', `the request without parameters is answered with ${status}, ${why}`),
      ]
    }),
  },
  {
    id: 'operation-token-honoured',
    title: 'A valid token is accepted every time',
    level: 'MUST',
    clause: inContract('The bearer token opens the operation', ({ security }) => security.pointer),
    rows: ['AU17', 'CA03', 'AU16'],
    sent: 'every documented request, one after another and at once, with the same token',
    expected: 'never 401 or 403, once the token was accepted',
    requires: 'a token that was accepted at least once',
    subject: 'status',
    allowOnce: true,
    applies: (exchange, facts) =>
      isOrdinary(exchange) &&
      isAnswered(exchange) &&
      isServedTo(exchange, facts) &&
      !isBlocked(exchange, facts.exchanges) &&
      exchange.probe.id !== 'auth/field-name' &&
      exchange.probe.id !== 'agent/none',
    judge: answered((exchange) =>
      exchange.response.status === 401 || exchange.response.status === 403
        ? [
            statusViolation(
              exchange,
              '200',
              'the token that is accepted elsewhere in this run is refused here',
            ),
          ]
        : [],
    ),
  },
]

/** The request without a limit or with a positive one. */
export function isOrdinary(exchange: Exchange): boolean {
  return (
    isAuthorised(exchange) && exchange.probe.benign && ['absent', 'positive'].includes(exchange.probe.limit)
  )
}

/** Whether a refusal of the operator's request tells of the operation. What is said to an unknown second user does not. */
function isTelling({ probe, response }: AnsweredExchange): boolean {
  return probe.credential.kind === 'valid' && !EXPLAINED.has(response.status)
}

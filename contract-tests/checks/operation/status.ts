import type { Contract } from '../../../src/contract/contract.ts'
import type { Check } from '../../../src/harness/check.ts'
import { type Exchange, isAnswered, isAuthorised } from '../../../src/harness/exchange.ts'
import { headerValues, isSuccess } from '../exchanges.ts'
import { statusViolation, whenAnswered } from '../whenAnswered.ts'
import { createListClause, isOrdinary } from './operation.ts'

/** Which statuses the documented request gets, and where redirects lead. */
export const createStatusChecks = (contract: Contract): readonly Check[] => [
  {
    id: 'status-success-is-200',
    title: 'Uses status 200 for every success',
    level: 'MUST',
    clause: {
      text: `The operation documents ${contract.plants.status} and ${contract.error.status}`,
      pointer: `${contract.operation.pointer}/responses`,
    },
    rows: ['OP03', 'OP04'],
    sent: 'every documented request',
    expected: 'no 2xx except 200',
    requires: 'a response to a documented request',
    subject: 'status',
    applies: (exchange) => isAuthorised(exchange) && isAnswered(exchange),
    judge: whenAnswered((exchange) => {
      const { status } = exchange.response
      if (!isSuccess(status) || status === 200 || status === 203) return []
      const hint = status === 204 ? '; return an empty list as 200 with []' : ''
      return [
        statusViolation(exchange, {
          message: `a success has the undocumented status ${status}${hint}`,
          expected: '200',
        }),
      ]
    }),
  },
  {
    id: 'status-not-transformed',
    title: 'Does not let a proxy change the response',
    level: 'SHOULD',
    clause: {
      standard: 'RFC 9110 section 15.3.4',
      text: '203 means that a transforming proxy changed the 200',
    },
    rows: ['C49'],
    sent: 'every documented request',
    expected: 'no 203',
    requires: 'a response to a documented request',
    applies: (exchange) => isAuthorised(exchange) && isAnswered(exchange),
    judge: whenAnswered((exchange) =>
      exchange.response.status === 203
        ? [
            statusViolation(exchange, {
              message: 'a proxy changed the response and gave it the undocumented status 203',
              expected: '200',
            }),
          ]
        : [],
    ),
  },
  {
    id: 'status-no-unasked-304',
    title: 'Never returns 304 to an unconditional request',
    level: 'MUST',
    clause: {
      standard: 'RFC 9110 section 15.4.5',
      text: '304 is for conditional requests; other clients have nothing stored',
    },
    rows: ['OP06'],
    sent: 'every documented request, none of them conditional',
    expected: 'no 304',
    requires: 'a response to a documented request',
    subject: 'status',
    applies: (exchange) => isAuthorised(exchange) && isAnswered(exchange),
    judge: whenAnswered((exchange) =>
      exchange.response.status === 304
        ? [
            statusViolation(exchange, {
              message: 'an unconditional request gets a 304 without a body',
              expected: '200 with the list',
            }),
          ]
        : [],
    ),
  },
  {
    id: 'redirect-arrives',
    title: 'Redirects only to the operation',
    level: 'MUST',
    clause: createListClause(contract),
    rows: ['OP07'],
    sent: 'the documented request; redirects on the same host are followed',
    expected: 'a 200 or 400 after at most five redirects',
    requires: 'a response to a documented request',
    subject: 'status',
    applies: (exchange) =>
      isOrdinary(exchange) && isAnswered(exchange) && findUnsafeRedirect(exchange) === undefined,
    judge: whenAnswered((exchange) => {
      const { status } = exchange.response
      const lost = exchange.hops.length > 0 && (status === 404 || status === 405)
      if (!lost && (status < 300 || status > 399 || status === 304)) return []
      const path = [...exchange.hops.map(({ from }) => from), exchange.url].join(' → ')
      return [
        statusViolation(exchange, {
          message: `a redirect does not lead to the operation: ${path}`,
          expected: '200',
        }),
      ]
    }),
  },
  {
    id: 'redirect-keeps-token-safe',
    title: 'Never redirects the token to another host or away from TLS',
    level: 'SHOULD',
    clause: {
      standard: 'RFC 6750 section 5.3',
      text: 'Bearer tokens are sent over TLS and to their own audience only',
    },
    rows: ['OP08'],
    sent: 'the documented request; the kit never sends the token to another host',
    expected: 'redirects on the same host, and none from https to http',
    requires: 'a response to a documented request',
    applies: (exchange) => isOrdinary(exchange) && isAnswered(exchange),
    judge: whenAnswered((exchange) => {
      const location = findUnsafeRedirect(exchange)
      if (location === undefined) return []
      return [
        {
          message: `the response redirects to ${location}; a client that follows sends its token there`,
          pointer: 'Location',
          expected: `a location on ${new URL(exchange.url).host}`,
          actual: location,
        },
      ]
    }),
  },
]

/** The target of a redirect that the client does not follow, to protect the token. */
function findUnsafeRedirect(exchange: Exchange): string | undefined {
  const { response } = exchange
  if (!response || response.status < 300 || response.status > 399) return undefined
  const [location] = headerValues(exchange, 'location')
  if (location === undefined || !URL.canParse(location, exchange.url)) return undefined
  const target = new URL(location, exchange.url)
  const origin = new URL(exchange.url)
  const isDowngrade = origin.protocol === 'https:' && target.protocol === 'http:'
  return target.hostname !== origin.hostname || isDowngrade ? target.href : undefined
}

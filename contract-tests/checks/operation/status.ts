import type { Contract } from '../../../src/contract/contract.ts'
import type { Check, Facts } from '../../../src/judge/check.ts'
import { isAnswered, isAuthorised, isPlantsAnswer } from '../../../src/judge/exchange.ts'
import { hasCondition, headerValues, isSuccess } from '../exchanges.ts'
import { statusViolation, whenAnswered } from '../whenAnswered.ts'

/** Creates the checks of the status codes for documented requests. */
export const createStatusChecks = (contract: Contract): readonly Check[] => [
  {
    id: 'status-success-is-200',
    title: 'Sends no 201, 202, 204 or similar status instead of 200',
    level: 'MUST',
    requirement: {
      text: `The operation documents ${contract.plants.status} and ${contract.error.status}`,
      pointer: `${contract.operation.pointer}/responses`,
    },
    sent: 'every documented request',
    fix: 'Send status 200 with the list, even if the list is empty.',
    requires: 'a response to a documented request',
    applies: (exchange) =>
      isAuthorised(exchange) &&
      isAnswered(exchange) &&
      // The range checks judge a 206 to a range request.
      !(exchange.response.status === 206 && hasCondition(exchange, 'range')),
    judge: whenAnswered((exchange) => {
      const { status } = exchange.response
      if (!isSuccess(status) || status === 200 || status === 203) return []
      const hint = status === 204 ? '; return an empty list as 200 with []' : ''
      return statusViolation(exchange, `a success has the undocumented status ${status}${hint}`, '200')
    }),
  },
  {
    id: 'status-not-transformed',
    title: 'Sends no 203, which means that a proxy changed the response',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 15.3.4',
      text: 'The status 203 means that a proxy changed a 200',
    },
    sent: 'every documented request',
    fix: 'In the proxy in front of the server, turn off the rewriting of responses.',
    requires: 'a response to a documented request',
    applies: (exchange) => isAuthorised(exchange) && isAnswered(exchange),
    judge: whenAnswered((exchange) =>
      exchange.response.status === 203
        ? statusViolation(
            exchange,
            'the undocumented status 203 means that a proxy changed the response',
            '200',
          )
        : [],
    ),
  },
  {
    id: 'status-no-unasked-304',
    title: 'Returns no 304 if the request is unconditional, or has an old or invalid date',
    level: 'MUST',
    requirement: {
      standard: 'RFC 9110 section 15.4.5',
      text: 'A 304 answers only a conditional request whose client has the current list',
    },
    sent: 'documented requests without conditions, or with an If-Modified-Since that is 0 or long before the Last-Modified of the list',
    fix: 'Send a 304 only if the tag in If-None-Match or the date in If-Modified-Since is that of the list. Compare dates as times and not as text, and ignore values that are not dates.',
    requires: 'a response to a documented request',
    applies: (exchange, facts) =>
      isAuthorised(exchange) &&
      isAnswered(exchange) &&
      !hasCondition(exchange, 'if-none-match') &&
      (!hasCondition(exchange, 'if-modified-since') || isDated(facts)),
    judge: whenAnswered((exchange) => {
      if (exchange.response.status !== 304) return []
      const isOld = hasCondition(exchange, 'if-modified-since')
      const what = isOld ? 'a request with an old or invalid If-Modified-Since' : 'an unconditional request'
      return statusViolation(exchange, `${what} gets a 304`, '200 with the list')
    }),
  },
]

/** Returns whether a list has a Last-Modified after 1994, so that the dates in the plan's requests are older than the list. */
function isDated({ exchanges }: Facts): boolean {
  const dates = exchanges.filter(isPlantsAnswer).flatMap((list) => headerValues(list, 'last-modified'))
  return dates.some((date) => Date.parse(date) > Date.UTC(1995))
}

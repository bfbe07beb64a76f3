import type { Contract } from '../../../src/contract/contract.ts'
import { pluralize, shorten } from '../../../src/contract/words.ts'
import type { Check, Facts } from '../../../src/judge/check.ts'
import { type Exchange, isAuthorised, isBadLimit, isPlantsAnswer } from '../../../src/judge/exchange.ts'
import { isDeadly, isDropped, isLockedOut } from '../../../src/judge/silence.ts'
import { isInGroup, isOneOffTimeout, isPlainRequest, isRejection } from '../exchanges.ts'
import { describeSilence, findSilence, isExcused, isRefusedValue } from './failures.ts'

/** The requests that the plan sends before each health probe. */
const BEFORE: ReadonlyMap<string, string> = new Map([
  ['health/bad-limits', 'invalid limits and a long header'],
  ['health/without-token', 'a request without a token'],
  ['health/without-tokens', 'requests without a token'],
  ['health/bad-tokens', 'bad tokens'],
])

/** The maximum number of characters of a URL in a message. */
const SHOWN = 80

/** Creates the check of whether the server survives bad requests. */
export const createHealthChecks = (contract: Contract): readonly Check[] => [
  {
    id: 'health-after-bad-requests',
    title: 'Stays healthy after bad requests',
    level: 'MUST',
    requirement: {
      text: 'The server answers a valid request, even after bad requests',
      pointer: contract.operation.pointer,
    },
    sent: 'a valid request after each group of bad requests',
    fix: "Catch the errors of each request, so that no request can stop the server. In a finally block, release the request's resources, such as connections and locks.",
    explainedBy: [
      'framing-content-read',
      'operation-token-honoured',
      'operation-answers',
      'operation-no-crash',
      'operation-serves-plain-request',
      'limit-positive-no-crash',
      'limit-open-no-crash',
      'limit-outside-no-crash',
    ],
    requires: 'a 200 for an earlier valid request',
    applies: (exchange, facts) =>
      (isDeadly(exchange, facts.outages) || (isInGroup(exchange, 'health') && !hasStopped(facts))) &&
      facts.exchanges.some((other) => isPlainRequest(other) && isPlantsAnswer(other)) &&
      exchange.failure?.kind !== 'stopped' &&
      !isLockedOut(exchange, facts.exchanges) &&
      !isExcused(exchange, facts),
    judge: (exchange, facts) => {
      const { probe } = exchange
      const silence = findSilence(exchange, facts)
      if (silence !== undefined && silence !== 'timeout')
        return [describeSilence(`${probe.method} with ${probe.credential.label}`, silence)]
      const isLost = isOneOffTimeout(exchange, facts) || isDropped(exchange, facts.exchanges)
      if (isLost || isHealthy(exchange) || isRefusedValue(exchange, facts)) return []
      const { response, failure } = exchange
      const actual = response?.statusLine ?? failure?.message ?? ''
      const message = `after ${describePrevious(exchange, facts)}, a valid request no longer gets a 200`
      return [{ message, pointer: 'status', expected: '200', actual }]
    },
  },
]

/** Whether a request has stopped the server for good, so that the later requests say nothing. */
const hasStopped = ({ outages }: Facts): boolean =>
  outages.some(({ confirmed, recovered }) => confirmed && !recovered)

/** Describes the requests after which every valid request failed: the requests before the health probe, or an earlier request. */
function describePrevious(exchange: Exchange, { exchanges }: Facts): string {
  const last = exchanges.slice(0, exchanges.indexOf(exchange)).findLastIndex(isPlantsAnswer)
  const lost = exchanges.findIndex(
    (other, index) => index > last && isAuthorised(other) && !isBadLimit(other.probe),
  )
  const previous = exchanges[lost - 1]
  if (exchanges[lost] === exchange || previous === undefined) return BEFORE.get(exchange.probe.id) ?? ''
  const refused = exchanges.slice(0, lost).filter(({ response }) => isRejection(response?.status ?? 0))
  return `${pluralize(refused.length, 'refused request')} (the last request was ${previous.probe.method} ${shorten(previous.url, SHOWN)})`
}

function isHealthy({ probe, response }: Exchange): boolean {
  if (!response) return false
  const { status } = response
  // The contract does not say which limits a server may refuse.
  const isRefusedLimit = probe.limit === 'positive' && isRejection(status) && status !== 401 && status !== 403
  return status < 400 || status === 429 || isRefusedLimit || (status > 501 && status < 505)
}

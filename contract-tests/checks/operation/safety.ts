import { pluralize } from '../../../src/contract/words.ts'
import type { Check, Facts } from '../../../src/judge/check.ts'
import { type AnsweredExchange, type Exchange, isAnswered } from '../../../src/judge/exchange.ts'
import { countPlants, findPlainLists } from '../exchanges.ts'

/** The number of lists that the check needs, and the number in which it looks for the plants that a limit has removed. */
const SERIES = 5
const LONG_SERIES = 8

/** The check of whether reading the list changes the list. */
export const safetyChecks: readonly Check[] = [
  {
    id: 'get-changes-nothing',
    title: 'Does not change the list when a client reads it',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 9.2.1',
      text: 'GET is a safe method, so a GET request does not ask for a change',
    },
    sent: 'several requests without a limit',
    fix: 'Do not write, remove or reorder plants while you read them.',
    requires: 'five responses with the whole list',
    applies: (exchange, facts) => findSeries(facts).at(SERIES - 1) === exchange,
    judge: (_exchange, facts) => {
      const series = findSeries(facts)
      const actual = `lists with ${series.map((list) => countPlants(list, facts)).join(', ')} plants`
      const message = describeChange(series, facts)
      return message === undefined
        ? []
        : [{ message, pointer: '', expected: 'a list that does not change', actual }]
    },
  },
]

/** Describes how reading changes the list. Returns undefined if reading does not change the list. */
function describeChange(series: readonly AnsweredExchange[], facts: Facts): string | undefined {
  if (losesWhatIsRead(findSeries(facts, LONG_SERIES), facts))
    return 'a request with a limit removes the returned plants from the list'
  if (isCutToLimits(series, facts)) return 'a request with a limit removes all other plants from the list'
  const change = findChangePerRead(series, facts)
  if (change === undefined) return undefined
  const each = `${pluralize(Math.abs(change), 'plant')} ${change > 0 ? 'more' : 'fewer'}`
  return `after each of several requests for the list, the list has ${each}`
}

/** Finds the first lists without a limit that were requested one at a time, so that their order is known. */
function findSeries(facts: Facts, length = SERIES): AnsweredExchange[] {
  return findPlainLists(facts)
    .filter(({ probe }) => probe.parallel === undefined)
    .slice(0, length)
}

/**
 * Finds the number of plants by which each read changes the list, if there is such a number. Other users may also change the list, but not
 * by the same number for each read.
 */
function findChangePerRead(series: readonly AnsweredExchange[], facts: Facts): number | undefined {
  const reads = facts.exchanges.filter(isRead)
  // Many servers treat `limit[]` as another parameter.
  const whole = reads.filter(
    (exchange) => exchange.probe.limit === 'absent' || exchange.probe.query?.includes('%5B%5D') === true,
  )
  const findIn = (counted: readonly Exchange[]): number | undefined => {
    const changes = series.slice(1).map((list, index) => {
      const before = series[index] ?? list
      const change = countPlants(list, facts) - countPlants(before, facts)
      return change / (counted.indexOf(list) - counted.indexOf(before))
    })
    const [first = 0] = changes
    return Number.isInteger(first) && first !== 0 && new Set(changes).size === 1 ? first : undefined
  }
  return findIn(whole) ?? findIn(reads) ?? findIn(facts.exchanges.filter(isServedRead))
}

/**
 * Returns whether requests with a limit remove the returned plants: the list loses at least these plants before the next request without a
 * limit. The list loses more plants only if some responses, such as a 304, contain no plants. Responses with the whole rest of the list may
 * remove nothing.
 */
function losesWhatIsRead(series: readonly AnsweredExchange[], facts: Facts): boolean {
  const reads = facts.exchanges.filter(isRead).filter(isAnswered)
  const steps = series.slice(1).map((list, index) => {
    const before = series[index] ?? list
    const between = reads.slice(reads.indexOf(before) + 1, reads.indexOf(list))
    const limited = between.filter(({ probe }) => probe.limit === 'positive')
    const returned = limited.reduce((sum, each) => {
      const count = countPlants(each, facts)
      return sum + count < countPlants(before, facts) ? sum + count : sum
    }, 0)
    return { lost: countPlants(before, facts) - countPlants(list, facts), returned }
  })
  return (
    steps.every(({ lost, returned }) => lost >= returned) &&
    steps.filter(({ returned }) => returned > 0).length > 1 &&
    steps.some(({ lost, returned }) => returned > 0 && lost === returned)
  )
}

/** Returns whether requests with a limit cut the stored list: each later list has as many plants as the lowest earlier limit. */
function isCutToLimits([first, ...others]: readonly AnsweredExchange[], facts: Facts): boolean {
  const reads = facts.exchanges.filter(isServedRead)
  const whole = first ? countPlants(first, facts) : 0
  const expected = others.map((list) =>
    reads.slice(0, reads.indexOf(list)).reduce((least, each) => Math.min(least, readMaximum(each)), whole),
  )
  return (
    expected.some((count) => count < whole) &&
    others.every((list, index) => countPlants(list, facts) === expected[index])
  )
}

const readMaximum = ({ probe: { limit, query = '', maxResults } }: Exchange): number =>
  limit === 'open' && /=0$/.test(query) ? 0 : (maxResults ?? Number.POSITIVE_INFINITY)

/** Returns whether the operator's GET got a 200. */
const isRead = (exchange: Exchange): boolean => exchange.probe.method === 'GET' && isServedRead(exchange)

/** Returns whether the operator's GET or HEAD got a 200. Many servers also read the list for HEAD. */
function isServedRead({ probe, response }: Exchange): boolean {
  const isOperator = probe.credential.kind === 'valid' || probe.credential.kind === 'lenient'
  return isOperator && /^(GET|HEAD)$/.test(probe.method) && response?.status === 200
}

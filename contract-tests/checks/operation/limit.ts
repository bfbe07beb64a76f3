import type { Contract } from '../../../src/contract/contract.ts'
import { pluralize } from '../../../src/contract/words.ts'
import type { Check, Facts } from '../../../src/judge/check.ts'
import {
  type AnsweredExchange,
  type Exchange,
  isAnswered,
  isPlantsAnswer,
  userOf,
} from '../../../src/judge/exchange.ts'
import { COMPARED, countNames, isWholeList } from '../access/plantNames.ts'
import {
  BROKEN_PLAIN_REQUESTS,
  findConstantList,
  findPlainLists,
  isLimited,
  isRejection,
  mustBeServed,
  perTranscript,
  UNREADABLE,
} from '../exchanges.ts'
import { countViolation, statusViolation, whenAnswered } from '../whenAnswered.ts'
import { isExcused } from './failures.ts'
import { createLimitCrashChecks } from './limitCrashes.ts'
import { createListRequirement } from './operation.ts'

/** Creates the checks that compare the length of the list with `limit`. */
export const createLimitChecks = (contract: Contract): readonly Check[] => {
  const { name, pointer, minimum, maximum } = contract.limit
  const range = `from ${Math.max(minimum, 1)} to ${maximum}`
  const isMaximum = { text: `${name} is the maximum number of results to return`, pointer }
  return [
    {
      id: 'limit-honoured',
      title: 'Returns at most `limit` plants',
      level: 'MUST',
      requirement: isMaximum,
      sent: 'positive limits below, near and far above the length of the list, one after another and concurrently, some with percent-encoded digits',
      fix: 'If the limit has no effect, read the parameter with exactly this name from the query of each request, and convert it to a number. If it has some effect, cut the list last, after its parts are joined, and before you send or cache the response.',
      requires: "a list that is longer than the limit: give the token's user at least two plants",
      after: UNREADABLE,
      special: 'essential',
      explainedBy: ['redirect-arrives', 'users-plants-own'],
      applies: (exchange, facts) => {
        if (!isLimited(exchange) || hasEncodedName(exchange, name)) return false
        // If the user has fewer than two plants, the kit can test no limit. Only the operator can give the user more plants.
        if (!isPlantsAnswer(exchange)) return (facts.plants ?? 0) > 1 && !isAnyLimitServed(facts)
        const body = facts.analyse(exchange)
        if (body.unread !== undefined) return true
        if (body.count === undefined) return false
        const { maxResults = 0 } = exchange.probe
        // A limit above the length of the user's list proves nothing.
        return (
          body.count > maxResults ||
          ((facts.plants ?? 0) > maxResults && findLongestList(exchange, facts) > maxResults)
        )
      },
      judge: (exchange, facts) => {
        if (!isPlantsAnswer(exchange)) return { inconclusive: 'no request with a limit got a list of plants' }
        const body = facts.analyse(exchange)
        const { query, maxResults = 0 } = exchange.probe
        if (body.unread !== undefined) return { inconclusive: body.unread }
        const { count = 0 } = body
        if (count <= maxResults) return []
        const isWhole = count === facts.plants
        const isOther = (limit: number): boolean => (isWhole ? limit < maxResults : limit !== maxResults)
        const other = findOtherExcess(exchange, facts, isOther)
        const more = other
          ? `, and a limit of ${other.probe.maxResults} returns ${facts.analyse(other).count}`
          : ''
        const message = `?${query} returns ${pluralize(count, 'plant')}${isWhole ? ', the whole list' : ''}${more}`
        return countViolation(count, message, `at most ${pluralize(maxResults, 'element')}`)
      },
    },
    {
      id: 'limit-usable',
      title: 'Does not reject every positive limit, or any positive limit at times',
      level: 'MUST',
      requirement: isMaximum,
      sent: `positive limits ${range}`,
      fix: `Accept every whole number ${range} as a limit, and return a 200. If the server rejects only some requests, look for what an earlier check leaves behind, such as the lastIndex of a JavaScript regular expression.`,
      requires: 'a 200 for the request without a limit',
      applies: (exchange, facts) => isLimited(exchange) && isAnswered(exchange) && facts.served,
      judge: whenAnswered((exchange, facts) => {
        const { status } = exchange.response
        if (findFickleRefusals(facts).has(exchange))
          return statusViolation(
            exchange,
            `?${exchange.probe.query} is refused, but served at other times`,
            '200',
          )
        if (!isRejection(status) || status === 401 || status === 403) return []
        const limited = facts.exchanges.filter((other) => isLimited(other) && isAnswered(other))
        if (limited.some(({ response }) => response?.status === 200)) return []
        const values = [...new Set(limited.map(({ probe }) => probe.maxResults))].join(', ')
        const message = `the server serves no positive limit; the kit tried ${values}`
        return statusViolation(exchange, message, '200')
      }),
    },
    ...createListLengthChecks(contract),
    ...createDefaultCheck(contract),
    ...createLimitCrashChecks(contract),
    {
      id: 'limit-encoding-equal',
      title: 'Does not reject a percent-encoded limit, and recognises an encoded name',
      level: 'SHOULD',
      requirement: {
        standard: 'RFC 3986 section 2.3',
        text: 'Two URIs are equivalent if they differ only in the percent-encoding of unreserved characters',
      },
      sent: 'the name and the value of limit, percent-encoded',
      fix: 'Decode percent-encoded names and values in the query before you read them.',
      requires: 'a 200 for a request with a limit',
      after: [...BROKEN_PLAIN_REQUESTS, 'auth-field-name-any-case', 'limit-honoured'],
      explainedBy: ['limit-usable'],
      applies: (exchange, facts) =>
        isLimited(exchange) &&
        // Characters beyond ASCII do not belong to the limit.
        /%[2-7]/.test(exchange.probe.query ?? '') &&
        isAnswered(exchange) &&
        !isExcused(exchange, facts) &&
        (!isRejection(exchange.response.status) || mustBeServed(exchange, facts, 'query')) &&
        isServedPlainly(exchange, name, facts),
      judge: whenAnswered((exchange, facts) => {
        const { query, maxResults = 0 } = exchange.probe
        if (isRejection(exchange.response.status))
          return statusViolation(
            exchange,
            `?${query} is refused, but ?${name}=${maxResults} is served`,
            '200',
          )
        // Hardly any client encodes the parameter's name, so a server that ignores an encoded name gets only a warning.
        const { count = 0 } = facts.analyse(exchange)
        if (!hasEncodedName(exchange, name) || !isPlantsAnswer(exchange) || count <= maxResults) return []
        const message = `?${query} is ignored, although it means the same as ?${name}=${maxResults}`
        return countViolation(count, message, `at most ${pluralize(maxResults, 'element')}`)
      }),
    },
  ]
}

/** Returns the length of the longest list that a request with this exchange's token got. */
function findLongestList({ probe: { credential } }: Exchange, facts: Facts): number {
  if (credential.kind !== 'other') return facts.plants ?? 0
  const own = facts.exchanges
    .filter(isPlantsAnswer)
    .filter(({ probe }) => probe.credential.label === credential.label)
  return Math.max(0, ...own.map((list) => facts.analyse(list).count ?? 0))
}

const isAnyLimitServed = ({ exchanges }: Facts): boolean =>
  exchanges.some((exchange) => isLimited(exchange) && isPlantsAnswer(exchange))

/** Returns whether the query has the limit under a percent-encoded name. */
const hasEncodedName = ({ probe }: Exchange, name: string): boolean =>
  probe.query !== undefined && !`&${probe.query}`.includes(`&${name}=`)

/** Creates a check of whether the contract's default limit, if there is one, applies to requests without a limit. */
function createDefaultCheck({ limit }: Contract): readonly Check[] {
  const { name, pointer, default: maxResults } = limit
  if (maxResults === undefined) return []
  return [
    {
      id: 'limit-default-applied',
      title: `Returns at most ${pluralize(maxResults, 'plant')} without \`${name}\``,
      level: 'MUST',
      requirement: {
        text: `${name} is ${maxResults} if the request has no ${name}`,
        pointer: `${pointer}/schema/default`,
      },
      sent: 'the request without a limit',
      fix: 'Apply the default from the contract if the request has no limit.',
      requires: `a list that is longer than the default: give the token's user more than ${pluralize(maxResults, 'plant')}`,
      applies: (exchange, facts) =>
        isPlantsAnswer(exchange) && exchange.probe.limit === 'absent' && (facts.plants ?? 0) > maxResults,
      judge: whenAnswered((exchange, facts) => {
        const { count = 0 } = facts.analyse(exchange)
        if (count <= maxResults) return []
        const message = `without ${name}, ${pluralize(count, 'plant')} are returned, but the default is ${maxResults}`
        return countViolation(count, message, `at most ${pluralize(maxResults, 'element')}`)
      }),
    },
  ]
}

/** Returns whether the same limit is served in its plain spelling, so that the encoding is probably the reason for a refusal. */
function isServedPlainly({ probe }: Exchange, name: string, facts: Facts): boolean {
  return facts.exchanges.some(
    (other) =>
      isLimited(other) &&
      other.probe.query?.endsWith(`${name}=${probe.maxResults}`) &&
      other.response?.status === 200,
  )
}

/** Creates the checks for missing plants in lists with and without a limit. */
const createListLengthChecks = (contract: Contract): readonly Check[] => [
  {
    id: 'list-not-empty-without-limit',
    title: 'Returns plants without a limit if it returns plants with a limit',
    level: 'MUST',
    requirement: createListRequirement(contract),
    sent: 'the request without a limit, before and after requests with a limit',
    fix: 'If a missing limit always leads to an empty list, treat it as no limit, not as 0.',
    requires: 'a list without a limit and a list with a limit',
    special: 'once-is-a-warning',
    applies: (exchange, facts) =>
      isPlainList(exchange) && facts.exchanges.some((other) => isLimited(other) && isPlantsAnswer(other)),
    judge: whenAnswered((exchange, facts) => {
      if (facts.analyse(exchange).count !== 0) return []
      const limited = findListWithPlants(exchange, facts)
      if (limited === undefined) return []
      const { query } = limited.probe
      const count = pluralize(facts.analyse(limited).count ?? 0, 'plant')
      const message = `the list is empty without a limit, but ?${query} returns ${count}`
      return countViolation(0, message, 'all plants of the user')
    }),
  },
  {
    id: 'limit-fills-up',
    title: 'Returns `limit` plants when more exist',
    level: 'SHOULD',
    requirement: createListRequirement(contract),
    sent: 'positive limits below, at and above the length of the list',
    fix: 'If only very large limits fail, look for an integer overflow, for example in limit + 1. If limits above the length of the list fail, look for a join that drops rows, and for a maximum. Otherwise, look for an off-by-one error, and for a filter that runs after the limit.',
    requires: "a list that is longer than the limit: give the token's user at least two plants",
    after: ['limit-honoured', ...UNREADABLE],
    // The list may be another user's list.
    explainedBy: ['users-not-mixed', 'users-not-replayed'],
    applies: (exchange, facts) => {
      if (!isPlantsAnswer(exchange) || !isLimited(exchange)) return false
      // The kit does not know how many plants another user has.
      if (exchange.probe.credential.kind !== 'valid') return false
      return facts.analyse(exchange).count !== undefined && countOwed(exchange, facts) !== undefined
    },
    judge: whenAnswered((exchange, facts) => {
      const { count = 0 } = facts.analyse(exchange)
      const owed = countOwed(exchange, facts) ?? 0
      if (count >= owed) return []
      const message = `?${exchange.probe.query} returns ${pluralize(count, 'plant')}, but the list has ${facts.fewest}`
      return countViolation(count, message, pluralize(owed, 'element'))
    }),
  },
  {
    id: 'list-consistent',
    title: 'Does not repeatedly omit plants that earlier and later lists contain',
    level: 'SHOULD',
    requirement: createListRequirement(contract),
    sent: 'the request without a limit, many times, and requests with a large limit',
    fix: 'If all lists without a limit lack the same plants, look for a default limit, and for pages or joins that skip rows. If the list is as long as the limit of another request allows, read the limit only from the current request. Otherwise, serve the same data from all instances, replicas and caches.',
    requires: 'several lists without a limit',
    special: 'compares',
    after: [...UNREADABLE, 'plant-name-present', 'plant-name-string'],
    explainedBy: ['users-not-mixed', 'users-not-replayed', 'list-not-empty-without-limit'],
    applies: (exchange, facts) => findPlainLists(facts).some((list) => list === exchange),
    judge: whenAnswered((exchange, facts) => {
      const gap = findGaps(facts).get(exchange)
      const lacking = gap ?? findOmissions(facts).get(exchange)
      if (lacking === undefined) return []
      const query = findStickyLimit(exchange, facts)
      const where = gap ? 'responses before and after it contain' : 'lists with a large limit contain'
      const message = `the list lacks ${pluralize(lacking, 'plant')} that ${where}${query === undefined ? '' : `, as if the earlier ?${query} still applied`}`
      return [{ message, pointer: '', expected: 'all plants of the user', actual: message }]
    }),
  },
]

/** Finds refusals of limits that the user gets in other requests, if there are many, and no value of the plan is the same in all of them. */
const findFickleRefusals = perTranscript((facts): ReadonlySet<Exchange> => {
  const limited = facts.exchanges.filter((each) => isLimited(each) && mustBeServed(each, facts))
  const nameOf = ({ probe }: Exchange) => `${userOf(probe.credential)} ${probe.maxResults}`
  const served = new Set(limited.filter(isPlantsAnswer).map(nameOf))
  const refused = limited.filter((each) => each.response?.status === 400 && served.has(nameOf(each)))
  // A server may reject percent-encoded limits.
  const plain = refused.filter(({ probe }) => !probe.query?.includes('%'))
  const isInAll = ([dimension, value]: [string, string]): boolean =>
    plain.every(({ probe }) => probe.conditions?.[dimension] === value)
  const isExplained = Object.entries(plain[0]?.probe.conditions ?? {}).some(isInAll)
  return new Set(plain.length < REFUSALS || isExplained ? [] : refused)
})

/** Finds another list of the same user that exceeds its limit. Two such lists may show what the server does wrong. */
function findOtherExcess({ probe }: Exchange, facts: Facts, isOther: (limit: number) => boolean) {
  return facts.exchanges.filter(isPlantsAnswer).find((list) => {
    const { maxResults = 0, credential } = list.probe
    const isSameUser = isLimited(list) && userOf(credential) === userOf(probe.credential)
    return isSameUser && (facts.analyse(list).count ?? 0) > maxResults && isOther(maxResults)
  })
}

/** The number of refusals that are not a coincidence. */
const REFUSALS = 5
/** The number of times that plants must disappear and return. A deployment or another client may cause one or two gaps. */
const GAPS = 3

/** Finds the lists that lack plants which both an earlier and a later list contain, and the number of these plants. */
const findGaps = perTranscript((facts): ReadonlyMap<Exchange, number> => {
  const lists = findPlainLists(facts).filter(({ probe }) => probe.parallel === undefined)
  if ((facts.plants ?? 0) > COMPARED) return new Map()
  const names = lists.map((list) => countNames(list, facts))
  const all = [...new Set(names.flatMap((each) => [...each.keys()]))]
  const isBetween = (name: string, index: number): boolean =>
    names.findIndex((each) => each.has(name)) < index && names.findLastIndex((each) => each.has(name)) > index
  const missing = names.map(
    (own, index) => all.filter((name) => !own.has(name) && isBetween(name, index)).length,
  )
  /** Whether a list with a limit shows that a plant came back after the previous plain list, which lacks the plant. */
  const isBack = (index: number): boolean => {
    const [from, to] = [index - 1, index].map((each) => facts.exchanges.indexOf(lists[each] as Exchange))
    const lacking = all.filter((name) => names[index - 1]?.has(name) === false)
    return facts.exchanges
      .slice(from, to)
      .filter(isOwnLimited)
      .some((list) => isPlantsAnswer(list) && lacking.some((name) => countNames(list, facts).has(name)))
  }
  const starts = missing.filter((count, index) => count > 0 && (missing[index - 1] === 0 || isBack(index)))
  const gaps = lists.flatMap((list, index) => (missing[index] ? [[list, missing[index]] as const] : []))
  const areSticky = gaps.length >= GAPS && gaps.every(([list]) => findStickyLimit(list, facts) !== undefined)
  return new Map(starts.length >= GAPS || areSticky ? gaps : [])
})

/**
 * Finds lists without a limit that lack plants between other plants of the lists with a large limit. A default limit leaves no such gaps. All
 * lists of a kind must be the same, and one list without a limit must lie between lists with a large limit.
 */
export const findOmissions = perTranscript((facts): ReadonlyMap<Exchange, number> => {
  if ((facts.plants ?? 0) > COMPARED || findConstantList(facts) === undefined) return new Map()
  const read = (list: AnsweredExchange): string[] =>
    Array.from(facts.analyse(list).listed(), (plant) => JSON.stringify(plant))
  const long = facts.exchanges.filter(isOwnLimited).filter(isPlantsAnswer).filter(isWholeList)
  const plain = findPlainLists(facts)
  const [own = [], all = [], ...others] = [...plain.slice(0, 1), ...long].map(read)
  const kept = all.filter((plant) => own.includes(plant))
  const isSlice = all.join().includes(own.join())
  if (isSlice || kept.join() !== own.join() || others.some((other) => other.join() !== all.join()))
    return new Map()
  const times = long.map(({ startedAt }) => startedAt)
  const isBetween = ({ startedAt }: Exchange): boolean =>
    startedAt > Math.min(...times) && startedAt < Math.max(...times)
  return new Map(plain.some(isBetween) ? plain.map((list) => [list, all.length - own.length]) : [])
})

/** Returns the query of the last request with a limit before this list, if the list has exactly this number of plants. */
function findStickyLimit(list: AnsweredExchange, facts: Facts): string | undefined {
  const before = facts.exchanges.slice(0, facts.exchanges.indexOf(list)).filter(isLimited)
  const { query, maxResults } = before.findLast(isPlantsAnswer)?.probe ?? {}
  return facts.analyse(list).count === maxResults ? query : undefined
}

const isOwnLimited = (exchange: Exchange): boolean =>
  isLimited(exchange) && exchange.probe.credential.kind === 'valid'

/** Returns the expected number of plants for a limit. Undefined if the list changes or repeats a plant, and is not longer than the limit. */
function countOwed({ probe: { maxResults = 0 } }: Exchange, facts: Facts): number | undefined {
  const { fewest = 0 } = facts
  if (fewest > maxResults) return maxResults
  const [list] = findConstantList(facts) === undefined ? [] : findPlainLists(facts)
  // Reads the names of a long list only once.
  return fewest > 1 && list && countNames(list, facts).size === fewest ? fewest : undefined
}

function isPlainList(exchange: Exchange): exchange is AnsweredExchange {
  const { limit, conditions } = exchange.probe
  return isPlantsAnswer(exchange) && limit === 'absent' && conditions !== undefined && !conditions.query
}

/**
 * Finds a list with a limit that proves that an empty list is wrong. Lists may change during a run, so the kit must get lists with plants
 * before and after the empty list, or another empty list after a list with plants.
 */
function findListWithPlants(empty: AnsweredExchange, facts: Facts): AnsweredExchange | undefined {
  const lists = facts.exchanges
    .filter(isPlantsAnswer)
    .filter(({ probe }) => probe.credential.kind === empty.probe.credential.kind)
  const hasPlants = (list: AnsweredExchange): boolean => (facts.analyse(list).count ?? 0) > 0
  const at = lists.indexOf(empty)
  const later = lists.findIndex((list, index) => index > at && isLimited(list) && hasPlants(list))
  if (at < 0 || later < 0) return undefined
  const isEmptyAgain = lists.slice(later).some((list) => isPlainList(list) && !hasPlants(list))
  return isEmptyAgain || lists.slice(0, at).some(hasPlants) ? lists[later] : undefined
}

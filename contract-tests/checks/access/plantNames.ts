import { ordinal } from '../../../src/contract/words.ts'
import type { BodyAnalysis } from '../../../src/judge/body/analyseResponse.ts'
import type { Facts } from '../../../src/judge/check.ts'
import {
  type AnsweredExchange,
  type Exchange,
  isPlantsAnswer,
  type Probe,
  userOf,
} from '../../../src/judge/exchange.ts'
import type { Expectations, ExpectedPlant, ExpectedPlants } from '../../../src/judge/verifyOptions.ts'
import { findCacheSign, isInGroup, perTranscript } from '../exchanges.ts'

/** If a request's limit is at least this number, the kit treats the returned list as the whole list. */
export const WHOLE_LIST = 1000

/** The kit compares the plants of lists up to this length. */
export const COMPARED = 1000

const counted = new WeakMap<BodyAnalysis, ReadonlyMap<string, number>>()

/** Returns the number of the user whose token the probe sends. */
export const userOfProbe = ({ probe }: { probe: Probe }): number => userOf(probe.credential)

/** Finds the plants that the exchange's user must see and must not see, according to the operator. */
export function findExpectedPlants(
  exchange: AnsweredExchange,
  { expectations }: Facts,
): ExpectedPlants | undefined {
  return expectations && listExpectedUsers(expectations)[userOfProbe(exchange) - 1]
}

/**
 * Adds to the facts what the users' whole lists show, if the users get different lists: a user must not see plants that only others see.
 * If the operator expects that a user sees a plant, this user's lists may contain the plant.
 */
export const deriveExpectations = perTranscript((facts): Facts => {
  const given = facts.expectations && listExpectedUsers(facts.expectations)
  const whole = facts.exchanges.filter(isPlantsAnswer).filter(isWholeList)
  // Where names are damaged, a user's list seems to lack plants that the user has.
  if (whole.some((list) => facts.analyse(list).damaged !== undefined)) return facts
  // If lists with a large limit have further plants, compare the lists without a limit.
  const plain = whole.filter(({ probe }) => probe.limit === 'absent')
  const lists =
    findSeparateLists(whole, facts) ?? findLastLists(whole, facts) ?? findLastLists(plain, facts) ?? []
  const [token, ...otherToken] = lists.map((own, user) => {
    const sees = [...new Set([...own, ...(given?.[user]?.sees ?? []).map(nameOf)])]
    const foreign = lists.flat().filter((name) => !sees.includes(name))
    return { sees, mustNotSee: [...new Set([...foreign, ...(given?.[user]?.mustNotSee ?? [])])] }
  })
  return token ? { ...facts, expectations: { ...facts.expectations, token, otherToken } } : facts
})

/**
 * For each user, finds a list that has no plant in common with the lists found for the other users. One list for each user is enough:
 * because of a fault, other lists may contain another user's plants, especially lists that were requested concurrently.
 */
function findSeparateLists(whole: readonly AnsweredExchange[], facts: Facts): string[][] | undefined {
  const seen = new Set<string>()
  const lists = listUsers(whole).map((user) => {
    const own = whole.filter((list) => userOfProbe(list) === user)
    const alone = own.filter(({ probe }) => probe.parallel === undefined)
    const names = [...alone, ...own]
      .map((list) => [...countNames(list, facts).keys()])
      .find((each) => each.length > 0 && each.length <= COMPARED && !each.some((name) => seen.has(name)))
    for (const name of names ?? []) seen.add(name)
    return names ?? []
  })
  // If other lists contain further plants, the lists may be samples, and users may have plants in common.
  const areStable = whole.every((list) => [...countNames(list, facts).keys()].every((name) => seen.has(name)))
  return areStable && lists.every((names) => names.length > 0) ? lists : undefined
}

/**
 * Finds the users' last lists in response to requests without unusual headers, if no two are the same, and every other list is the same as
 * one of them. Lists that differ may be samples. After a change of the list, two users may have the same last list.
 */
function findLastLists(whole: readonly AnsweredExchange[], facts: Facts): string[][] | undefined {
  const plain = whole.filter(({ probe }) => probe.parallel === undefined && probe.fields === undefined)
  const lists = listUsers(whole).flatMap((user) => plain.findLast((list) => userOfProbe(list) === user) ?? [])
  const areKnown = whole.every(
    (list) => lists.filter((known) => haveSameNames(list, known, facts)).length === 1,
  )
  const names = lists.map((list) => [...countNames(list, facts).keys()])
  return areKnown && names.every(({ length }) => length > 0 && length <= COMPARED) ? names : undefined
}

const listUsers = (exchanges: readonly Exchange[]): number[] =>
  [...new Set(exchanges.map(userOfProbe))].sort()

/** Lists the names that the exchange's user must see. */
export const findExpectedNames = (exchange: AnsweredExchange, facts: Facts): string[] =>
  (findExpectedPlants(exchange, facts)?.sees ?? []).map(nameOf)

/** Lists the plants that each user must and must not see: first for the operator, then in the order of `--other-token`. */
function listExpectedUsers({ token, otherToken }: Expectations): readonly ExpectedPlants[] {
  return [token, ...[otherToken].flat()]
}

const nameOf = (expectedPlant: ExpectedPlant): string =>
  typeof expectedPlant === 'string' ? expectedPlant : expectedPlant.name

/** Counts how often each name occurs in a response. */
export function countNames(exchange: AnsweredExchange, facts: Facts): ReadonlyMap<string, number> {
  const body = facts.analyse(exchange)
  const earlier = counted.get(body)
  if (earlier) return earlier
  const names = new Map<string, number>()
  for (const { name } of body.unread === undefined ? body.listed() : [])
    names.set(name, (names.get(name) ?? 0) + 1)
  counted.set(body, names)
  return names
}

/** Lists the names in a response that the exchange's user must not see. */
export function findForeignNames(exchange: AnsweredExchange, facts: Facts): string[] {
  const names = countNames(exchange, facts)
  return (findExpectedPlants(exchange, facts)?.mustNotSee ?? []).filter((name) => names.has(name))
}

/** Lists the names in a response that no user may see. */
export function findHiddenNames(exchange: AnsweredExchange, facts: Facts): string[] {
  const names = countNames(exchange, facts)
  return (facts.expectations?.hidden ?? []).filter((name) => names.has(name))
}

/** Lists the expected names that are in none of this user's whole lists. */
export function findMissingNames(exchange: AnsweredExchange, facts: Facts): string[] {
  const responses = findLists(userOfProbe(exchange), facts).filter(isWholeList)
  return findExpectedNames(exchange, facts).filter(
    (name) => !responses.some((response) => countNames(response, facts).has(name)),
  )
}

/** Returns the ordinal of the only user who must see a plant; undefined if there is no such user, or if this user sent the request. */
export function nameOwner(name: string, exchange: AnsweredExchange, facts: Facts): string | undefined {
  const users = facts.expectations ? listExpectedUsers(facts.expectations) : []
  const owners = users.flatMap(({ sees }, index) => (sees.map(nameOf).includes(name) ? [index + 1] : []))
  const [owner = 1] = owners
  return owners.length === 1 && owner !== userOfProbe(exchange) ? ordinal(owner) : undefined
}

function haveSameNames(one: AnsweredExchange, other: AnsweredExchange, facts: Facts): boolean {
  if (one.response.body === other.response.body) return true
  const [names, others] = [countNames(one, facts), countNames(other, facts)]
  return names.size === others.size && [...names.keys()].every((name) => others.has(name))
}

/** Finds the lists that a user got, with and without a limit. */
const findLists = (user: number, facts: Facts): AnsweredExchange[] =>
  facts.exchanges.filter(isPlantsAnswer).filter((exchange) => userOfProbe(exchange) === user)

/** Returns whether the response may contain the whole list, because the request has no limit or a large limit. */
export function isWholeList({ probe }: { probe: Probe }): boolean {
  const isWhole = probe.limit === 'absent' && !isInGroup({ probe }, 'parameter')
  return isWhole || (probe.maxResults ?? 0) >= WHOLE_LIST
}

/** Lists the numbers of the run's other users. */
export const listOtherUsers = (exchange: Exchange, { exchanges }: Facts): number[] =>
  listUsers(exchanges).filter((user) => user !== userOfProbe(exchange))

/** Finds the users who always get a correct list if no other request is sent at the same time. */
export const findUsersCorrectAlone = perTranscript((facts): ReadonlySet<number> => {
  const alone = facts.exchanges.filter(isPlantsAnswer).filter(({ probe }) => probe.parallel === undefined)
  const wrong = alone.filter((list) => findForeignNames(list, facts).length > 0).map(userOfProbe)
  return new Set(alone.map(userOfProbe).filter((user) => !wrong.includes(user)))
})

/**
 * Returns whether a wrong list is another user's stored response. The proof is a cache header, or that another user got each of this user's
 * wrong lists before. This user must also get correct lists.
 */
export function isReplay(exchange: AnsweredExchange, facts: Facts): boolean {
  if (findForeignNames(exchange, facts).length === 0) return false
  if (!findCorrectLists(exchange, facts).some(isWholeList)) return false
  if (findCacheSign(exchange) !== undefined) return true
  const others = listOtherUsers(exchange, facts).flatMap((user) => findLists(user, facts))
  return findLists(userOfProbe(exchange), facts)
    .filter((own) => findForeignNames(own, facts).length > 0)
    .every((own) =>
      others.some(
        (other) =>
          hasSameQuery(other, own) && other.startedAt <= own.startedAt && haveSameNames(own, other, facts),
      ),
    )
}

/** Returns whether both requests have the same URL or, perhaps in another encoding or beside other parameters, the same limit. */
const hasSameQuery = ({ url, probe }: Exchange, other: Exchange): boolean =>
  url === other.url || (probe.maxResults !== undefined && probe.maxResults === other.probe.maxResults)

/**
 * For each list, finds the names that the user's lists with a limit have, but none without a limit: names of another user's plants, or names
 * that follow the whole list. One list without a limit must lie between the wrong lists, so that a change of the plants is not the reason. A
 * default limit must not be the reason either: the lists without a limit must be shorter than another user's list. If they only have at
 * least as many plants as the limit, only names of another user's plants count.
 */
export const findNamesOnlyWithLimit = perTranscript((facts): ReadonlyMap<Exchange, string[]> => {
  const countPlants = (list: AnsweredExchange): number => facts.analyse(list).count ?? 0
  const lists = facts.exchanges.filter(isPlantsAnswer)
  const isPlain = ({ probe }: AnsweredExchange): boolean => probe.limit === 'absent'
  const found = [...Map.groupBy(lists, userOfProbe).values()].flatMap((own) => {
    const plain = own.filter(isPlain)
    const [usual] = plain
    if (!usual) return []
    const others = lists.filter((list) => userOfProbe(list) !== userOfProbe(usual))
    const longest = Math.max(0, ...others.filter(isPlain).map(countPlants))
    const isShort = (list: AnsweredExchange): boolean => countPlants(list) < longest
    const known = countNames(usual, facts)
    const areWhole =
      known.size > 0 && plain.every((list) => isShort(list) && haveSameNames(list, usual, facts))
    const findWrong = (list: AnsweredExchange): string[] => {
      const names = countNames(list, facts)
      const hasWhole =
        areWhole && names.size <= COMPARED && [...known.keys()].every((name) => names.has(name))
      return hasWhole ? [...names.keys()].filter((name) => !known.has(name)) : findForeignNames(list, facts)
    }
    const wrong = own.map((list) => [list, findWrong(list)] as const).filter(([, { length }]) => length > 0)
    const [first, last] = [wrong.at(0)?.[0] ?? usual, wrong.at(-1)?.[0] ?? usual]
    const isBetween = own.slice(own.indexOf(first), own.indexOf(last)).some(isPlain)
    if (!isBetween || wrong.some(([list]) => isPlain(list))) return []
    return wrong.filter(([{ probe }]) =>
      plain.every((list) => isShort(list) || countPlants(list) >= (probe.maxResults ?? Infinity)),
    )
  })
  return new Map(found)
})

/** Finds the other users who always get the same whole list as this user. */
export function findUsersWithSameList(exchange: AnsweredExchange, facts: Facts): number[] {
  const own = findLists(userOfProbe(exchange), facts).filter(isWholeList)
  return listOtherUsers(exchange, facts).filter((user) => {
    const others = findLists(user, facts).filter(isWholeList)
    return others.length > 0 && own.every((one) => others.every((other) => haveSameNames(one, other, facts)))
  })
}

/** Returns whether a list has a plant that this user must not see, or is a whole list without a plant that this user must see. */
export function isWrongList(exchange: AnsweredExchange, facts: Facts): boolean {
  const names = countNames(exchange, facts)
  const isIncomplete =
    isWholeList(exchange) && findExpectedNames(exchange, facts).some((name) => !names.has(name))
  return names.size > 0 && (isIncomplete || findForeignNames(exchange, facts).length > 0)
}

/** Finds this user's lists that have no plants of another user, and thus show that the server can tell users apart. */
const findCorrectLists = (exchange: AnsweredExchange, facts: Facts): AnsweredExchange[] =>
  findLists(userOfProbe(exchange), facts).filter((list) => findForeignNames(list, facts).length === 0)

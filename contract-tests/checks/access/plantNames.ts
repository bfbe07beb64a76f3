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
import { findCacheSign } from '../exchanges.ts'

/** Lists with a limit of at least this number are treated as whole lists. */
export const WHOLE_LIST = 1000

const counted = new WeakMap<BodyAnalysis, ReadonlyMap<string, number>>()

/** The number of the user whose token was sent. */
export function userOfProbe({ probe }: { probe: Probe }): number {
  return userOf(probe.credential)
}

/** The plants that the operator expects this token to see, and not to see. */
export function findExpectedPlants(
  exchange: AnsweredExchange,
  { expectations }: Facts,
): ExpectedPlants | undefined {
  return expectations && listExpectedUsers(expectations)[userOfProbe(exchange) - 1]
}

/** The names that the user of an exchange must see. */
export function findExpectedNames(exchange: AnsweredExchange, facts: Facts): string[] {
  return (findExpectedPlants(exchange, facts)?.sees ?? []).map(nameOf)
}

/** What each user must and must not see: the operator first, then the other users in the order of `--other-token`. */
function listExpectedUsers({ token, otherToken }: Expectations): readonly ExpectedPlants[] {
  return [token, ...[otherToken].flat()]
}

function nameOf(expectedPlant: ExpectedPlant): string {
  return typeof expectedPlant === 'string' ? expectedPlant : expectedPlant.name
}

/** The names in a response, each with its number of occurrences. */
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

/** The names in a response that its user must not see. */
export function findForeignNames(exchange: AnsweredExchange, facts: Facts): string[] {
  const names = countNames(exchange, facts)
  return (findExpectedPlants(exchange, facts)?.mustNotSee ?? []).filter((name) => names.has(name))
}

/** The names in a response that no user may see. */
export function findHiddenNames(exchange: AnsweredExchange, facts: Facts): string[] {
  const names = countNames(exchange, facts)
  return (facts.expectations?.hidden ?? []).filter((name) => names.has(name))
}

/** The expected names that are in none of this token's responses. */
export function findMissingNames(exchange: AnsweredExchange, facts: Facts): string[] {
  const responses = findLists(userOfProbe(exchange), facts).filter(isWholeList)
  return findExpectedNames(exchange, facts).filter(
    (name) => !responses.some((response) => countNames(response, facts).has(name)),
  )
}

/** The only user who is expected to see a plant; undefined if that is the user of the exchange. */
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

/** The lists that a user got, with and without a limit. */
function findLists(user: number, facts: Facts): AnsweredExchange[] {
  return facts.exchanges.filter(isPlantsAnswer).filter((exchange) => userOfProbe(exchange) === user)
}

/** Whether the response may contain the whole list: its request has no limit, or a large limit. */
export function isWholeList({ probe }: { probe: Probe }): boolean {
  return probe.limit === 'absent' || (probe.maxResults ?? 0) >= WHOLE_LIST
}

/** The numbers of the other users in the run. */
export function listOtherUsers(exchange: Exchange, { exchanges }: Facts): number[] {
  const users = new Set(exchanges.map(userOfProbe))
  return [...users].filter((user) => user !== userOfProbe(exchange))
}

/** Whether this user always gets a correct list from the same address if no other request is sent at the same time. */
export function isCorrectAlone(exchange: AnsweredExchange, facts: Facts): boolean {
  const alone = findLists(userOfProbe(exchange), facts).filter(
    ({ probe, url }) => probe.parallel === undefined && url === exchange.url,
  )
  return alone.length > 0 && alone.every((list) => findForeignNames(list, facts).length === 0)
}

/**
 * Whether a wrong list is a stored response to another user: this user gets correct lists as well, and got the wrong list only after the
 * other user got it from the same address. Cache headers in the response also show this.
 */
export function isReplay(exchange: AnsweredExchange, facts: Facts): boolean {
  if (!findCorrectLists(exchange, facts).some(isWholeList)) return false
  if (findCacheSign(exchange) !== undefined) return true
  const others = listOtherUsers(exchange, facts).flatMap((user) => findLists(user, facts))
  const stored = others.find(
    (other) => other.url === exchange.url && haveSameNames(exchange, other, facts),
  )?.startedAt
  const [first] = findLists(userOfProbe(exchange), facts).filter(
    (own) => own.url === exchange.url && findForeignNames(own, facts).length > 0,
  )
  return stored !== undefined && first !== undefined && stored <= first.startedAt
}

/** The other users who always get the same whole list as this user. */
export function findUsersWithSameList(exchange: AnsweredExchange, facts: Facts): number[] {
  const own = findLists(userOfProbe(exchange), facts).filter(isWholeList)
  return listOtherUsers(exchange, facts).filter((user) => {
    const others = findLists(user, facts).filter(isWholeList)
    return others.length > 0 && own.every((one) => others.every((other) => haveSameNames(one, other, facts)))
  })
}

/** Whether a list has a plant that this user must not see, or is a whole list without a plant that this user must see. */
export function isWrongList(exchange: AnsweredExchange, facts: Facts): boolean {
  const names = countNames(exchange, facts)
  const isIncomplete =
    isWholeList(exchange) && findExpectedNames(exchange, facts).some((name) => !names.has(name))
  return names.size > 0 && (isIncomplete || findForeignNames(exchange, facts).length > 0)
}

/** This user's lists that have no plants of another user. If there are any such lists, the server can tell the users apart. */
function findCorrectLists(exchange: AnsweredExchange, facts: Facts): AnsweredExchange[] {
  return findLists(userOfProbe(exchange), facts).filter((list) => findForeignNames(list, facts).length === 0)
}

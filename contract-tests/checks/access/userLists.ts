import type { Facts } from '../../../src/judge/check.ts'
import type { AnsweredExchange, Exchange } from '../../../src/judge/exchange.ts'
import { findCacheSign } from '../findCacheSign.ts'
import {
  countNames,
  findExpectedNames,
  findForeignNames,
  findLists,
  haveSameNames,
  isWholeList,
  userOfProbe,
} from './plantNames.ts'

/** The numbers of the other users in the run. */
export function listOtherUsers(exchange: Exchange, { exchanges }: Facts): number[] {
  const users = new Set(exchanges.map(userOfProbe))
  return [...users].filter((user) => user !== userOfProbe(exchange))
}

/** Whether this user always gets a correct list at the same address when no other request is sent at the same time. */
export function isCorrectAlone(exchange: AnsweredExchange, facts: Facts): boolean {
  const alone = findLists(userOfProbe(exchange), facts).filter(
    ({ probe, url }) => probe.parallel === undefined && url === exchange.url,
  )
  return alone.length > 0 && alone.every((list) => findForeignNames(list, facts).length === 0)
}

/**
 * Whether a wrong list is a stored response to another user: this user gets correct lists as well, and the wrong one only
 * after the other user got it at the same address. The headers of a cache show it too.
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

/** The other users who always get the same whole list as this one. */
export function findUsersWithSameList(exchange: AnsweredExchange, facts: Facts): number[] {
  const own = findLists(userOfProbe(exchange), facts).filter(isWholeList)
  return listOtherUsers(exchange, facts).filter((user) => {
    const others = findLists(user, facts).filter(isWholeList)
    return others.length > 0 && own.every((one) => others.every((other) => haveSameNames(one, other, facts)))
  })
}

/** Whether a list has a plant that this user must not see, or is whole and lacks one that this user must see. */
export function isWrongList(exchange: AnsweredExchange, facts: Facts): boolean {
  const names = countNames(exchange, facts)
  const isIncomplete =
    isWholeList(exchange) && findExpectedNames(exchange, facts).some((name) => !names.has(name))
  return names.size > 0 && (isIncomplete || findForeignNames(exchange, facts).length > 0)
}

/** This user's lists without plants of another. If there are any, the server can tell the users apart. */
function findCorrectLists(exchange: AnsweredExchange, facts: Facts): AnsweredExchange[] {
  return findLists(userOfProbe(exchange), facts).filter((list) => findForeignNames(list, facts).length === 0)
}

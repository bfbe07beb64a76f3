import { parseList } from '../body/parseList.ts'
import type { Exchange } from '../exchange.ts'
import type { CheckResult } from '../judgeChecks.ts'
import type { Cause } from './cause.ts'

/** Bytes of a body that is read again. */
const LONGEST = 256 * 1024
/** Characters of an element. */
const SHOWN = 80

/**
 * Finds out whether a single element of the lists violates the check: all violations are in it, and other lists that are not
 * empty pass without it. If the same list can also be right, the element is not what the server has stored.
 */
export function findElement({ violations, passing }: CheckResult): Cause | undefined {
  const places = violations.map(({ exchange, violation: { pointer } }) => {
    const [, index = Number.NaN] = /^\/(\d+)(?:\/|$)/.exec(pointer) ?? []
    return { list: listElements(exchange), index: Number(index) }
  })
  const [element, ...others] = new Set(places.map(({ list, index }) => list[index]))
  if (element === undefined || others.length > 0) return undefined
  const lists = passing.map(listElements)
  const isSound = lists.some((list) => list.length > 0) && !lists.some((list) => list.includes(element))
  const isStored = !places.some((place) => lists.some((list) => isSameElsewhere(list, place)))
  if (!isSound || !isStored) return undefined
  const shown = element.length > SHOWN ? `${element.slice(0, SHOWN)}…` : element
  return { kind: 'any', traits: [], when: `whenever the list contains this element: ${shown}` }
}

/** Whether a list has another element in this place, and equals the other list up to there. */
function isSameElsewhere(
  one: readonly string[],
  { list, index }: { list: readonly string[]; index: number },
): boolean {
  return one.length > index && one.every((element, at) => at >= index || element === list[at])
}

/** The elements of a list as JSON; none if the body is no list, or too long. */
function listElements(exchange: Exchange): readonly string[] {
  if ((exchange.response?.body.length ?? 0) > LONGEST) return []
  return parseList(exchange)?.map((each) => JSON.stringify(each)) ?? []
}

import { pluralize } from '../../contract/words.ts'
import { parseList } from '../body/parseList.ts'
import type { Exchange } from '../exchange.ts'
import { fieldValues } from '../headerFields.ts'
import type { Cause, Judged } from './cause.ts'
import type { ListTraits, Trait } from './trait.ts'

/** Fewer different sizes on one side may be a coincidence. */
const FEW = 2
/** Bytes of an empty list. */
const EMPTY = 2

/** Finds out whether only long responses violate the check, of all or of those with the same status. */
export function findSize(judged: Judged): Cause | undefined {
  // A compressed body says nothing about the length of the list.
  const [violating, passing] = [judged.violating.filter(isPlain), judged.passing.filter(isPlain)]
  // If the same request got a shorter response, the length is no cause.
  const ids = new Set(violating.map(({ probe }) => probe.id))
  if (passing.some(({ probe }) => ids.has(probe.id))) return undefined
  const statuses = new Set(violating.map(({ response }) => response?.status))
  const alike = passing.filter(({ response }) => statuses.has(response?.status))
  if (compare(violating, passing)) return describe(violating, alike, '')
  const [status] = statuses
  if (statuses.size > 1 || status === undefined || !compare(violating, alike)) return undefined
  return describe(violating, alike, ` with status ${status}`)
}

/** Finds out whether only long responses to requests with one of these traits violate the check. */
export function findSizeWith(
  traits: readonly Trait[],
  judged: Judged,
  listTraits: ListTraits,
): Cause | undefined {
  for (const trait of traits) {
    const passing = judged.passing.filter((exchange) => listTraits(exchange).has(trait.key))
    const found = passing.length < judged.passing.length ? findSize({ ...judged, passing }) : undefined
    if (found)
      return { ...found, traits: [trait], when: `only ${trait.when} and ${found.when.replace(/^only /, '')}` }
  }
  return undefined
}

/** Whether all of one are longer than all others. */
function compare(long: readonly Exchange[], short: readonly Exchange[]): boolean {
  const [longs, shorts] = [new Set(long.map(measure)), new Set(short.map(measure))]
  // An empty list is always the same.
  const isSure = shorts.size >= FEW || (shorts.has(EMPTY) && short.length >= FEW)
  const isVaried = longs.size >= FEW || new Set(long.map(({ probe }) => probe.id)).size > FEW
  return isVaried && isSure && Math.min(...longs) > Math.max(...shorts)
}

function describe(long: readonly Exchange[], short: readonly Exchange[], what: string): Cause {
  const least = Math.min(...long.map(measure))
  const isAnyList = short.every((exchange) => measure(exchange) <= EMPTY)
  if (isAnyList) return { kind: 'any', traits: [], when: `only in responses${what} that are not empty` }
  const plants = countLeastPlants(long, short)
  const size = plants === undefined ? `${least} bytes` : pluralize(plants, 'plant')
  return { kind: 'any', traits: [], when: `only in responses${what} of ${size} or more` }
}

/** The length of the shortest of the long lists, if all bodies are lists and their lengths differ as well. */
function countLeastPlants(long: readonly Exchange[], short: readonly Exchange[]): number | undefined {
  const [longs, shorts] = [long.map(countPlants), short.map(countPlants)]
  const least = Math.min(...longs)
  return least > Math.max(...shorts) ? least : undefined
}

/** NaN for everything but a list. */
function countPlants(exchange: Exchange): number {
  return parseList(exchange)?.length ?? Number.NaN
}

function measure({ response }: Exchange): number {
  return response?.body.length ?? 0
}

function isPlain({ response }: Exchange): boolean {
  return !response || fieldValues(response.fields, 'content-encoding').length === 0
}

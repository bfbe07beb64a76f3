import type { Exchange } from '../exchange.ts'
import type { Cause, Judged } from './cause.ts'
import { findAlternatives } from './findAlternatives.ts'
import type { ListTraits, Trait } from './trait.ts'

/** Requests that differ from others in many ways. Fewer of them share something by coincidence. */
const FEW = 2

const KINDS: readonly Trait['kind'][] = ['condition', 'request', 'moment']

/** Finds a trait that all exchanges without a violation have, and no other. */
export function findException({ violating, passing }: Judged, listTraits: ListTraits): Cause | undefined {
  const candidates = listShared(violating, passing, listTraits).filter(
    ({ kind }) => KINDS.includes(kind) && (kind !== 'moment' || isMany(passing)),
  )
  const [trait] = candidates
  const isClear = isMany(passing) || candidates.every(({ dimension }) => dimension === trait?.dimension)
  if (trait === undefined || !isClear) return undefined
  return { kind: 'except', traits: [trait], when: `always, except ${trait.when}` }
}

/**
 * Finds traits of which each exchange without a violation has one, and no other has any, among those with the status of the violating
 * ones.
 */
export function findStatusExceptions(
  { violating, passing, isStatus }: Judged,
  listTraits: ListTraits,
): Cause | undefined {
  const [status, ...others] = new Set(violating.map(({ response }) => response?.status))
  const alike = passing.filter(({ response }) => response?.status === status)
  if (isStatus || status === undefined || others.length > 0 || !isMany(alike)) return undefined
  const kinds = ['condition', 'request'] as const
  const found = findAlternatives(alike.map(listTraits), violating.map(listTraits), kinds)
  if (!found) return undefined
  const exceptions = found.when.replace(/^only /, '')
  return { ...found, kind: 'except', when: `only in responses with status ${status}, except ${exceptions}` }
}

/** Says why not all exchanges with a cause violate the check, or how many do. `others`: those that have the cause and do not. */
export function describeExceptions(
  { violating, isStatus }: Judged,
  others: readonly Exchange[],
  listTraits: ListTraits,
): string {
  if (others.length === 0) return ''
  const shared = isMany(others) ? listShared(violating, others, listTraits) : []
  const trait = shared.find(({ kind }) => kind !== 'response' || !isStatus)
  if (trait) return `, except ${trait.when}`
  const broken = new Set(violating.map(({ probe }) => probe.id))
  // In other requests, something may hide the violation.
  const isRandom = others.some(({ probe }) => broken.has(probe.id))
  return `${isRandom ? ', but not every time' : ''} (in ${violating.length} of ${violating.length + others.length} checked responses)`
}

/** The traits that all exchanges without a violation have, and no other. */
function listShared(
  broken: readonly Exchange[],
  sound: readonly Exchange[],
  listTraits: ListTraits,
): readonly Trait[] {
  const [first, ...others] = sound.map(listTraits)
  return [...(first?.values() ?? [])].filter(
    ({ key, kind }) =>
      kind !== 'usual' &&
      others.every((traits) => traits.has(key)) &&
      broken.every((exchange) => !listTraits(exchange).has(key)),
  )
}

function isMany(exchanges: readonly Exchange[]): boolean {
  return new Set(exchanges.map(({ probe }) => probe.id)).size > FEW
}

import type { Conditions } from '../../../src/judge/exchange.ts'
import { connectionDimensions } from './connectionDimensions.ts'
import { headerDimensions } from './headerDimensions.ts'
import { isRefusable, type PlanDimension, type PlanValue, usualValue } from './planDimension.ts'
import { queryDimensions } from './queryDimensions.ts'

/** Everything that the requests of the plan vary, in the order in which the values change a request. */
export const dimensions: readonly PlanDimension[] = [
  ...queryDimensions,
  ...headerDimensions,
  ...connectionDimensions,
]

/** Limits with which a spelling of the query means something. A spelling that is not listed goes with every limit. */
const SPELLED_LIMITS: Readonly<Record<string, (limit: string) => boolean>> = {
  encoded: (limit) => limit !== 'none' && limit !== 'invalid',
}

/** Whether a request can have all of these values. A value that is not listed is undecided. */
export function areCompatible(values: Conditions): boolean {
  const refusable = Object.entries(values).filter(([dimension, value]) => {
    const found = findValue(dimension, value)
    return found !== undefined && isRefusable(found)
  })
  // One refusal must not hide another fault.
  if (refusable.length > 1) return false
  const { limit, query = '', position, before, together } = values
  if (limit !== undefined && SPELLED_LIMITS[query]?.(limit) === false) return false
  // Only the operator's tag is known.
  if (values['if-none-match'] === 'own' && values.user === 'other') return false
  // Requests that are sent together have new connections, and none of them comes right after another.
  const isAlone = together === undefined || together === '1'
  return isAlone || ((position ?? 'first') === 'first' && (before ?? 'other') === 'other')
}

export function findValue(dimension: string, value: string): PlanValue | undefined {
  return valuesById.get(dimension)?.get(value)
}

const valuesById = new Map(
  dimensions.map(({ id, values }) => [id, new Map(values.map((value) => [value.id, value]))]),
)

/** Only the values that differ from the usual ones. */
export function dropUsual(values: Conditions): Conditions {
  return Object.fromEntries(
    dimensions.flatMap((dimension) => {
      const value = values[dimension.id]
      return value === undefined || value === usualValue(dimension) ? [] : [[dimension.id, value]]
    }),
  )
}

/** All dimensions, with the usual value where the conditions do not list one. */
export function addUsual(conditions: Conditions): Conditions {
  return Object.fromEntries(
    dimensions.map((dimension) => [dimension.id, conditions[dimension.id] ?? usualValue(dimension)]),
  )
}

import type { Conditions, Probe } from '../../../src/judge/exchange.ts'
import { connectionDimensions } from './connectionDimensions.ts'
import { headerDimensions } from './headerDimensions.ts'
import { isRefusable, type PlanDimension, type PlanValue, usualValue } from './planDimension.ts'
import { queryDimensions } from './queryDimensions.ts'

/** The dimensions in which the plan's rows vary, in the order in which the plan applies their values to a request. */
export const dimensions: readonly PlanDimension[] = [
  ...queryDimensions,
  ...headerDimensions,
  ...connectionDimensions,
]

/** The limits for each spelling of the query. A spelling that is not in this list can be combined with every limit. */
const SPELLED_LIMITS: Readonly<Record<string, (limit: string) => boolean>> = {
  encoded: (limit) => limit !== 'none' && limit !== 'invalid',
}

/** Returns whether the plan may combine all of these values in one request. Other dimensions may have any value. */
export function areCompatible(values: Conditions): boolean {
  const all = Object.entries(values).map(([dimension, value]) => findValue(dimension, value))
  // Do not combine two values that a server may refuse, so that a refusal does not hide another fault.
  if (all.filter(isRefusable).length > 1) return false
  const { limit, query = '', position, before, together } = values
  if (limit !== undefined && SPELLED_LIMITS[query]?.(limit) === false) return false
  // The kit knows only the entity tag of the operator's list.
  if (values['if-none-match'] === 'own' && values.user === 'other') return false
  // Concurrent requests use new connections, so the plan cannot choose their positions and previous requests.
  const isAlone = together === undefined || together === '1'
  return isAlone || ((position ?? 'first') === 'first' && (before ?? 'other') === 'other')
}

export const findValue = (dimension: string, value: string | undefined): PlanValue | undefined =>
  value === undefined ? undefined : valuesById.get(dimension)?.get(value)

const valuesById = new Map(
  dimensions.map(({ id, values }) => [id, new Map(values.map((value) => [value.id, value]))]),
)

/** Returns only the values that differ from the usual values. */
export function dropUsual(values: Conditions): Conditions {
  return Object.fromEntries(
    dimensions.flatMap((dimension) => {
      const value = values[dimension.id]
      return value === undefined || value === usualValue(dimension) ? [] : [[dimension.id, value]]
    }),
  )
}

/** Adds the usual value for each dimension that the conditions do not list. */
export function addUsual(conditions: Conditions): Conditions {
  return Object.fromEntries(
    dimensions.map((dimension) => [dimension.id, conditions[dimension.id] ?? usualValue(dimension)]),
  )
}

/** Adds the words for the conditions, so that a report can name them. */
export function addWords(probe: Probe): Probe {
  const { conditions, turns = {} } = probe
  if (conditions === undefined) return probe
  const words = dimensions.flatMap(({ id }) => {
    const variants = [findValue(id, conditions[id])?.when ?? []].flat()
    return variants.length === 0 ? [] : [[id, variants[(turns[id] ?? 0) % variants.length]]]
  })
  return { ...probe, words: Object.fromEntries(words) }
}

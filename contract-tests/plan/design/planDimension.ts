import type { Contract } from '../../../src/contract/contract.ts'
import type { Probe } from '../../../src/judge/exchange.ts'
import type { Dimension, DimensionValue, PlanFacts } from '../../../src/judge/suite.ts'

/** A dimension of the plan. The first of its values is the usual value. */
export type PlanDimension = Omit<Dimension, 'values'> & { values: readonly PlanValue[] }

/** A value, and how the value changes the request. The usual value and values that only concern the order change nothing. */
export type PlanValue = DimensionValue & {
  change?: Change
  /** Returns whether the value can be sent in this run. Default: always. */
  isPossible?: (facts: PlanFacts) => boolean
}

export type Change = (probe: Probe, context: ValueContext) => Partial<Probe>

type ValueContext = {
  contract: Contract
  facts: PlanFacts
  /** The number of the variant to use if the value has several variants, such as the limit `between`: 0, 1, 2, … */
  turn: number
}

/** Returns the value that a dimension has in a request without conditions. */
export function usualValue({ values }: PlanDimension): string {
  return values[0]?.id ?? ''
}

/** Returns whether a correct server may refuse a request because of this value. A request has at most one such value. */
export function isRefusable({ refusal }: DimensionValue): boolean {
  return refusal === 'allowed' || refusal === 'INFO'
}

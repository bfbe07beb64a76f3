import type { Contract } from '../../../src/contract/contract.ts'
import type { Probe } from '../../../src/judge/exchange.ts'
import type { Level } from '../../../src/judge/report.ts'
import type { PlanFacts } from '../../../src/judge/suite.ts'

/** A property in which requests vary, such as the Accept header or the position on a connection. */
export type PlanDimension = {
  /** The dimension's permanent id. */
  id: string
  /** The values. The first value is the usual value, which requests have if their conditions do not contain the dimension. */
  values: readonly PlanValue[]
}

/** A value, and its change of the request. The usual value, and values about the order, do not change the request. */
export type PlanValue = {
  /** The value's permanent id, unique in its dimension. */
  id: string
  /**
   * Completes the sentence "It only happens …": "with Accept-Encoding: gzip". Undefined for the user and for moments, because reports read
   * these from the requests that were really sent. A list has the words for each variant, in turn.
   */
  when?: string | readonly string[]
  /** The level at which a check of its own reports that the server refuses this value; `allowed`: no violation. Default: the usual checks. */
  refusal?: Level | 'allowed'
  change?: Change
  /** Returns whether the run can send the value. Default: always. */
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
export const usualValue = ({ values }: PlanDimension): string => values[0]?.id ?? ''

/** Returns whether a correct server may refuse a request because of this value. A row has at most one such value. */
export const isRefusable = (value: PlanValue | undefined): boolean =>
  value?.refusal === 'allowed' || value?.refusal === 'INFO'

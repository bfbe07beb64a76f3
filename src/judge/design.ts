import type { Contract } from '../contract/contract.ts'
import type { Conditions, Probe, Turns } from './exchange.ts'
import type { Level } from './report.ts'
import type { PlanFacts } from './stage.ts'

/** Something that requests vary, such as the Accept header or the position on a connection. */
export type Dimension = {
  /** Permanent. */
  id: string
  /** For a dimension of what happens around the request: its place on the connection, what comes before it, or at the same time. */
  moment?: 'position' | 'predecessor' | 'concurrency'
  /** The first one is the usual value: a request whose conditions do not list the dimension has it. */
  values: readonly DimensionValue[]
  /** Several values, by their ids, and how to say all of them at once, as for a single value. */
  groups?: readonly { values: readonly string[]; when: string }[]
}

export type DimensionValue = {
  /** Permanent. Unique in its dimension. */
  id: string
  /** Completes the sentence "It only happens …": "with Accept-Encoding: gzip", "on the second request of a connection". */
  when: string
  /** How serious it is if the server refuses a request for this value. Most values must be served; for `allowed` ones, it may. */
  refusal: Level | 'allowed'
}

/** The dimensions of the requests, and how to send a request with given conditions. */
export type Design = {
  dimensions: readonly Dimension[]
  /**
   * The probes to send for these conditions. The last one has all of them; those before it only prepare it, for example on the
   * same connection. Empty if the conditions cannot be combined.
   */
  compose: (
    contract: Contract,
    facts: PlanFacts,
    conditions: Conditions,
    options: { id: string; turns?: Turns | undefined },
  ) => readonly Probe[]
}

import type { Contract } from '../contract/contract.ts'
import type { Check } from './check.ts'
import type { Conditions, Credentials, Probe, Turns } from './exchange.ts'
import type { JudgingOptions, PlanName } from './verifyOptions.ts'

/** The requests and requirements for testing a contract, for the code that sends requests and judges responses. */
export type Suite = {
  /** Returns the requests to send, in order. The first stage shows whether the operation responds at all. */
  plan: (contract: Contract, name?: PlanName) => readonly Stage[]
  /** The credentials that the requests of the plan send. */
  credentials: (options: JudgingOptions) => Credentials
  /** The requirements to check, in the order in which a developer should fix them. */
  checks: (contract: Contract) => readonly Check[]
  /** Composes requests that are not in the plan, to narrow a violation down to its cause. */
  compose?: Compose
}

/** The facts on which the requests of a stage may depend: the credentials, and results of earlier stages. */
export type PlanFacts = {
  credentials: Credentials
  /** The largest number of plants in a valid response; undefined before the first such response. */
  plants: number | undefined
  /** The headers of the first response with a list, by their lower-case names. */
  headers: Readonly<Record<string, string | undefined>>
}

/** Probes that are sent one after another, except that neighbours with the same `parallel` are sent at the same time. */
export type Stage = {
  id: string
  probes: (facts: PlanFacts) => readonly Probe[]
  /** Whether to send the stage even if no request has returned a list. Without `always`, the stage is then skipped. */
  always?: boolean
}

/** Returns a probe with these conditions, preceded by probes that prepare it. Returns an empty list if the conditions are incompatible. */
export type Compose = (
  contract: Contract,
  facts: PlanFacts,
  conditions: Conditions,
  options: { id: string; turns?: Turns | undefined },
) => readonly Probe[]

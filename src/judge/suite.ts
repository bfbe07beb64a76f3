import type { Contract } from '../contract/contract.ts'
import type { Check } from './check.ts'
import type { Conditions, CredentialOptions, Credentials, Probe, Turns } from './exchange.ts'
import type { Level } from './report.ts'
import type { PlanName } from './verifyOptions.ts'

/** Everything that tests a contract. The harness itself knows no requests and no requirements. */
export type Suite = {
  /** The requests to send, in order. The first stage shows whether the operation responds at all. */
  plan: (contract: Contract, name?: PlanName) => readonly Stage[]
  /** The credentials that the requests of the plan send. */
  credentials: (options: CredentialOptions) => Credentials
  /** The requirements to check, in the order in which a developer should fix them. */
  checks: (contract: Contract) => readonly Check[]
  /** The dimensions in which the plan's requests vary, used to narrow a violation down to its cause. */
  design?: Design
}

/** What a stage may depend on: the credentials, and results of earlier stages. */
export type PlanFacts = {
  credentials: Credentials
  /** The largest number of plants in a valid response; undefined before the first such response. */
  plants: number | undefined
  /** The entity tag of the plain response. */
  etag: string | undefined
  /** The value of a Set-Cookie header in an authorised response. */
  cookie: string | undefined
}

/** Probes that are sent one after another; neighbours with the same `parallel` are sent together. */
export type Stage = {
  id: string
  probes: (facts: PlanFacts) => readonly Probe[]
  /** Whether to send the stage even if the plain request returned no list. Other stages would only repeat that result. */
  always?: boolean
}

/** Something that requests vary, such as the Accept header or the position on a connection. */
export type Dimension = {
  /** Permanent. */
  id: string
  /** Whether the dimension is a moment: the request's place on the connection, or requests sent before or with it. */
  isMoment?: boolean
  /** The first value is the usual value. Requests whose conditions do not list the dimension have this value. */
  values: readonly DimensionValue[]
}

export type DimensionValue = {
  /** Permanent. Unique in its dimension. */
  id: string
  /** Completes the sentence "It only happens …": "with Accept-Encoding: gzip", "on the second request of a connection". */
  when: string
  /** How serious it is if the server refuses a request because of this value. `allowed`: it may refuse such requests. */
  refusal: Level | 'allowed'
}

/** The dimensions of the requests, and how to send a request with given conditions. */
export type Design = {
  dimensions: readonly Dimension[]
  /**
   * The probes to send for these conditions. The last probe has all of them; the probes before it only prepare it, for example on the same
   * connection. Empty if the conditions cannot be combined.
   */
  compose: (
    contract: Contract,
    facts: PlanFacts,
    conditions: Conditions,
    options: { id: string; turns?: Turns | undefined },
  ) => readonly Probe[]
}

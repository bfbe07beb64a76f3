import type { Contract } from '../contract/contract.ts'
import type { ResponseAnalysis } from './body/analyseResponse.ts'
import type { AnsweredExchange, Exchange } from './exchange.ts'
import type { Expectations } from './expectations.ts'
import type { Level, Violation } from './report.ts'

/** The promise that a check holds a server to: a place in the contract, or a section of a standard. */
export type Clause = { text: string } & ({ pointer: string } | { standard: string })

/**
 * One promise and how it is judged: data and two pure functions over single exchanges. What they need to know of the
 * rest of the transcript comes with `facts`.
 */
export type Check = {
  /** For ever: fault target, JUnit name, anchor and heading. */
  id: string
  /** The promise as a sentence: "Every plant has a name". */
  title: string
  level: Level
  clause: Clause
  /** Rows of the policy that it covers. */
  rows: readonly string[]
  sent: string
  expected: string
  /** Whether the exchange says anything about this promise. Where none does, the check is not exercised. */
  applies: (exchange: Exchange, facts: Facts) => boolean
  /** What is wrong with it; nothing when all is well; `inconclusive` where it cannot be told. */
  judge: (exchange: Exchange, facts: Facts) => readonly Violation[] | Inconclusive
  /** The part of an answer that it looks at, where another engine may have an opinion on that too. */
  subject?: 'status' | 'media type' | 'body'
  /** Checks whose violation explains one of this check in the same exchange: one cause is one finding. */
  supersededBy?: readonly string[]
  /** Checks whose violation anywhere in the run explains every violation of this one: no token needed, so no bad one refused. */
  impliedBy?: readonly string[]
  /** What would have to be there for the check to be exercised, for the report. */
  requires: string
  /** A violation seen a single time in a run is only a warning: servers stumble (5xx). */
  allowOnce?: boolean
  /** An operator could settle it, so while it is not exercised the run is incomplete. */
  essential?: boolean
}

type Inconclusive = { inconclusive: string }

/** What the checks know beside the exchange in hand. */
export type Facts = {
  contract: Contract
  exchanges: readonly Exchange[]
  /** The most plants that any sound answer to the operator's token held; undefined when there was none. */
  plants: number | undefined
  /** The fewest plants that a plain list held: what every list has cannot be missing for want of plants. */
  fewest: number | undefined
  /** The operator's token was answered with 200 at least once, so that a refusal means something. */
  served: boolean
  /** The second user's token was answered with 200 at least once. */
  otherServed: boolean
  /** Which plants each token must see and must not see, where the operator says so. */
  expectations: Expectations | undefined
  analyse: (exchange: AnsweredExchange) => ResponseAnalysis
}

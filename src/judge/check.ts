import type { ResponseAnalysis } from './body/analyseResponse.ts'
import type { AnsweredExchange, Exchange } from './exchange.ts'
import type { Expectations } from './expectations.ts'
import type { Level, Violation } from './report.ts'
import type { Outage } from './transcript.ts'

/** One requirement: a place in the contract, or a section of a standard. */
export type Clause = { text: string } & ({ pointer: string } | { standard: string })

/** A clause and how to judge it: data, and two pure functions over single exchanges. */
export type Check = {
  /** Permanent. Also the target of faults, the JUnit name, and the anchor and heading in reports. */
  id: string
  /** The requirement as a sentence, often with the server as its subject: "Returns at most `limit` plants". */
  title: string
  level: Level
  clause: Clause
  /** The codes of the policy's rows that the check covers; `contract-tests/policy.md` explains them. */
  rows: readonly string[]
  /** The requests that exercise the check. */
  sent: string
  /** The responses that pass. */
  expected: string
  /** What to change in a server that violates it: an imperative sentence. */
  fix: string
  /** A more exact fix for violations in these exchanges, if there is one. */
  chooseFix?: (exchanges: readonly Exchange[], facts: Facts) => string | undefined
  /** The fix also fits a violation that comes and goes, or that needs several requests. */
  fitsRandom?: true
  /** What a run needs so that the check is exercised. Completes the sentence "The check requires …". */
  requires: string
  /** Whether the exchange says anything about the clause. If no exchange does, the check is not exercised. */
  applies: (exchange: Exchange, facts: Facts) => boolean
  /** The violations in an exchange to which the check applies, or why it cannot be judged. */
  judge: (exchange: Exchange, facts: Facts) => Outcome
  /** The part of a response that the check judges, if other engines judge it too. */
  subject?: 'status' | 'media type' | 'body'
  /** Checks whose violation in the same exchange explains this one: one cause is one finding. */
  supersededBy?: readonly string[]
  /** Checks whose violation anywhere in the run explains all of this check: if no token is needed, a bad one works too. */
  impliedBy?: readonly string[]
  /** Checks whose violation explains this one if the same conditions explain both. */
  sameCauseAs?: readonly string[]
  /** Checks whose violation leaves no body that this one can read. */
  preventedBy?: readonly string[]
  /** What it judges depends on the request right before. */
  needsPrevious?: true
  /** It compares responses with each other, so no property of a single request is the cause of a violation. */
  compares?: true
  /** A single violation in a run is only a warning, because any server may have one hiccup. */
  allowOnce?: boolean
  /** It only describes the server, and each of its violations is a line of the report's profile. */
  describes?: true
  /** The operator can provide what the check requires, so a run that does not exercise it is incomplete. */
  essential?: boolean
}

/** The violations, or why it cannot be judged. */
export type Outcome = readonly Violation[] | { inconclusive: string }

/**
 * What the checks know about the whole transcript. A check must read a fact each time that its outcome depends on it: it is judged
 * again only if one of the facts that it read has changed.
 */
export type Facts = {
  exchanges: readonly Exchange[]
  /** The largest number of plants in a valid response to the operator's token; undefined without one. */
  plants: number | undefined
  /** The smallest number of plants in a list without a limit. Limits below it must be filled. */
  fewest: number | undefined
  /** The operator's token got at least one 200, so a refusal is about the credentials that were refused. */
  served: boolean
  /** The numbers of the other users whose token got at least one 200. */
  othersServed: ReadonlySet<number>
  /** Which plants each token must and must not see, if the operator says so. */
  expectations: Expectations | undefined
  /** When the server stopped answering. */
  outages: readonly Outage[]
  analyse: (exchange: AnsweredExchange) => ResponseAnalysis
}

import type { Analyse } from './body/analyseResponse.ts'
import type { Exchange } from './exchange.ts'
import type { Level, Violation } from './report.ts'
import type { Outage } from './transcript.ts'
import type { Expectations } from './verifyOptions.ts'

/** One requirement and its source: a place in the contract, or a section of a standard. */
export type Requirement = { text: string } & ({ pointer: string } | { standard: string })

/** A requirement and how to judge it: data, and two pure functions that look at one exchange. */
export type Check = {
  /** The check's permanent id. Faults refer to this id, and reports use the id as the JUnit name, anchor and heading. */
  id: string
  /** The requirement as a sentence, often with the server as its subject: "Returns at most `limit` plants". */
  title: string
  level: Level
  requirement: Requirement
  /** The requests that exercise the check. */
  sent: string
  /** How to change a server that violates the requirement: an imperative sentence. */
  fix: string
  /** What a run needs to exercise the check. Completes the sentence "The check requires …". */
  requires: string
  /** Whether the requirement applies to the exchange. If it applies to no exchange of a run, the run does not exercise the check. */
  applies: (exchange: Exchange, facts: Facts) => boolean
  /** Returns the violations in an exchange to which the check applies, or the reason why the exchange cannot be judged. */
  judge: (exchange: Exchange, facts: Facts) => readonly Violation[] | { inconclusive: string }
  /** Checks whose violations explain this check's violations in the same exchange, so that one cause is one finding. */
  explainedBy?: readonly string[]
  /**
   * Checks that must pass before this check can be judged. For example, a server that requires no token also accepts a bad token. If a
   * listed check fails in any exchange, its failure explains this check's violations in every exchange that does not pass the listed check.
   */
  after?: readonly string[]
  /**
   * `once-is-a-warning`: a single violation in a run is only a warning, because any server may fail once. `essential`: the operator can
   * provide what the check requires, so a run that does not exercise the check is incomplete. `describes`: the check only describes the
   * server, and each of its violations is a line of the report's profile.
   */
  special?: 'once-is-a-warning' | 'essential' | 'describes'
}

/** A violation, and the exchange that has it. */
export type Violated = { exchange: Exchange; violation: Violation }

/** The result of one check on a list of exchanges. */
export type CheckResult = {
  check: Check
  /** The number of exchanges that the check could judge. */
  judged: number
  violations: readonly Violated[]
  /** Why the check could not judge other exchanges to which it applies. */
  inconclusive: readonly string[]
  /** The judged exchanges without a violation. */
  passing: readonly Exchange[]
  /** Violations omitted because another check's violations explain them: the other check's id, and the number of exchanges. */
  explained: readonly { by: string; seen: number }[]
}

/** Facts about the whole transcript that checks use. */
export type Facts = {
  exchanges: readonly Exchange[]
  /** The largest number of plants in a valid response to a request with the operator's token; undefined if there is no such response. */
  plants: number | undefined
  /** The smallest number of plants in any list requested without a limit. A request with a lower limit must get that many plants. */
  fewest: number | undefined
  /** Whether the operator's token got at least one 200. If so, any refusal is due to the credentials of the refused request. */
  served: boolean
  /** The numbers of the users whose token got at least one 200. */
  usersServed: ReadonlySet<number>
  /** Which plants each token must and must not see, if the operator has specified this. */
  expectations: Expectations | undefined
  /** When the server stopped answering. */
  outages: readonly Outage[]
  analyse: Analyse
}

import type { Analyse } from './body/analyseResponse.ts'
import type { Exchange } from './exchange.ts'
import type { Level, Violation } from './report.ts'
import type { Outage } from './transcript.ts'
import type { Expectations } from './verifyOptions.ts'

/** One requirement and its source: a place in the contract, or a section of a standard. */
export type Requirement = { text: string } & ({ pointer: string } | { standard: string })

/** A requirement and how to judge it: data, and two pure functions that look at one exchange. */
export type Check = {
  /** Never changes. Faults refer to the id, and reports use it as the JUnit name, anchor and heading. */
  id: string
  /** The requirement as a sentence, often with the server as its subject: "Returns at most `limit` plants". */
  title: string
  level: Level
  requirement: Requirement
  /** The requests that exercise the check. */
  sent: string
  /** What to change in a server that violates the requirement: an imperative sentence. */
  fix: string
  /** What a run needs to exercise the check. Completes the sentence "The check requires …". */
  requires: string
  /** Whether the exchange is about the requirement. Without such an exchange, the check is not exercised. */
  applies: (exchange: Exchange, facts: Facts) => boolean
  /** The violations in an exchange to which the check applies, or why the exchange cannot be judged. */
  judge: (exchange: Exchange, facts: Facts) => Outcome
  /** Checks whose violations explain this check's violations in the same exchange, so that one cause is one finding. */
  explainedBy?: readonly string[]
  /**
   * Checks that must pass before this one can be judged. For example, if the server needs no token, it also accepts a bad token. If such a
   * check fails in any exchange, that explains this check's violations in every exchange that does not pass the other check.
   */
  after?: readonly string[]
  /**
   * `once-is-a-warning`: a single violation in a run is only a warning, because any server may fail once. `essential`: the operator can
   * provide what the check requires, so a run that does not exercise it is incomplete. `describes`: the check only describes the server,
   * and each of its violations is a line of the report's profile.
   */
  special?: 'once-is-a-warning' | 'essential' | 'describes'
}

/** The violations, or why the exchange cannot be judged. */
type Outcome = readonly Violation[] | { inconclusive: string }

/** The result of one check on a list of exchanges. */
export type CheckResult = {
  check: Check
  /** How many exchanges the check could judge. */
  judged: number
  violations: readonly { exchange: Exchange; violation: Violation }[]
  /** Why the check could not judge other exchanges to which it applies. */
  inconclusive: readonly string[]
  /** The exchanges without a violation. */
  passing: readonly Exchange[]
  /** Violations omitted because another check's violations explain them: that check's id, and the number of exchanges. */
  explained: readonly { by: string; seen: number }[]
}

/** What the checks know about the transcript as a whole. */
export type Facts = {
  exchanges: readonly Exchange[]
  /** The largest number of plants in a valid response to the operator's token; undefined without such a response. */
  plants: number | undefined
  /** The smallest number of plants in any list requested without a limit. A list with a lower limit must reach that limit. */
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

import type { Analyse } from './body/analyseResponse.ts'
import type { Exchange } from './exchange.ts'
import type { Level, Violation } from './report.ts'
import type { Outage } from './transcript.ts'
import type { Expectations } from './verifyOptions.ts'

/** One requirement and its source: a place in the contract, or a section of a standard. */
export type Requirement = { text: string } & ({ pointer: string } | { standard: string })

/** A requirement as data, with two pure functions that judge whether an exchange meets the requirement. */
export type Check = {
  /** The check's permanent id. Faults refer to this id, and reports use the id as the JUnit name, anchor and heading. */
  id: string
  /** The requirement as a sentence, often with the server as its subject: "Returns at most `limit` plants". */
  title: string
  level: Level
  requirement: Requirement
  /** The requests that exercise the check, as a phrase. */
  sent: string
  /** How to change a server that violates the requirement: an imperative sentence. */
  fix: string
  /** What a run needs to exercise the check. Completes the sentence "The check requires …". */
  requires: string
  /** Whether the requirement applies to the exchange. A run without such an exchange does not exercise the check. */
  applies: (exchange: Exchange, facts: Facts) => boolean
  /** Returns the violations in an exchange to which the check applies, or the reason why the exchange cannot be judged. */
  judge: (exchange: Exchange, facts: Facts) => readonly Violation[] | { inconclusive: string }
  /** The ids of checks whose violations explain this check's violations in the same exchange, so that each cause leads to one finding. */
  explainedBy?: readonly string[]
  /**
   * The ids of checks that must pass before this check can be judged. For example, a server that requires no token also accepts a bad
   * token. The failure of a listed check explains this check's violations in all exchanges that do not pass the listed check.
   */
  after?: readonly string[]
  /**
   * `once-is-a-warning`: a single violation in a run is usually only a warning, because even a correct server may fail once. `essential`:
   * the operator can provide what the check requires, so a run that does not exercise the check is incomplete. `describes`: the check only
   * describes the server, and each violation is a line of the report's profile. `compares`: the check compares responses.
   */
  special?: 'once-is-a-warning' | 'essential' | 'describes' | 'compares'
}

/** A violation, and the exchange that has it. */
export type Violated = { exchange: Exchange; violation: Violation }

/** The result of one check on a list of exchanges. */
export type CheckResult = {
  check: Check
  /** The number of exchanges that the check could judge. */
  judged: number
  violations: readonly Violated[]
  /** Why the check could not judge some of the exchanges to which it applies. */
  inconclusive: readonly string[]
  /** The judged exchanges without a violation. */
  passing: readonly Exchange[]
  /** The violations that other checks explain, which are not in `violations`: the id of each such check, and the number of exchanges. */
  explained: readonly { by: string; seen: number }[]
}

/** Facts about the whole transcript that checks use. */
export type Facts = {
  exchanges: readonly Exchange[]
  /** The largest number of plants in a valid response to a request with the operator's token; undefined if there is no such response. */
  plants: number | undefined
  /** The smallest number of plants in the operator's lists without a limit. With a lower limit, a list should have `limit` plants. */
  fewest: number | undefined
  /** Whether the operator's token got at least one 200, so that other credentials are probably the reason for a refusal. */
  served: boolean
  /** The numbers of the users whose token got at least one 200. */
  usersServed: ReadonlySet<number>
  /** The plants that each user must see and must not see, as the operator expects. */
  expectations: Expectations | undefined
  /** The periods in which the server did not answer. */
  outages: readonly Outage[]
  analyse: Analyse
}

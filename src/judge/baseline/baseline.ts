/** A finding that is accepted until a date. */
export type BaselineEntry = {
  /** The id of the finding. */
  id: string
  /** The id of its check. */
  check?: string
  /** Why it is accepted. */
  reason: string
  /** The last day on which it is accepted, in UTC: `2027-01-31`. */
  expires: string
  /** Who will fix it. */
  owner?: string
  ticket?: string
  /** The day of the run that found it first, in UTC. */
  firstSeen?: string
  /** It comes and goes, so a run without it does not show that it is fixed. */
  intermittent?: boolean
}

/** The findings that a team knows. They do not count for the verdict. */
export type Baseline = {
  entries: readonly BaselineEntry[]
  /** The run removes the entries that no longer occur, so they do not count. */
  prunes?: boolean
  /** Its path in the repository, and the lines of its entries, by their ids. */
  file?: { path: string; lines: Readonly<Record<string, number>> }
}

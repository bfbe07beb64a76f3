import type { Fleet } from './fleet.ts'

/** The formats in which all targets of a fleet have one report. */
export type FleetFormat = 'terminal' | 'html' | 'markdown' | 'github' | 'json'

export type FleetOptions = {
  /** Use ANSI colours in formats that support them. */
  color: boolean
  /** List every target in the terminal report. */
  verbose?: boolean | undefined
  /** How to see more than the table shows. */
  hint?: string | undefined
  /** The address of a target's own page, relative to that of the fleet. */
  link?: ((name: string) => string | undefined) | undefined
}

/** Formats a fleet as the text of a file, which ends with a line end. */
export type FleetReporter = (fleet: Fleet, options: FleetOptions) => string

import type { Exchange } from '../exchange.ts'
import type { Trait } from './trait.ts'

/** What the exchanges with a violation share, and those without it do not. */
export type Cause = {
  /**
   * `always`: there are none without. `all`: only with all of these traits. `open`: with one of them, and no exchange shows which.
   * `any`: with any of them. `except`: without any of them. `moment`: at some moments. `probes`: every time for some probes.
   * `most`: almost every time. `none`: it comes and goes.
   */
  kind: 'always' | 'most' | 'all' | 'open' | 'any' | 'except' | 'moment' | 'probes' | 'none'
  traits: readonly Trait[]
  /** The line for reports: `only with Accept-Encoding: gzip`. */
  when: string
}

/** Whether a finding is random, by its `when`: nothing explains why the same request violates the check now and then. */
export function isRandom(when: string | undefined): boolean {
  return when?.endsWith('no pattern') === true
}

/** Whether a finding comes and goes, by its `when`: random, or random under some condition. */
export function isIntermittent(when: string | undefined): boolean {
  return isRandom(when) || when?.includes(', but not every time (') === true
}

/** The exchanges that a check judged. */
export type Judged = {
  violating: readonly Exchange[]
  passing: readonly Exchange[]
  /** The transcript. */
  exchanges: readonly Exchange[]
  /** Whether the status itself is wrong, so that it explains nothing. */
  isStatus: boolean
  /** The violations are in the body as a whole, so its length may be one of them. */
  isWhole?: boolean
  /** Whether what a single exchange suggests is good enough, because it will be tested. */
  isGuess?: boolean
}

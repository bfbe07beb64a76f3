import type { Advice } from '../../../src/judge/check.ts'

/** What a group of checks is about. The first topic that names a check is the topic of the check. */
export type Topic = {
  /** Permanent: the anchor of its texts in the docs. */
  id: string
  title: string
  /** What its violations do to clients. */
  why: string
  checks: readonly string[]
  advice: readonly Advice[]
}

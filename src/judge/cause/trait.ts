import type { Exchange } from '../exchange.ts'

/** Something about an exchange that can be the reason for a violation in it. */
export type Trait = {
  /** Equal for equal traits, such as `encoding=gzip`. */
  key: string
  /**
   * `condition`: planned, see `Conditions`. `usual`: the usual value of a dimension. `request`: another part of the request. `moment`: when it was sent, and after what.
   * `response`: part of the response, so rather a sign than a reason.
   */
  kind: 'condition' | 'usual' | 'request' | 'moment' | 'response'
  /** What it is a value of: the dimension of a condition, or a part of the request. */
  dimension?: string
  /** Completes the sentence "It only happens …". */
  when: string
  /** Several values of the dimension of a condition, by their keys, and how to say all of them at once. */
  groups?: readonly TraitGroup[]
}

type TraitGroup = { keys: readonly string[]; when: string }

/** The traits of one exchange, by their keys. */
export type Traits = ReadonlyMap<string, Trait>

export type ListTraits = (exchange: Exchange) => Traits

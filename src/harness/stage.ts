import type { Credentials } from './credentials.ts'
import type { Probe } from './exchange.ts'
import type { Random } from './random.ts'

/** What a stage may build on: what earlier stages saw, and what is the same for the whole plan. */
export type PlanFacts = {
  credentials: Credentials
  random: Random
  /** The operation's path in the contract. */
  path: string
  /** The name of the contract's parameter. */
  limit: string
  /** The most plants that a sound answer held; undefined when there was none yet. */
  plants: number | undefined
  /** The entity tag of the plain answer. */
  etag: string | undefined
  /** The value of a Set-Cookie field of an authorised answer. */
  cookie: string | undefined
}

/** Probes to send one after another; neighbours with the same `parallel` are sent at once. */
export type Stage = {
  id: string
  probes: (facts: PlanFacts) => Probe[]
  /** Sent even when the plain request gave no list; other stages would only repeat that it does not work. */
  always?: boolean
}

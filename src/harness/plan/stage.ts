import type { Credentials } from '../credentials.ts'
import type { Probe } from '../exchange.ts'
import type { Random } from '../random.ts'

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

/** The plain request of the operation with the operator's token; what differs from it is given. */
export function probe(facts: PlanFacts, id: string, reason: string, different: Partial<Probe> = {}): Probe {
  return {
    id,
    reason,
    method: 'GET',
    credential: facts.credentials.valid,
    limit: 'absent',
    documented: true,
    benign: true,
    ...different,
  }
}

/** The request with a positive `limit`, which is the most results that its answer may hold. */
export function limited(facts: PlanFacts, most: number, different: Partial<Probe> = {}): Probe {
  return probe(facts, `limit/${most}`, `that at most ${most} come`, {
    query: `${facts.limit}=${most}`,
    limit: 'positive',
    most,
    ...different,
  })
}

/** The largest limit that is repeated: a very long list many times over would only cost time and memory. */
const LARGEST = 1_000

/** The limit that lets every plant of the list through but one: a limit that is not kept shows, and so does a long answer's end. */
export function allButOne({ plants = 1 }: PlanFacts): number {
  return Math.max(Math.min(plants - 1, LARGEST), 1)
}

/** Of a stage, the requests that carry a good token. */
export function forUsers(stage: Stage): Stage {
  return { ...stage, probes: (facts) => stage.probes(facts).filter((each) => !isStranger(each)) }
}

/** Of a stage, the requests that carry none. */
export function forStrangers(stage: Stage): Stage {
  return {
    ...stage,
    id: `${stage.id}-without-token`,
    probes: (facts) => stage.probes(facts).filter(isStranger),
  }
}

function isStranger({ credential }: Probe): boolean {
  return credential.kind !== 'valid' && credential.kind !== 'other'
}

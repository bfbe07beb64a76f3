import type { Probe } from '../../src/harness/exchange.ts'
import type { PlanFacts, Stage } from '../../src/harness/stage.ts'

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
export function authenticated(stage: Stage): Stage {
  return { ...stage, probes: (facts) => stage.probes(facts).filter((each) => !isUnauthenticated(each)) }
}

/** Of a stage, the requests that carry none. */
export function unauthenticated(stage: Stage): Stage {
  return {
    ...stage,
    id: `${stage.id}-without-token`,
    probes: (facts) => stage.probes(facts).filter(isUnauthenticated),
  }
}

function isUnauthenticated({ credential }: Probe): boolean {
  return credential.kind !== 'valid' && credential.kind !== 'other'
}

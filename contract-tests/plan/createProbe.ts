import type { Contract } from '../../src/contract/contract.ts'
import type { Probe } from '../../src/harness/exchange.ts'
import type { PlanFacts, Stage } from '../../src/harness/stage.ts'
import type { ProbeId } from './probeIds.ts'

type ProbeDefinition = Partial<Probe> & { id: ProbeId; reason: string }

/** The plain request with the operator's token, apart from what the definition changes. */
export function createProbe(facts: PlanFacts, definition: ProbeDefinition): Probe {
  return {
    method: 'GET',
    credential: facts.credentials.valid,
    limit: 'absent',
    documented: true,
    benign: true,
    ...definition,
  }
}

/** The request with a positive `limit`; the response may hold at most that many plants. */
export function createLimitedProbe(
  contract: Contract,
  facts: PlanFacts,
  definition: ProbeDefinition & { most: number },
): Probe {
  const query = `${contract.limit.name}=${definition.most}`
  return createProbe(facts, { query, limit: 'positive', ...definition })
}

/** The largest limit to repeat. Repeating a very long list would only cost time and memory. */
const MOST_REPEATED = 1_000

/** One less than the length of the list: an ignored limit shows, and so does a long response that is cut off. */
export function allButOne({ plants = 1 }: PlanFacts): number {
  return Math.max(Math.min(plants - 1, MOST_REPEATED), 1)
}

/** The part of a stage that sends a valid token. */
export function authenticated(stage: Stage): Stage {
  return { ...stage, probes: (facts) => stage.probes(facts).filter((probe) => !isUnauthenticated(probe)) }
}

/** The part of a stage that sends no valid token. */
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

/** The end of the operation's path, `/plants`: a probe's own path replaces it. */
export function lastSegment({ path }: Contract['operation']): string {
  return path.slice(path.lastIndexOf('/'))
}

import type { Contract } from '../../src/contract/contract.ts'
import type { Probe } from '../../src/harness/exchange.ts'
import type { PlanFacts, Stage } from '../../src/harness/stage.ts'
import { createProbe } from './createProbe.ts'
import type { ProbeGroup, ProbeId } from './probeIds.ts'

type InGroup<Group extends ProbeGroup> = Extract<ProbeId, `${Group}/${string}`>

/** Limits that a gateway may stop before they reach the server. They must not crash it. Other invalid limits are in the rows. */
export const createBadLimitStage = (contract: Contract): Stage => ({
  id: 'bad-limits',
  probes: (facts) => {
    const { name } = contract.limit
    const bad = (id: InGroup<'bad-limit'>, query: string) =>
      createProbe(facts, {
        id,
        reason: `what ?${query.slice(0, 40)} does`,
        query,
        limit: 'outside',
        conditions: { limit: 'invalid' },
        benign: false,
      })
    return [
      bad('bad-limit/line-break', `${name}=1%0d%0aX-Kit:%201`),
      bad('bad-limit/eight-kilobytes', `${name}=${'9'.repeat(8000)}`),
      createHealthProbe(facts, 'health/bad-limits'),
    ]
  },
})

/** The plain request after bad ones: it shows whether a worker has died. */
export function createHealthProbe(facts: PlanFacts, id: InGroup<'health'>): Probe {
  return createProbe(facts, {
    id,
    reason: 'whether the server is still healthy',
    connection: id.replace('/', ' '),
  })
}

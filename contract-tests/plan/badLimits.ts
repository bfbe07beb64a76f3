import type { Contract } from '../../src/contract/contract.ts'
import type { Probe } from '../../src/judge/exchange.ts'
import type { PlanFacts, Stage } from '../../src/judge/suite.ts'
import { createProbe, lastSegment } from './createProbe.ts'

/** Limits, a header and a path that a gateway may stop before they reach the server. They must not crash it. Other invalid limits are in the rows. */
export const createBadLimitStage = (contract: Contract): Stage => ({
  id: 'bad-limits',
  probes: (facts) => {
    const { name } = contract.limit
    const bad = (id: string, query: string) =>
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
      createProbe(facts, {
        id: 'path/encoded',
        reason: 'whether a percent-encoded letter in the path is decoded',
        documented: false,
        path: encodeLetter(lastSegment(contract.operation)),
      }),
      createProbe(facts, {
        id: 'field/long',
        reason: 'whether the server survives a header of 20,000 bytes',
        benign: false,
        fields: [['X-Plant-Store-Kit', 'x'.repeat(20_000)]],
        connection: 'field/long',
      }),
      createHealthProbe(facts, 'health/bad-limits'),
    ]
  },
})

/** The plain request after bad ones: it shows whether a worker has died. */
export function createHealthProbe(facts: PlanFacts, id: string): Probe {
  return createProbe(facts, {
    id,
    reason: 'whether the server is still healthy',
    connection: id.replace('/', ' '),
  })
}

/** Percent-encodes the third letter of the last segment, or the last letter of a shorter one. */
function encodeLetter(path: string): string {
  const at = Math.min(path.lastIndexOf('/') + 3, path.length - 1)
  const escaped = `%${path.charCodeAt(at).toString(16)}`
  return path.slice(0, at) + escaped + path.slice(at + 1)
}

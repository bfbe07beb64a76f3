import type { EngineRequest } from './engine.ts'
import type { Exchange } from './exchange.ts'

/**
 * The plan for engines that cannot carry every request as written: each documented, ordinary request once, with the
 * status of its last answer.
 */
export function engineRequests(exchanges: readonly Exchange[]): EngineRequest[] {
  const requests = new Map<string, EngineRequest>()
  for (const { probe, response } of exchanges) {
    const ordinary =
      probe.documented && probe.benign && probe.fields === undefined && probe.omit === undefined
    if (ordinary && response && probe.credential.fields.length <= 1)
      requests.set(`${probe.query} ${probe.credential.label}`, { probe, status: response.status })
  }
  return [...requests.values()]
}

import type { Conditions, Probe } from '../../../src/judge/exchange.ts'
import { isUserRequest } from '../createProbe.ts'
import { dropUsual } from './dimensions.ts'

const POSITIONS = ['first', 'second', 'third']
const SIZES = [24, 8, 2]

/**
 * Completes the conditions of probes with their user, and with what their order makes of them: the position on the connection,
 * what comes right before, and how many are sent at once. Probes without a connection share a long-lived one. `earlier` must be
 * all probes of the plan that are sent before.
 */
export function observe(probes: readonly Probe[], earlier: readonly Probe[] = []): Probe[] {
  const carried = new Map<string | undefined, number>()
  const carry = (probe: Probe): number => {
    const position = carried.get(probe.connection) ?? 0
    carried.set(probe.connection, closesConnection(probe) ? 0 : position + 1)
    return position
  }
  for (const probe of earlier) carry(probe)
  const groups = Map.groupBy(probes, ({ parallel }) => parallel)
  return probes.map((probe, index) => {
    const position = carry(probe)
    if (probe.conditions === undefined) return probe
    const place: Conditions = {
      user: probe.credential.kind === 'other' ? 'other' : 'operator',
      position: POSITIONS[position] ?? 'later',
      ...(probe.parallel === undefined
        ? { before: namePredecessor(probe, index === 0 ? earlier.at(-1) : probes[index - 1]) }
        : { together: nameSize(groups.get(probe.parallel)?.length ?? 0) }),
    }
    return { ...probe, conditions: dropUsual({ ...probe.conditions, ...place }) }
  })
}

function closesConnection({ httpVersion, fields = [] }: Probe): boolean {
  return httpVersion === '1.0' || fields.some(([name]) => name === 'Connection')
}

function namePredecessor(probe: Probe, previous: Probe | undefined): string {
  if (previous === undefined) return 'other'
  if (previous.method === 'HEAD') return 'head'
  const { method, path, query } = previous
  if (method === probe.method && path === probe.path && query === probe.query) return 'same'
  return previous.limit === 'outside' && isUserRequest(previous) ? 'refused' : 'other'
}

function nameSize(size: number): string {
  return String(SIZES.find((each) => size >= each) ?? 1)
}

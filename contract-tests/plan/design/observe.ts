import { type Conditions, isUserRequest, type Probe } from '../../../src/judge/exchange.ts'
import { dropUsual } from './dimensions.ts'

const POSITIONS = ['first', 'second', 'third']
const SIZES = [24, 8, 2]

/**
 * Adds the user to each probe's conditions, and the values that depend on the order: the position on the connection, the previous request,
 * and the number of concurrent requests. `earlier` must contain all earlier probes of the plan.
 */
export function observe(probes: readonly Probe[], earlier: readonly Probe[] = []): Probe[] {
  const positions = planPositions([...earlier, ...probes]).slice(earlier.length)
  const groups = Map.groupBy(probes, ({ parallel }) => parallel)
  return probes.map((probe, index) => {
    if (probe.conditions === undefined) return probe
    const place: Conditions = {
      user: probe.credential.kind === 'other' ? 'other' : 'operator',
      position: POSITIONS[positions[index] ?? 0] ?? 'later',
      ...(probe.parallel === undefined
        ? { before: namePredecessor(probe, index === 0 ? earlier.at(-1) : probes[index - 1]) }
        : { together: nameSize(groups.get(probe.parallel)?.length ?? 0) }),
    }
    return { ...probe, conditions: dropUsual({ ...probe.conditions, ...place }) }
  })
}

/**
 * Counts the earlier requests on each probe's connection, if the server keeps the connection open. The client keeps only one connection: a
 * probe that names another connection, or begins or ends a parallel group, opens a new connection.
 */
export function planPositions(probes: readonly Probe[]): number[] {
  let kept: Probe | undefined
  let carried = 0
  return probes.map((probe) => {
    const isKept = kept?.connection === probe.connection && kept?.parallel === probe.parallel
    carried = kept && isKept ? carried + 1 : 0
    kept = closesConnection(probe) ? undefined : probe
    return carried
  })
}

const closesConnection = ({ httpVersion, fields = [] }: Probe): boolean =>
  httpVersion === '1.0' || fields.some(([name]) => name === 'Connection')

function namePredecessor(probe: Probe, previous: Probe | undefined): string {
  if (previous === undefined) return 'other'
  if (previous.method === 'HEAD') return 'head'
  const { method, path, query } = previous
  if (method === probe.method && path === probe.path && query === probe.query) return 'same'
  return previous.limit === 'outside' && isUserRequest(previous) ? 'refused' : 'other'
}

const nameSize = (size: number): string => String(SIZES.find((each) => size >= each) ?? 1)

import type { Exchange, Probe } from '../exchange.ts'
import type { RequestRate } from '../http/pacer.ts'
import { groupParallel } from './groups.ts'

/** The milliseconds that these probes will take, at the pace of the exchanges so far. */
export function expectDuration(
  probes: readonly Probe[],
  exchanges: readonly Exchange[],
  rate: RequestRate | undefined,
): number {
  const paced = typeof rate === 'number' ? (probes.length * 1000) / rate : 0
  return Math.max(groupParallel(probes).length * computeMedianDuration(exchanges), paced)
}

/** Not the mean: the very first response is often slower than the others. */
function computeMedianDuration(exchanges: readonly Exchange[]): number {
  const durations = exchanges.map(({ durationMs }) => durationMs).sort((one, other) => one - other)
  return durations[Math.floor(durations.length / 2)] ?? 0
}

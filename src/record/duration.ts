import type { Exchange, Probe } from '../judge/exchange.ts'
import { groupParallel } from './groups.ts'
import type { RequestRate } from './http/pacer.ts'

/** Milliseconds for a request, with which the plan takes a few seconds. */
const QUICK = 20

/** The milliseconds that the remaining probes will take, at the pace of the exchanges so far; undefined if that is not worth a message. */
export function expectDuration(
  listRemaining: () => readonly Probe[],
  exchanges: readonly Exchange[],
  rate: RequestRate | undefined,
): number | undefined {
  const median = computeMedianDuration(exchanges)
  if (median < QUICK && typeof rate !== 'number') return undefined
  const probes = listRemaining()
  const paced = typeof rate === 'number' ? (probes.length * 1000) / rate : 0
  return Math.max(groupParallel(probes).length * median, paced)
}

/** Not the mean: the very first response is often slower than the others. */
function computeMedianDuration(exchanges: readonly Exchange[]): number {
  const durations = exchanges.map(({ durationMs }) => durationMs).sort((one, other) => one - other)
  return durations[Math.floor(durations.length / 2)] ?? 0
}

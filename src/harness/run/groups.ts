import type { Probe } from '../exchange.ts'

/** Groups neighbours that are sent at once. Every other probe is a group of its own. */
export function groupParallel(probes: readonly Probe[]): Probe[][] {
  const groups: Probe[][] = []
  for (const probe of probes) {
    const last = groups.at(-1)
    if (probe.parallel !== undefined && last?.[0]?.parallel === probe.parallel) last.push(probe)
    else groups.push([probe])
  }
  return groups
}

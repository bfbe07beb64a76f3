import type { Probe } from '../judge/exchange.ts'

/** Groups neighbours that are sent together. Every other probe is a group of its own. */
export function groupParallel(probes: readonly Probe[]): Probe[][] {
  const groups: Probe[][] = []
  for (const probe of probes) {
    const last = groups.at(-1)
    const joins = probe.parallel !== undefined && last?.[0]?.parallel === probe.parallel
    if (joins) last.push(probe)
    else groups.push([probe])
  }
  return groups
}

/** The probe as it is sent when it is not sent at the same time as others. */
export function separate({ parallel: _, ...probe }: Probe): Probe {
  return probe
}

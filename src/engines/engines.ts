import type { StartEngine } from '../harness/engine.ts'
import type { EngineName } from '../harness/report.ts'

/** Every engine, loaded when it is to judge. The kit's own checks run in this process, on what the probes saw. */
export const engines: Record<EngineName, () => Promise<StartEngine | 'probes'>> = {
  probes: async () => 'probes',
  prism: async () => (await import('./prism/prism.ts')).startPrism,
  dredd: async () => (await import('./dredd/dredd.ts')).startDredd,
}

export const engineNames = Object.keys(engines) as EngineName[]

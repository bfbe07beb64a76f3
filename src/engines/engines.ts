import type { StartEngine } from '../harness/engine.ts'
import type { EngineName } from '../harness/report.ts'

/** Every engine, loaded when it is needed. The kit's own checks need no process: they judge the probes' exchanges. */
export const engines: Record<EngineName, () => Promise<StartEngine | 'probes'>> = {
  probes: async () => 'probes',
  prism: async () => (await import('./prism/prism.ts')).startPrism,
  dredd: async () => (await import('./dredd/dredd.ts')).startDredd,
}

export const engineNames = Object.keys(engines) as EngineName[]

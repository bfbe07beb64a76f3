import type { StartEngine } from '../harness/engine.ts'
import type { EngineName } from '../harness/report.ts'
import { startDredd } from './dredd.ts'
import { startPrism } from './prism.ts'

/** Every engine. The kit's own checks run in this process, on what the probes saw. */
export const engines: Record<EngineName, StartEngine | 'probes'> = {
  probes: 'probes',
  prism: startPrism,
  dredd: startDredd,
}

import type { EngineName } from '../judge/report.ts'
import type { Engines, StartEngine } from '../record/engine.ts'
import type { EngineChoice } from '../record/verifyOptions.ts'
import { findManifest, reportMissing } from './packages.ts'

/** Functions that load each engine when it is needed. The kit's own checks need no process: they judge the probes' exchanges. */
const loaders: Record<EngineName, () => Promise<StartEngine | 'probes'>> = {
  probes: async () => 'probes',
  prism: async () => (await import('./prism.ts')).startPrism,
  dredd: async () => (await import('./dredd.ts')).startDredd,
}

export const engineNames = Object.keys(loaders) as EngineName[]

/** Loads the engines of a run. With `auto`, engines that are not installed are skipped, and the report says so. */
export async function loadEngines(choice: EngineChoice): Promise<Engines> {
  const names = choice === 'auto' ? engineNames : choice
  const loaded = names.map(async (name) => {
    const isAbsent = choice === 'auto' && name !== 'probes' && findManifest(name) === undefined
    return [name, isAbsent ? { ...reportMissing(name), status: 'skipped' } : await loaders[name]()] as const
  })
  return Object.fromEntries(await Promise.all(loaded))
}

import type { EngineName } from '../judge/report.ts'
import type { Engines, StartEngine } from '../record/engine.ts'
import type { EngineChoice } from '../record/verifyOptions.ts'
import { findManifest, reportMissing } from './packages.ts'

/** The functions that load each engine. The engine `probes`, the kit's own checks, needs no process. */
const loaders: Record<EngineName, () => Promise<StartEngine | 'probes'>> = {
  probes: async () => 'probes',
  prism: async () => (await import('./prism.ts')).startPrism,
  dredd: async () => (await import('./dredd.ts')).startDredd,
}

export const engineNames = Object.keys(loaders) as EngineName[]

/** Loads the engines of a run. With `auto`, skips engines that are not installed, and the report lists them as skipped. */
export async function loadEngines(choice: EngineChoice): Promise<Engines> {
  const names = choice === 'auto' ? engineNames : choice
  const loaded = names.map(async (name) => {
    const isAbsent = choice === 'auto' && name !== 'probes' && findManifest(name) === undefined
    return [name, isAbsent ? { ...reportMissing(name), status: 'skipped' } : await loaders[name]()] as const
  })
  return Object.fromEntries(await Promise.all(loaded))
}

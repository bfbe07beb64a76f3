import type { EngineName } from '../judge/report.ts'
import type { EngineChoice } from '../judge/verifyOptions.ts'
import type { EngineOptions } from '../record/engine.ts'
import type { Engines } from '../record/engineGroup.ts'
import { enginePackages, reportMissing } from './enginePackages.ts'
import type { StartProcessEngine } from './process/createEngine.ts'
import { findPeer } from './process/findPeer.ts'
import type { IdleProcesses } from './process/idleProcesses.ts'

/** Every engine, loaded when it is needed. The kit's own checks need no process: they judge the probes' exchanges. */
const loaders: Record<EngineName, () => Promise<StartProcessEngine | 'probes'>> = {
  probes: async () => 'probes',
  prism: async () => (await import('./prism/prism.ts')).startPrism,
  dredd: async () => (await import('./dredd/dredd.ts')).startDredd,
}

export const engineNames = Object.keys(loaders) as EngineName[]

/**
 * Loads the engines of a run. With `auto`, those that are not installed are skipped, and the report says so. With `idle`, they use
 * the processes that wait there.
 */
export async function loadEngines(choice: EngineChoice, idle?: IdleProcesses): Promise<Engines> {
  const names = choice === 'auto' ? engineNames : choice
  const loaded = names.map(async (name) => {
    const isAbsent = choice === 'auto' && name !== 'probes' && !isInstalled(enginePackages[name].package)
    if (isAbsent) return [name, { ...reportMissing(name), status: 'skipped' }] as const
    const start = await loaders[name]()
    return [name, start === 'probes' ? start : (options: EngineOptions) => start(options, idle)] as const
  })
  return Object.fromEntries(await Promise.all(loaded))
}

/** A package that cannot be read counts as installed: the engine reports why it does not start. */
function isInstalled(name: string): boolean {
  try {
    return findPeer(name) !== undefined
  } catch {
    return true
  }
}

import { engines } from '../engines/engines.ts'
import type { EngineName } from '../harness/report.ts'
import { UsageError } from './UsageError.ts'

export const engineNames = Object.keys(engines) as EngineName[]

/** Parses `probes,prism`. The kit's own checks always judge: without them nothing could be held against the rest. */
export function toEngines(text: string): EngineName[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !engineNames.includes(name as EngineName))
  if (unknown !== undefined)
    throw new UsageError(`expected engines among ${engineNames.join(', ')}, got "${unknown}"`)
  return engineNames.filter((name) => names.includes(name) || name === 'probes')
}

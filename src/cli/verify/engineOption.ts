import { engines } from '../../engines/engines.ts'
import type { EngineName } from '../../harness/report.ts'
import { option } from '../config/option.ts'
import { UsageError } from '../errors.ts'

const engineNames = Object.keys(engines) as EngineName[]

/** Declares `--engine`, for every command that judges. */
export function engineOption() {
  return option({
    flag: '--engine <names>',
    description: `who judges: ${engineNames.join(', ')}`,
    default: engineNames,
    defaultText: 'all',
    parse: toEngines,
  })
}

/** Parses `probes,prism`. The kit's own checks always judge: without them nothing could be held against the rest. */
function toEngines(text: string): EngineName[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !engineNames.includes(name as EngineName))
  if (unknown !== undefined)
    throw new UsageError(`expected engines among ${engineNames.join(', ')}, got "${unknown}"`)
  return engineNames.filter((name) => names.includes(name) || name === 'probes')
}

import { listNames } from '../../contract/input/suggest.ts'
import { engineNames } from '../../engines/engines.ts'
import type { EngineName } from '../../harness/report.ts'
import type { Flag } from '../config/flag.ts'
import { UsageError } from '../errors.ts'

/** `--engine`, for each command that judges. */
export const engineFlag = {
  type: 'list',
  value: '<names>',
  description: `engines to use, separated by commas: ${engineNames.join(', ')}; probes is always used`,
  default: engineNames,
  defaultText: 'all',
  parse: toEngines,
} as const satisfies Flag

/** Parses `probes,prism`. The findings of the other engines are judged together with those of the probes, so these always run. */
function toEngines(text: string): EngineName[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !engineNames.includes(name as EngineName))
  if (unknown !== undefined) throw new UsageError(`expected ${listNames(engineNames)}, got "${unknown}"`)
  return engineNames.filter((name) => names.includes(name) || name === 'probes')
}

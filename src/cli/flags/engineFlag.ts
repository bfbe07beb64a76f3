import { listNames } from '../../contract/suggest.ts'
import { engineNames } from '../../engines/engines.ts'
import type { EngineName } from '../../judge/report.ts'
import type { EngineChoice } from '../../judge/verifyOptions.ts'
import type { Flag } from '../config/flag.ts'
import { UsageError } from '../errors.ts'

const shared = { type: 'list', value: '<names>' } as const
const others = engineNames.filter((name) => name !== 'probes')

/** `--engine` of `verify`. */
export const engineFlag = {
  ...shared,
  description: `auto, or names: ${engineNames.join(',')}`,
  detail: `separated by commas; probes is always used, and auto adds ${listNames(others, 'and')} if they are installed`,
  default: 'auto',
  parse: (text: string): EngineChoice =>
    text.trim() === 'auto' ? 'auto' : toEngines(text, ['auto', ...engineNames]),
} as const satisfies Flag

/** `--engine` of `prove`. */
export const proveEngineFlag = {
  ...shared,
  description: engineNames.join(','),
  detail: 'separated by commas; probes is always used',
  default: engineNames,
  defaultText: 'all',
  parse: (text: string) => toEngines(text, engineNames),
} as const satisfies Flag

/** Parses `probes,prism`. The findings of the other engines are judged together with those of the probes, so these always run. */
function toEngines(text: string, expected: readonly string[]): EngineName[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !engineNames.includes(name as EngineName))
  if (unknown !== undefined) throw new UsageError(`expected ${listNames(expected)}, got "${unknown}"`)
  return engineNames.filter((name) => names.includes(name) || name === 'probes')
}

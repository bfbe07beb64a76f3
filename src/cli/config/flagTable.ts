import { listNames } from '../../contract/suggest.ts'
import { mockFlags } from '../flags/mockFlags.ts'
import { proveFlags } from '../flags/proveFlags.ts'
import { verifyFlags } from '../flags/verifyFlags.ts'
import type { Config } from './config.ts'
import { configFlag } from './configFlag.ts'
import { commandVariable, type Flag, type Flags, flagDescription, flagName, flagVariable } from './flag.ts'

/** A command of the configuration that is missing here does not compile. */
const tables: Readonly<Record<keyof Config, Flags>> = {
  mock: mockFlags,
  verify: verifyFlags,
  prove: proveFlags,
}

/** Replaces the tables of flags in a Markdown page: the text between `<!-- flags: mock -->` and `<!-- end -->`. */
export function updateFlagTables(page: string): string {
  return page.replaceAll(
    /(<!-- flags: (\w+) -->\n).*?(<!-- end -->)/gs,
    (_, start, name, end) => `${start}${renderFlagTable(findTable(name))}${end}`,
  )
}

/** The environment variables of all commands. */
export function listVariables(): string[] {
  const variables = Object.entries({ ...tables, '': { config: configFlag } }).flatMap(([command, table]) =>
    Object.entries<Flag>(table).flatMap(([key, flag]) => [
      flagVariable(key, flag),
      ...(command === '' ? [] : [commandVariable(command, key, flag)]),
    ]),
  )
  return ['PLANT_STORE_DEBUG', ...new Set(variables)]
}

function findTable(name: string): Flags {
  const table = new Map<string, Flags>(Object.entries(tables)).get(name)
  if (!table) throw new Error(`expected ${listNames(Object.keys(tables))} after "flags:", got "${name}"`)
  return table
}

function renderFlagTable(flags: Flags): string {
  const rows = Object.entries(flags).map(([key, flag]) => renderRow(key, flag, `\`${key}\``))
  const header = ['flag', 'environment variable', 'configuration key', 'default', 'meaning']
  return [header, header.map(() => '---'), ...rows, renderRow('config', configFlag, '')]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('')
}

function renderRow(key: string, flag: Flag, configKey: string): string[] {
  const short = flag.short === undefined ? '' : `-${flag.short}, `
  const name = `${short}${flagName(key, flag)} ${flag.value ?? ''}`.trim()
  return [
    `\`${name}\``,
    `\`${flagVariable(key, flag)}\``,
    configKey,
    renderDefault(flag),
    flagDescription(key, flag).replaceAll('|', '\\|'),
  ]
}

function renderDefault({ type, default: initial, defaultText }: Flag): string {
  if (defaultText !== undefined) return defaultText
  if (type === 'boolean') return initial === true ? '`true`' : '`false`'
  return initial === undefined ? 'none' : `\`${initial}\``
}

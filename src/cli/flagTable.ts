import { sections } from './flags.ts'
import { configFlag, type Flag, type Flags, flagName, flagVariable } from './options.ts'

/** Replaces the tables of flags in a Markdown page: the text between `<!-- flags: mock -->` and `<!-- end -->`. */
export function updateFlagTables(page: string): string {
  return page.replaceAll(
    /(<!-- flags: (mock|verify) -->\n).*?(<!-- end -->)/gs,
    (_, start: string, name: keyof typeof sections, end: string) =>
      `${start}${renderFlagTable(sections[name])}${end}`,
  )
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
  const hint = flag.secret && `process lists show flags, so prefer ${flagVariable(key, flag)} for secrets`
  const meaning = [flag.description, flag.detail, hint].filter(Boolean).join('; ')
  return [
    flag.onlyInFile ? '' : `\`${name}\``,
    flag.onlyInFile ? '' : `\`${flagVariable(key, flag)}\``,
    configKey,
    renderDefault(flag),
    meaning.replaceAll('|', '\\|'),
  ]
}

function renderDefault({ type, default: initial, defaultText }: Flag): string {
  if (defaultText !== undefined) return defaultText
  if (type === 'boolean') return initial === true ? '`true`' : '`false`'
  return initial === undefined ? 'none' : `\`${initial}\``
}

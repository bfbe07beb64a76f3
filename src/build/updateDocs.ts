import { globSync, readFileSync, writeFileSync } from 'node:fs'

import { configFlag, mockFlags, verifyFlags } from '../cli/flags.ts'
import { describeMeaning, type Flag, flagName, flagVariable } from '../cli/options.ts'

import { readKit } from '../contract/files.ts'
import { formatMutants, formatRates, formatTable, readPower } from '../prove/power.ts'

// Part of `npm run update`: rewrites the generated parts of docs pages and pipeline files. Run it in the root of the repository.

/** The files that contain generated blocks or the kit's version. */
export const DERIVED_FILES = [
  'docs/*.md',
  'action.yml',
  'templates/*.yml',
  'deploy/pipelines/**/{*.yml,*.yaml,Jenkinsfile}',
  'deploy/image/Dockerfile',
]

/**
 * Rewrites the kit's version, and each block between a line such as `<!-- file: deploy/pipelines/gitlab.yml -->` and `<!-- end -->`, or, in
 * YAML, between `# flags: github inputs` and `# end`.
 */
export function updateText(text: string): string {
  return text
    .replaceAll(/(plant-store-kit[@:/a-z]*[@:]v?)\d+\.\d+\.\d+[\w.-]*/g, `$1${readKit().version}`)
    .replaceAll(
      /^( *)((?:<!--|#) (file|flags|power): (.+?)(?: -->)?)\n[\s\S]*?^ *((?:<!-- end -->|# end)$)/gm,
      (_, indent: string, start: string, kind: keyof typeof renderers, name: string, end: string) => {
        const lines = renderers[kind](name).split('\n')
        return [start, ...lines, end].map((line) => line && indent + line).join('\n')
      },
    )
}

/** The functions that write blocks, by the word before the colon. */
const renderers = {
  file: (path: string): string => `\`\`\`yaml\n${readFileSync(path, 'utf8')}\`\`\``,
  flags: (name: string): string =>
    name === 'mock' || name === 'verify' ? formatFlags(name) : formatInputs(name),
  power: (part: string): string =>
    `\n${part === 'rates' ? formatRates(readPower()) : formatMutants(readPower().mutants)}`,
}

/** The table of a command's flags in docs/cli.md. */
function formatFlags(name: 'mock' | 'verify'): string {
  const table = name === 'mock' ? mockFlags : verifyFlags
  const flags = Object.entries<Flag>(table).map(([key, flag]) => formatFlag(key, flag, `\`${key}\``))
  const titles = ['flag', 'environment variable', 'configuration key', 'default', 'meaning']
  return formatTable(titles, [...flags, formatFlag('config', configFlag, '')]).trimEnd()
}

function formatFlag(key: string, flag: Flag, configKey: string): string[] {
  const name = `${flagName(key)} ${flag.value}`.trim()
  const hint = flag.secret && `process lists show flags, so prefer ${flagVariable(key)} for secrets`
  return [
    `\`${name}\``,
    `\`${flagVariable(key)}\``,
    configKey,
    formatDefault(flag),
    [describeMeaning(flag), hint].filter(Boolean).join('; '),
  ]
}

function formatDefault({ type, default: initial }: Flag): string {
  if (type === 'switch') return 'off'
  return initial === undefined ? 'none' : `\`${initial}\``
}

/** The lines for a pipeline input, by the name of the block. */
const inputs: Record<string, (name: string, variable: string, flag: Flag) => string[]> = {
  'github inputs': (name, _variable, flag) => [`${name}:`, describeInput(flag)],
  // A variable that the job has already set applies unless there is an input.
  'github variables': (name, variable) => [`${variable}: \${{ inputs.${name} || env.${variable} }}`],
  'gitlab inputs': (name, _variable, flag) => [`${name}:`, describeInput(flag), "  default: ''"],
  // GitLab pastes an input into the file's text. In a block scalar, no character has a special meaning.
  'gitlab variables': (name, variable, { value }) =>
    value === '<command>'
      ? // The shell expands the variables in a command.
        [`${variable}:`, '  value: |-', `    $[[ inputs.${name} ]]`, '  expand: false']
      : [`${variable}: |-`, `  $[[ inputs.${name} ]]`],
}

function formatInputs(block: string): string {
  const format = inputs[block]
  if (format === undefined)
    throw new Error(`expected one of ${Object.keys(inputs)} after "flags:", got "${block}"`)
  return Object.entries<Flag>(verifyFlags)
    .filter(([key, flag]) => isInput(key, flag, block))
    .flatMap(([key, flag]) => format(flagName(key).slice(2), flagVariable(key), flag))
    .join('\n')
}

function isInput(key: string, { secret, type }: Flag, block: string): boolean {
  // --watch never ends, so only people can use it.
  if (key === 'watch') return false
  // The input's default differs from the flag's, so the file itself declares this input.
  if (key === 'report' && !block.endsWith('variables')) return false
  // GitLab stores inputs as plain text on one line.
  return block.startsWith('github') || (!secret && type !== 'repeatable')
}

function describeInput(flag: Flag): string {
  const { type, help, value } = flag
  const [, unit] = /^<(ms|seconds)>$/.exec(value) ?? []
  const parts = [
    unit === undefined ? '' : `in ${unit}: `,
    type === 'switch' ? `${help}: true or false` : help,
    type === 'repeatable' ? '; one per line' : '',
    flag.default === undefined ? '' : ` (default: ${flag.default})`,
  ]
  return `  description: ${JSON.stringify(parts.join(''))}`
}

if (import.meta.main)
  for (const file of globSync(DERIVED_FILES)) writeFileSync(file, updateText(readFileSync(file, 'utf8')))

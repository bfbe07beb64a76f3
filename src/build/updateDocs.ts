import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { verifyFlags } from '../cli/flags.ts'
import { type Flag, flagName, flagVariable } from '../cli/options.ts'
import { readKit } from '../contract/files.ts'

// Part of `npm run update`: rewrites the kit's version in pages and pipeline files, and the flags in pipeline files, which CI platforms
// read from the repository. Run this script in the root of the repository.

/** The files in which this script rewrites the kit's version or flags. */
export const DERIVED_FILES = [
  'docs/*.md',
  'action.yml',
  'templates/*.yml',
  'deploy/pipelines/**/{*.yml,*.yaml,Jenkinsfile}',
  'deploy/image/Dockerfile',
]

/** Rewrites the kit's version, and each block between a line such as `# flags: github inputs` and `# end`. */
export function updateText(text: string): string {
  return text
    .replaceAll(/(plant-store-kit[@:/a-z]*[@:]v?)\d+\.\d+\.\d+[\w.-]*/g, `$1${readKit().version}`)
    .replaceAll(
      /^( *)(# flags: (.+))\n[\s\S]*?^ *(# end$)/gm,
      (_, indent: string, start: string, block: string, end: string) => {
        const lines = formatInputs(block).split('\n')
        return [start, ...lines, end].map((line) => line && indent + line).join('\n')
      },
    )
}

/** The functions that write the lines for a pipeline input, by the name of the block. */
const inputs: Record<string, (name: string, variable: string, flag: Flag) => string[]> = {
  'github inputs': (name, _variable, flag) => [`${name}:`, describeInput(flag)],
  // If the input is empty, use a variable that the job has already set.
  'github variables': (name, variable) => [`${variable}: \${{ inputs.${name} || env.${variable} }}`],
  'gitlab inputs': (name, _variable, flag) => [`${name}:`, describeInput(flag), "  default: ''"],
  // GitLab inserts an input's value into the YAML file. In a YAML block scalar, no character has a special meaning.
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
  // A run with --watch ends only at a signal, so pipelines do not need this flag.
  if (key === 'watch') return false
  // The input `report` has another default than the flag, so the file itself declares this input.
  if (key === 'report' && !block.endsWith('variables')) return false
  // GitLab gets no secrets, because it shows inputs as plain text, and no repeatable flags, whose values may need several lines.
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

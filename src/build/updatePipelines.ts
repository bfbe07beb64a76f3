import { verifyFlags } from '../cli/flags.ts'
import { type Flag, flagName, flagVariable } from '../cli/options.ts'
import { readKit } from '../contract/files.ts'

/** The files that name the kit's version or its flags. */
export const PIPELINE_FILES = [
  'action.yml',
  'templates/*.yml',
  'pipelines/**/{*.yml,*.yaml,Jenkinsfile}',
  'image/Dockerfile',
  'docs/containers.md',
]

/** A flag that only a person can use: it never ends. */
const NOT_FOR_PIPELINES = ['watch']

/** Inputs whose defaults differ from those of the flag, so that the file itself declares them. */
const DECLARED = ['report']

type Rendered = { name: string; variable: string; description: string; isCommand: boolean }

const blocks: Record<string, (flag: Rendered) => string[]> = {
  'github inputs': ({ name, description }) => [`${name}:`, `  description: ${JSON.stringify(description)}`],
  // What the job has already set counts unless there is an input.
  'github variables': ({ name, variable }) => [`${variable}: \${{ inputs.${name} || env.${variable} }}`],
  'gitlab inputs': ({ name, description }) => [
    `${name}:`,
    `  description: ${JSON.stringify(description)}`,
    "  default: ''",
  ],
  // GitLab pastes an input into the text of the file. In a block scalar, no character of a line is syntax.
  'gitlab variables': ({ name, variable, isCommand }) =>
    isCommand
      ? // The shell expands the variables of a command.
        [`${variable}:`, '  value: |-', `    $[[ inputs.${name} ]]`, '  expand: false']
      : [`${variable}: |-`, `  $[[ inputs.${name} ]]`],
}

/**
 * Rewrites what a pipeline file derives from the code: the version of the kit, and, between `# flags: github inputs` (or another
 * name of `blocks`) and `# end`, the flags of `verify`.
 */
export function updatePipelines(text: string): string {
  return text
    .replaceAll(/(plant-store-kit[@:/a-z]*[@:]v?)\d+\.\d+\.\d+[\w.-]*/g, `$1${readKit().version}`)
    .replaceAll(
      /^( *)# flags: (.+)\n(?:.*\n)*? *# end$/gm,
      (_, indent: string, name: string) =>
        `${indent}# flags: ${name}\n${renderBlock(name, indent)}${indent}# end`,
    )
}

function renderBlock(name: string, indent: string): string {
  const render = blocks[name]
  if (render === undefined)
    throw new Error(`expected one of ${Object.keys(blocks)} after "flags:", got "${name}"`)
  const flags = Object.entries<Flag>(verifyFlags).filter(([key, flag]) => isInput(key, flag, name))
  return flags
    .flatMap(([key, flag]) => render(describe(key, flag)).map((line) => `${indent}${line}\n`))
    .join('')
}

/** GitLab stores inputs in plain text, and on one line. */
function isInput(key: string, { secret, type, onlyInFile }: Flag, block: string): boolean {
  if (
    onlyInFile ||
    NOT_FOR_PIPELINES.includes(key) ||
    (DECLARED.includes(key) && !block.endsWith('variables'))
  )
    return false
  return block.startsWith('github') || (!secret && type !== 'repeatable')
}

function describe(key: string, flag: Flag): Rendered {
  const { description, value, default: initial, defaultText = initial } = flag
  const repeatable = flag.type === 'repeatable' ? '; one per line' : ''
  const [, unit] = /^<(ms|seconds)>$/.exec(value ?? '') ?? []
  const text =
    flag.type === 'boolean' ? `${description}: true or false` : description.replace('; repeatable', '')
  return {
    name: flagName(key, flag).slice(2),
    variable: flagVariable(key, flag),
    isCommand: value === '<command>',
    description: `${unit === undefined ? '' : `in ${unit}: `}${text}${repeatable}${defaultText === undefined ? '' : ` (default: ${defaultText})`}`,
  }
}

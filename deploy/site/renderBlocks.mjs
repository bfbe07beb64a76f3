import { readFileSync } from 'node:fs'
import { formatTable, readResults } from '../../bench/results.ts'
import { configFlag, mockFlags, verifyFlags } from '../../src/cli/flags.ts'
import { describeMeaning, flagName, flagVariable } from '../../src/cli/options.ts'

/** Replaces each comment such as `<!-- flags: mock -->` with content that is generated from the files of the repository. */
export function renderBlocks(text) {
  return text.replaceAll(/^<!-- (flags|file|results): (\S+) -->$/gm, (_, kind, name) => renderers[kind](name))
}

const renderers = {
  flags: (command) => {
    const flags = Object.entries(command === 'mock' ? mockFlags : verifyFlags)
    const rows = flags.map(([key, flag]) => describeFlag(key, flag, `\`${key}\``))
    const titles = ['flag', 'environment variable', 'configuration key', 'default', 'meaning']
    return formatTable([titles, ...rows, describeFlag('config', configFlag, '')])
  },
  file: (path) => `\`\`\`yaml\n${readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')}\`\`\``,
  results: (name) => {
    const { command, date, commit, machine, tables } = readResults()[name]
    const source = `Measured by \`${command}\` on ${date}, at commit ${commit}: ${machine}.`
    return `\n${[...tables.map(formatTable), source].join('\n')}\n`
  },
}

function describeFlag(key, flag, configKey) {
  const { type, default: initial, secret, value } = flag
  const hint = secret && `process lists show flags, so prefer ${flagVariable(key)} for secrets`
  const byDefault = initial === undefined ? 'none' : `\`${initial}\``
  return [
    `\`${`${flagName(key)} ${value}`.trim()}\``,
    `\`${flagVariable(key)}\``,
    configKey,
    type === 'switch' ? 'off' : byDefault,
    [describeMeaning(flag), hint].filter(Boolean).join('; '),
  ]
}

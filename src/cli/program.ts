import { Command, type CommanderError } from 'commander'
import { readKit } from '../contract/files.ts'
import type { StartTarget } from './commands/verify.ts'
import type { Config } from './config/config.ts'
import { configFlag } from './config/configFlag.ts'
import { createOption } from './config/createOption.ts'
import { findConfig, readConfig } from './config/readConfig.ts'
import { UsageError } from './errors.ts'
import type { Finish } from './explainFailure.ts'
import { findProgram } from './reports/findProgram.ts'

type CreateCommand = (finish: Finish, startTarget?: StartTarget) => Command

/** Commands that read the section of another one. */
const sharing: readonly string[] = ['scenarios', 'replay']

/** The commands in the order of the help. Only the one that is called is loaded, so that it starts fast. */
const commands: Readonly<Record<string, () => Promise<CreateCommand>>> = {
  mock: async () => (await import('./commands/mock.ts')).mockCommand,
  scenarios: async () => (await import('./commands/scenarios.ts')).scenariosCommand,
  init: async () => (await import('./commands/init.ts')).initCommand,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  judge: async () => (await import('./commands/judge.ts')).judgeCommand,
  replay: async () => (await import('./commands/replay.ts')).replayCommand,
  report: async () => (await import('./commands/report.ts')).reportCommand,
  merge: async () => (await import('./commands/merge.ts')).mergeCommand,
  compare: async () => (await import('./commands/compare.ts')).compareCommand,
  checks: async () => (await import('./commands/checks.ts')).checksCommand,
  prove: async () => (await import('./commands/prove.ts')).proveCommand,
}

/** The sections of a configuration: the commands that have flags. One that is missing here does not compile. */
const sections: readonly string[] = Object.keys({
  mock: 1,
  verify: 1,
  prove: 1,
} satisfies Record<keyof Config, 1>)

/**
 * Creates the command line with the command that the arguments call, or with all commands if they call none. It throws where
 * commander would exit, and prints no errors.
 */
export async function createProgram(
  args: readonly string[],
  finish: Finish,
  startTarget?: StartTarget,
): Promise<Command> {
  const program = new Command('plant-store')
    .description('A mock server and a contract test kit for the Plant Store API.')
    .version(readKit().version)
    .exitOverride(throwUsageError(findProgram()))
    .configureOutput({ outputError: () => {} })
    // The text of an option says all that the help should: see createOption.ts.
    .configureHelp({ optionDescription: ({ description }) => description })
    .hook('preAction', (_program, command) => configure(command))
  for (const load of calledCommands(args)) {
    const create = await load()
    const command = create(finish, startTarget)
    const name = command.name()
    if (isConfigurable(command)) command.addOption(createOption('config', configFlag))
    program.addCommand(
      command.copyInheritedSettings(program).exitOverride(throwUsageError(`${findProgram()} ${name}`)),
    )
  }
  return program
}

function calledCommands([name = '']: readonly string[]): (() => Promise<CreateCommand>)[] {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  return load ? [load] : Object.values(commands)
}

function isConfigurable(command: Command): boolean {
  return sections.includes(command.name()) || sharing.includes(command.name())
}

/** Replaces the exit of commander by a UsageError that ends with the help to read. */
function throwUsageError(line: string): (error: CommanderError) => never {
  return (error) => {
    if (error.exitCode === 0 || error.code === 'commander.help') throw error
    throw new UsageError(`${error.message.replace(/^error: /, '')}\nSee ${line} --help.`)
  }
}

/** Applies the configuration to options that neither the command line nor the environment sets. */
async function configure(command: Command): Promise<void> {
  const others = listOtherVariables(command)
  if (others.length > 0) {
    // Loaded late: it needs the flags of all commands.
    const { warnAboutVariables } = await import('./config/warnAboutVariables.ts')
    warnAboutVariables(others)
  }
  if (!isConfigurable(command)) return
  const { config: file = findConfig('.') }: { config?: string } = command.opts()
  if (file === undefined) return
  const { applyConfig } = await import('./config/applyConfig.ts')
  applyConfig(command, sections, await readConfig(file))
}

/** The variables of the kit's prefix that the command does not have. */
function listOtherVariables(command: Command): string[] {
  const own = command.options.map(({ envVar }) => envVar)
  return Object.keys(process.env).filter((name) => name.startsWith('PLANT_STORE_') && !own.includes(name))
}

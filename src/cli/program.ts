import { Command, type CommanderError } from 'commander'
import { kit } from '../contract/kit.ts'
import type { Fallback } from './commands/verify.ts'
import type { Config } from './config/config.ts'
import { option } from './config/option.ts'
import { findConfig, readConfig } from './config/readConfig.ts'
import { UsageError } from './errors.ts'
import type { Finish } from './explainFailure.ts'

type Declare = (finish: Finish, fallback?: Fallback) => Command

/** Every command, in the order of the help. Each is loaded when it is called, so that it waits for none of the others. */
const commands: Readonly<Record<string, () => Promise<Declare>>> = {
  mock: async () => (await import('./commands/mock.ts')).mockCommand,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  checks: async () => (await import('./commands/checks.ts')).checksCommand,
  prove: async () => (await import('./commands/prove.ts')).proveCommand,
}

/** The sections of a configuration: the commands that have flags. */
const sections: readonly (keyof Config)[] = ['mock', 'verify', 'prove']

/**
 * The command line of the kit, with the command that the arguments call, or with all where they call none. It throws where
 * commander would exit, and leaves what to print about it to the caller.
 */
export async function createProgram(
  args: readonly string[],
  finish: Finish,
  fallback?: Fallback,
): Promise<Command> {
  const root = new Command('plant-store')
    .description('A mock server and a contract test kit for the Plant Store service.')
    .version(kit().version)
    .exitOverride(misuse('plant-store'))
    .configureOutput({ outputError: () => {} })
    .hook('preAction', (_root, command) => configure(command))
  for (const load of called(args)) {
    const declare = await load()
    const command = declare(finish, fallback)
    if (isConfigurable(command)) command.addOption(configOption())
    root.addCommand(command.copyInheritedSettings(root).exitOverride(misuse(`plant-store ${command.name()}`)))
  }
  return root
}

function called([name = '']: readonly string[]): (() => Promise<Declare>)[] {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  return load ? [load] : Object.values(commands)
}

function isConfigurable(command: Command): boolean {
  return sections.some((section) => section === command.name())
}

function configOption() {
  return option({
    flag: '--config <file>',
    description:
      'what flags and environment leave open; without it plant-store.config.ts, .js, .json or .yaml, where there is one',
  })
}

/** Where commander would end the process: what it says about a mistake, with the help that belongs to it. */
function misuse(line: string): (error: CommanderError) => never {
  return (error) => {
    if (error.exitCode === 0 || error.code === 'commander.help') throw error
    throw new UsageError(`${error.message.replace(/^error: /, '')}\nSee ${line} --help.`)
  }
}

/** Flags and environment are read by now: the configuration gives what they leave open. */
async function configure(command: Command): Promise<void> {
  if (!isConfigurable(command)) return
  const { config: file = findConfig('.') }: { config?: string } = command.opts()
  if (file === undefined) return
  const { applyConfig } = await import('./config/applyConfig.ts')
  applyConfig(command, sections, await readConfig(file))
}

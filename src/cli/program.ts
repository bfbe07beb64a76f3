import { Command, type CommanderError } from 'commander'
import { readKit } from '../contract/files.ts'
import { type Finish, findProgram, UsageError } from './errors.ts'
import { showAll } from './options.ts'

type CreateCommand = (finish: Finish) => Command

/** The commands in the order of the help. Only the one that is called is loaded, so that it starts fast. */
const commands: Readonly<Record<string, () => Promise<CreateCommand>>> = {
  mock: async () => (await import('./commands/mock.ts')).mockCommand,
  init: async () => (await import('./commands/init.ts')).initCommand,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  checks: async () => (await import('./commands/checks.ts')).checksCommand,
  replay: async () => (await import('./commands/replay.ts')).replayCommand,
  report: async () => (await import('./commands/report.ts')).reportCommand,
  judge: async () => (await import('./commands/judge.ts')).judgeCommand,
  compare: async () => (await import('./commands/compare.ts')).compareCommand,
}

/**
 * Creates the command line with the command that the arguments call, or with all commands if they call none. It throws where
 * commander would exit, and prints no errors.
 */
export async function createProgram(args: readonly string[], finish: Finish): Promise<Command> {
  const program = new Command('plant-store-kit')
    .description('A mock server and a contract test kit for the Plant Store API.')
    .version(readKit().version)
    .exitOverride(throwUsageError(findProgram()))
    .configureOutput({ outputError: () => {} })
    // The text of an option says all that the help should: see options.ts.
    .configureHelp({ optionDescription: ({ description }) => description })
  const [name = ''] = args
  const called = Object.hasOwn(commands, name) ? commands[name] : undefined
  for (const load of called ? [called] : Object.values(commands)) {
    const command = (await load())(finish)
    const line = `${findProgram()} ${command.name()}`
    program.addCommand(command.copyInheritedSettings(program).exitOverride(throwUsageError(line)))
    if (/(--help|-h) all$/.test(args.join(' '))) showAll(command)
  }
  return program
}

/** Replaces the exit of commander by a UsageError that ends with the help to read. */
function throwUsageError(line: string): (error: CommanderError) => never {
  return (error) => {
    if (error.exitCode === 0 || error.code === 'commander.help') throw error
    throw new UsageError(`${error.message.replace(/^error: /, '')}\nSee ${line} --help.`)
  }
}

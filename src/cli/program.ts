import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import type { Finish } from './exitCode.ts'
import { mock } from './mock.ts'

/** Every command, in the order of the help. */
const commands: readonly ((finish: Finish) => Command)[] = [mock]

/** The command line of the kit. It throws where commander would exit, and leaves what to print about it to the caller. */
export function program(finish: Finish): Command {
  const root = new Command('plant-store')
    .description('A mock server and a contract test kit for the Plant Store service.')
    .version(version())
    .exitOverride()
    .configureOutput({ outputError: () => {} })
  for (const command of commands) root.addCommand(command(finish).copyInheritedSettings(root))
  return root
}

function version(): string {
  const file = fileURLToPath(import.meta.resolve('plant-store-kit/package.json'))
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
  return version
}

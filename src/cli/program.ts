import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { checks } from './checks.ts'
import type { Finish } from './exitCode.ts'
import { mock } from './mock.ts'
import { prove } from './prove.ts'
import { type Fallback, verify } from './verify.ts'

/** Every command, in the order of the help. */
const commands: readonly ((finish: Finish, fallback?: Fallback) => Command)[] = [mock, verify, checks, prove]

/** The command line of the kit. It throws where commander would exit, and leaves what to print about it to the caller. */
export function program(finish: Finish, fallback?: Fallback): Command {
  const root = new Command('plant-store')
    .description('A mock server and a contract test kit for the Plant Store service.')
    .version(version())
    .exitOverride()
    .configureOutput({ outputError: () => {} })
  for (const command of commands) root.addCommand(command(finish, fallback).copyInheritedSettings(root))
  return root
}

function version(): string {
  const file = fileURLToPath(import.meta.resolve('plant-store-kit/package.json'))
  const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
  return version
}

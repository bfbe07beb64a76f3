import { Command } from 'commander'
import { FixtureError } from '../server/FixtureError.ts'
import { ListenError } from '../server/ListenError.ts'
import { type MockOptions, mockDefaults } from '../server/mockOptions.ts'
import { parseBasePath } from '../server/parseBasePath.ts'
import type { Mock } from '../server/startMock.ts'
import type { Finish } from './exitCode.ts'
import { option } from './option.ts'
import { UsageError } from './UsageError.ts'
import { untilSignal } from './untilSignal.ts'

/** `plant-store mock`: serves until it is told to stop. */
export function mock(finish: Finish): Command {
  return new Command('mock')
    .description('Serve the reference implementation on its fixtures.')
    .addOption(
      option({
        flag: '--port <number>',
        description: 'port to listen on, 0 for any free one',
        default: mockDefaults.port,
        parse: toPort,
      }),
    )
    .addOption(
      option({
        flag: '--host <address>',
        description: 'address to listen on',
        parse: toHost,
        default: mockDefaults.host,
      }),
    )
    .addOption(
      option({
        flag: '--base-path <path>',
        description: 'path before /plants',
        default: mockDefaults.basePath,
        parse: toBasePath,
      }),
    )
    .addOption(
      option({
        flag: '--fixtures <dir>',
        description: 'folder with plants.yaml and users.yaml',
        default: mockDefaults.fixtures,
        defaultText: "the kit's own",
      }),
    )
    .action(async (options: Required<MockOptions>) => {
      const running = await start(options)
      const stopped = untilSignal()
      process.stdout.write(`plant-store mock listening on ${running.url}\n`)
      await stopped
      await running.close()
      finish(0)
    })
}

async function start(options: Required<MockOptions>): Promise<Mock> {
  // What serves is loaded when it is needed: help and usage errors come at once.
  const { startMock } = await import('../server/startMock.ts')
  try {
    return await startMock(options)
  } catch (error) {
    if (error instanceof ListenError && (error.code === 'EADDRINUSE' || error.code === 'EACCES'))
      throw new UsageError(`${error.message}: --port 0`)
    if (error instanceof ListenError || error instanceof FixtureError) throw new UsageError(error.message)
    throw error
  }
}

function toPort(text: string): number {
  if (/^[0-9]{1,5}$/.test(text) && Number(text) <= 65535) return Number(text)
  throw new UsageError(`expected a port from 0 to 65535, got "${text}"`)
}

function toHost(text: string): string {
  if (text.trim() !== '') return text
  throw new UsageError('expected an address or a name to listen on, such as 127.0.0.1, got none')
}

function toBasePath(text: string): string {
  try {
    parseBasePath(text)
    return text
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(error.message) : error
  }
}

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
    .addOption(
      option({
        flag: '--fault <id>',
        description: 'serve a faulty implementation instead, to see a pipeline go red',
      }),
    )
    .addOption(
      option({ flag: '--variation <id>', description: 'serve an odd but valid one, to see it stay green' }),
    )
    .action(async (options: Required<MockOptions> & { fault?: string; variation?: string }) => {
      const { fault, variation } = options
      if (fault !== undefined && variation !== undefined)
        throw new UsageError('expected --fault or --variation, got both')
      const running =
        (fault ?? variation) === undefined ? await start(options) : await startFromCorpus(options)
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

/** Serves an implementation of the corpus, and says on standard error what it does. */
async function startFromCorpus(
  options: Required<MockOptions> & { fault?: string; variation?: string },
): Promise<Pick<Mock, 'url' | 'close'>> {
  const { fault, variation, port } = options
  const corpus = await import('../../contract-tests/implementations/index.ts')
  const { startImplementation } = await import('../../contract-tests/implementations/startImplementation.ts')
  const known = fault === undefined ? corpus.variations : corpus.faults
  const chosen = known.find(({ id }) => id === (fault ?? variation))
  if (!chosen) throw new UsageError(`expected one of the ids in docs/power.md, got "${fault ?? variation}"`)
  try {
    const { baseUrl, token, close } = await startImplementation(chosen.difference, port)
    const watched = 'check' in chosen ? `, which ${chosen.check} must see` : ', which is valid'
    process.stderr.write(`${chosen.id}: a server that ${chosen.title}${watched}; its token is ${token}\n`)
    return { url: baseUrl, close }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE' || code === 'EACCES')
      throw new UsageError(
        `port ${port} cannot be had (${code}); choose another one, or --port 0 for any free one`,
      )
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

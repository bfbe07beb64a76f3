import { Command } from 'commander'
import { FixtureError } from '../server/FixtureError.ts'
import { ListenError } from '../server/ListenError.ts'
import { type Fault, faults } from '../server/play/effects.ts'
import type { Mock } from '../server/startMock.ts'
import { describeOccupant } from './describeOccupant.ts'
import type { Finish } from './exitCode.ts'
import { type MockFlags, mockFlags } from './mockFlags.ts'
import { type LogFormat, logLine } from './requestLog.ts'
import { UsageError } from './UsageError.ts'
import { untilSignal } from './untilSignal.ts'

/** `plant-store mock`: serves until it is told to stop. */
export function mock(finish: Finish): Command {
  const command = new Command('mock').description('Serve the reference implementation on its fixtures.')
  for (const declare of mockFlags) command.addOption(declare())
  return command.action(async (flags: MockFlags) => {
    const running = await startAsked(flags)
    const stopped = untilSignal()
    process.stdout.write(`plant-store mock listening on ${running.url}\n`)
    if (flags.open) {
      const { openBrowser } = await import('./openBrowser.ts')
      await openBrowser(new URL('/', running.url).href)
    }
    await stopped
    await running.close()
    finish(0)
  })
}

async function startAsked(flags: MockFlags): Promise<Pick<Mock, 'url' | 'close'>> {
  const { variation, port } = flags
  const onTheWire = faults.find((each) => each === flags.fault)
  const fault = onTheWire ? undefined : flags.fault
  if (fault !== undefined && variation !== undefined)
    throw new UsageError('expected --fault or --variation, got both')
  if (fault === undefined && variation === undefined) return start(flags, onTheWire)
  const { startCorpus } = await import('./startCorpus.ts')
  return fault === undefined
    ? startCorpus('variation', variation ?? '', port)
    : startCorpus('fault', fault, port)
}

async function start(flags: MockFlags, fault: Fault | undefined): Promise<Mock> {
  const { port, host, basePath, fixtures, cors, adminToken, adminCors, watch, scenario, seed, delay } = flags
  const settings = {
    ...delay,
    ...(scenario !== undefined && { scenario }),
    ...(seed !== undefined && { seed }),
    ...(fault && { fault }),
  }
  const tls = flags.tls || flags.cert || flags.key ? await certified(flags) : undefined
  if (tls) process.stderr.write(`${tls.note}\n`)
  // What serves is loaded when it is needed: help and usage errors come at once.
  const { startMock } = await import('../server/startMock.ts')
  try {
    const mock = await startMock({
      port,
      host,
      basePath,
      fixtures,
      cors,
      adminCors,
      watch,
      settings,
      ...(adminToken !== undefined && { adminToken }),
      ...(tls && { tls: tls.certificate }),
    })
    logTo(mock, flags.log ?? (process.stderr.isTTY ? 'pretty' : 'silent'))
    return mock
  } catch (error) {
    throw await explain(error, flags)
  }
}

async function certified(flags: MockFlags) {
  const { certificateOf } = await import('./certificate.ts')
  return certificateOf(flags)
}

function logTo(mock: Mock, format: LogFormat): void {
  if (format === 'pretty')
    process.stderr.write(`console, tokens and API reference: ${new URL('/', mock.url).href}\n`)
  mock.on((event) => {
    const line = logLine(event, format)
    if (line !== undefined) process.stderr.write(`${line}\n`)
  })
}

async function explain(error: unknown, { host, port }: MockFlags): Promise<unknown> {
  if (error instanceof ListenError && error.code === 'EADDRINUSE')
    return new UsageError(`${error.message}: --port 0${await describeOccupant(host, port)}`)
  if (error instanceof ListenError && error.code === 'EACCES')
    return new UsageError(`${error.message}: --port 0`)
  if (error instanceof ListenError || error instanceof FixtureError || error instanceof RangeError)
    return new UsageError(error.message)
  return error
}

import { Command } from 'commander'
import { type WireFault, wireFaults } from '../../mock/scenarios/effects.ts'
import type { Mock } from '../../mock/startMock.ts'
import type { Finish } from '../exitCode.ts'
import { checkCorpusFlags } from '../mock/checkCorpusFlags.ts'
import { explainStart } from '../mock/explainStart.ts'
import { type MockFlags, mockFlags } from '../mock/mockFlags.ts'
import { type LogFormat, requestLog } from '../mock/requestLog.ts'
import { untilSignal } from '../mock/untilSignal.ts'
import { UsageError } from '../UsageError.ts'

type Running = Pick<Mock, 'url' | 'close'>

/** `plant-store mock`: serves until it is told to stop. */
export function mock(finish: Finish): Command {
  const command = new Command('mock').description('Serve the reference implementation on its fixtures.')
  for (const declare of mockFlags) command.addOption(declare())
  return command.action(async (flags: MockFlags) => {
    const running = await startAsked(flags, command)
    const stopped = untilSignal()
    process.stdout.write(`plant-store mock listening on ${running.url}\n`)
    if (flags.open) {
      const { openBrowser } = await import('../mock/openBrowser.ts')
      await openBrowser(new URL('/', running.url).href)
    }
    await stopped
    await running.close()
    finish(0)
  })
}

async function startAsked(flags: MockFlags, command: Command): Promise<Running> {
  const { fault, variation, port } = flags
  if (fault !== undefined && variation !== undefined)
    throw new UsageError('expected --fault or --variation, got both')
  const onTheWire = wireFaults.find((each) => each === fault)
  if (onTheWire || (fault === undefined && variation === undefined)) return start(flags, onTheWire)
  const kind = fault === undefined ? 'variation' : 'fault'
  const note = checkCorpusFlags(command, kind)
  if (note !== undefined) process.stderr.write(`${note}\n`)
  const { startCorpus } = await import('../mock/startCorpus.ts')
  try {
    return await startCorpus(kind, fault ?? variation ?? '', port)
  } catch (error) {
    throw await explainStart(error, '127.0.0.1', port)
  }
}

async function start(flags: MockFlags, fault: WireFault | undefined): Promise<Running> {
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
  const { startMock } = await import('../../mock/startMock.ts')
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
    const close = (): Promise<void> => {
      // At once: a second signal would leave no time for it.
      tls?.remove()
      return mock.close()
    }
    return { url: mock.url, close }
  } catch (error) {
    throw await explainStart(error, host, port)
  }
}

async function certified(flags: MockFlags) {
  const { certificateOf } = await import('../mock/certificate.ts')
  return certificateOf(flags)
}

function logTo(mock: Mock, format: LogFormat): void {
  if (format === 'pretty')
    process.stderr.write(`console, tokens and API reference: ${new URL('/', mock.url).href}\n`)
  const log = requestLog(format)
  mock.on((event) => {
    const line = log(event)
    if (line !== undefined) process.stderr.write(`${line}\n`)
  })
}

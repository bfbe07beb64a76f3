import { Command } from 'commander'
import type { MockEvent } from '../../mock/mockEvent.ts'
import { type WireFault, wireFaults } from '../../mock/scenarios/override.ts'
import type { Mock } from '../../mock/startMock.ts'
import { addFlags } from '../config/createOption.ts'
import type { FlagsOf } from '../config/flag.ts'
import { FlagError, UsageError } from '../errors.ts'
import type { Finish } from '../explainFailure.ts'
import { mockFlags } from '../flags/mockFlags.ts'
import { announceReading } from '../mock/announceReading.ts'
import { explainStartError } from '../mock/explainStartError.ts'
import { toPort } from '../mock/inputs.ts'
import { listNetworkUrls } from '../mock/listNetworkUrls.ts'
import type { LoadedCertificate } from '../mock/loadCertificate.ts'
import { createRequestLog, silentTypes } from '../mock/requestLog.ts'

type MockFlags = FlagsOf<typeof mockFlags>
type RunningMock = Pick<Mock, 'url' | 'close'>

/** `plant-store mock`: serves until the process receives a signal. */
export function mockCommand(finish: Finish): Command {
  const command = new Command('mock').description('Serve the API on fixture data.')
  return addFlags(command, mockFlags).action(async (flags: MockFlags) => {
    const mock = await startRequested({ ...flags, port: choosePort(flags, command) }, command)
    const signal = waitForSignal()
    process.stdout.write(`plant-store mock listening on ${mock.url}\n`)
    if (flags.open) {
      const { openBrowser } = await import('../mock/openBrowser.ts')
      await openBrowser(new URL('/', mock.url).href)
    }
    await signal
    await mock.close()
    finish(0)
  })
}

/** Hosting platforms set PORT. Everything that is meant for the kit takes precedence over it. */
function choosePort({ port }: MockFlags, command: Command): number {
  const { PORT } = process.env
  if (!PORT || command.getOptionValueSource('port') !== 'default') return port
  try {
    return toPort(PORT)
  } catch (error) {
    throw error instanceof UsageError ? new FlagError('PORT', error.message) : error
  }
}

async function startRequested(flags: MockFlags, command: Command): Promise<RunningMock> {
  const { fault, variation, port } = flags
  if (fault !== undefined && variation !== undefined)
    throw new UsageError('expected --fault or --variation, got both')
  const wireFault = wireFaults.find((name) => name === fault)
  if (wireFault || (fault === undefined && variation === undefined)) return startMock(flags, wireFault)
  const kind = fault === undefined ? 'variation' : 'fault'
  const { checkCorpusFlags, startCorpus } = await import('../mock/startCorpus.ts')
  const note = checkCorpusFlags(command, kind)
  if (note !== undefined) process.stderr.write(`${note}\n`)
  try {
    return await startCorpus(kind, fault ?? variation ?? '', port)
  } catch (error) {
    throw await explainStartError(error, '127.0.0.1', port)
  }
}

async function startMock(flags: MockFlags, fault: WireFault | undefined): Promise<RunningMock> {
  const {
    port,
    host,
    basePath,
    contract,
    fixtures,
    upstream,
    mockWhen,
    record,
    cors,
    adminToken,
    watch,
    scenario,
    delay,
  } = flags
  const settings = {
    ...(delay !== undefined && { delay }),
    ...(scenario !== undefined && { scenario }),
    ...(fault && { fault }),
  }
  let tls: LoadedCertificate | undefined
  if (flags.tls || flags.cert || flags.key) {
    const { loadCertificate } = await import('../mock/loadCertificate.ts')
    tls = await loadCertificate(flags)
  }
  if (tls) process.stderr.write(`${tls.note}\n`)
  // Loaded late, so that help and usage errors appear at once.
  const mocking = await import('../../mock/startMock.ts')
  announceReading(fixtures)
  try {
    const mock = await mocking.startMock({
      port,
      host,
      fixtures,
      cors,
      watch,
      settings,
      ...(basePath !== undefined && { basePath }),
      ...(contract !== undefined && { contract }),
      ...(upstream !== undefined && { upstream }),
      ...(mockWhen !== undefined && { mockWhen }),
      ...(record !== undefined && { record }),
      ...(adminToken !== undefined && { adminToken }),
      ...(tls && { tls: tls.certificate }),
    })
    logRequests(mock, flags)
    const close = (): Promise<void> => {
      // First, because a second signal ends the process before the mock is closed.
      tls?.remove()
      return mock.close()
    }
    return { url: mock.url, close }
  } catch (error) {
    throw await explainStartError(error, host, port)
  }
}

function logRequests(mock: Mock, { host, upstream, log: chosen }: MockFlags): void {
  // Without a terminal, the requests are not logged, but a person may still read how to look at them.
  if (chosen === undefined || chosen === 'pretty') {
    process.stderr.write(`console, tokens and API reference: ${new URL('/', mock.url).href}\n`)
    if (upstream !== undefined) process.stderr.write(`the service behind the mock: ${upstream}\n`)
    for (const url of listNetworkUrls(mock.url, host)) process.stderr.write(`on your network: ${url}\n`)
  }
  const format = chosen ?? (process.stderr.isTTY ? 'pretty' : 'silent')
  const log = createRequestLog(format)
  const write = (event: MockEvent): void => {
    const line = log(event)
    if (line !== undefined) process.stderr.write(`${line}\n`)
  }
  const types = upstream === undefined ? silentTypes : ([...silentTypes, 'request'] as const)
  mock.on(write, format === 'silent' ? types : undefined)
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Resolves at the first SIGINT or SIGTERM. Node handles a second one, and ends the process at once. */
function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      for (const signal of SIGNALS) process.off(signal, stop)
      resolve()
    }
    for (const signal of SIGNALS) process.on(signal, stop)
  })
}

import { Command } from 'commander'
import { didYouMean } from '../../contract/suggest.ts'
import { errorCode } from '../../contract/words.ts'
import { formatResolution } from '../../judge/curl.ts'
import { FixtureError } from '../../mock/fixtures/FixtureError.ts'
import { ListenError } from '../../mock/ListenError.ts'
import type { MockEvent } from '../../mock/mockEvent.ts'
import { type WireFault, wireFaults } from '../../mock/scenarios/override.ts'
import type { Mock } from '../../mock/startMock.ts'
import type { LoadedCertificate } from '../certificate.ts'
import { UsageError } from '../errors.ts'
import { mockFlags, sections } from '../flags.ts'
import { addFlags, type FlagsOf, flagName } from '../options.ts'
import { createRequestLog, silentTypes } from '../requestLog.ts'

type MockFlags = FlagsOf<typeof mockFlags>
type RunningMock = Pick<Mock, 'url' | 'close'>

/** `plant-store-kit mock`: serves until the process receives a signal. */
export function mockCommand(): Command {
  const command = new Command('mock').description('Serve the API on fixture data.')
  const examples = ['--port 4010 --open', '--scenario flaky --delay 300']
  return addFlags(command, mockFlags, { section: { name: 'mock', all: sections }, examples }).action(
    async (flags: MockFlags) => {
      const mock = await startRequested(flags, command)
      const signal = waitForSignal()
      process.stdout.write(`plant-store-kit mock listening on ${mock.url}\n`)
      if (flags.open) {
        const { openBrowser } = await import('../openBrowser.ts')
        openBrowser(new URL('/', mock.url).href)
      }
      await signal
      await mock.close()
    },
  )
}

async function startRequested(flags: MockFlags, command: Command): Promise<RunningMock> {
  const { fault, port, host } = flags
  const wireFault = wireFaults.find((name) => name === fault)
  try {
    if (wireFault !== undefined || fault === undefined) return await startMock(flags, wireFault)
    checkFaultFlags(command)
    return await startFaulty(fault, port)
  } catch (error) {
    throw explainStartError(error, fault === undefined || wireFault ? host : '127.0.0.1', port)
  }
}

async function startMock(flags: MockFlags, fault: WireFault | undefined): Promise<RunningMock> {
  const { tls: _tls, cert: _cert, key: _key, fault: _fault, log: _log, open: _open, ...options } = flags
  const { scenario, delay, config: _config, ...others } = options as typeof options & { config?: string }
  let tls: LoadedCertificate | undefined
  if (flags.tls || flags.cert || flags.key) {
    const { loadCertificate } = await import('../certificate.ts')
    tls = loadCertificate(flags)
  }
  if (tls) process.stderr.write(`${tls.note}\n`)
  // Loaded late, so that help and usage errors appear immediately.
  const mocking = await import('../../mock/startMock.ts')
  const mock = await mocking.startMock({
    ...others,
    settings: { scenario, ...(delay !== undefined && { delay }), ...(fault && { fault }) },
    ...(tls && { tls: tls.certificate }),
  })
  logRequests(mock, flags)
  const close = (): Promise<void> => {
    // First, because a second signal ends the process before the mock is closed.
    tls?.remove()
    return mock.close()
  }
  return { url: mock.url, close }
}

function logRequests(mock: Mock, { upstream, log: chosen }: MockFlags): void {
  // Without a terminal, the requests are not logged, but a person may still read how to look at them.
  if (chosen === undefined || chosen === 'pretty') {
    process.stderr.write(`console, tokens and API reference: ${new URL('/', mock.url).href}\n`)
    if (upstream !== undefined) process.stderr.write(`the service behind the mock: ${upstream}\n`)
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

/** Serves an implementation of the corpus, and describes it on standard error. */
async function startFaulty(id: string, port: number): Promise<RunningMock> {
  const { serveImplementation, faultIds } = await import('../../prove/serveImplementation.ts')
  const server = await serveImplementation('fault', id, port)
  if (!server) {
    const near = didYouMean(id, [...faultIds, ...wireFaults], 3)
    throw new UsageError(
      `expected the id of a fault, such as limit-off-by-one, got "${id}"${near && `; ${near}`}`,
    )
  }
  const { baseUrl, resolve, token, title, check, close } = server
  const resolution = resolve.map((each) => `; verify needs --resolve ${formatResolution(each)}`).join('')
  process.stderr.write(
    `${id}: a server that ${title}; the check ${check} must report it; its token is ${token}${resolution}\n`,
  )
  return { url: baseUrl, close }
}

/** The flags that apply to a server of the corpus, or that do not configure a server. */
const FAULT_FLAGS = ['fault', 'port', 'log', 'config']

/** Throws a UsageError for flags that such a server cannot apply. It ignores those of a configuration file, which are for the mock. */
function checkFaultFlags(command: Command): void {
  const rejected = Object.entries(mockFlags).filter(
    ([key]) => !FAULT_FLAGS.includes(key) && ['cli', 'env'].includes(command.getOptionValueSource(key) ?? ''),
  )
  if (rejected.length === 0) return
  const names = rejected.map(([key, flag]) => flagName(key, flag)).join(', ')
  throw new UsageError(`--fault starts a server that takes no other flag than --port: remove ${names}`)
}

/** Turns the error of a mock that did not start into a UsageError if the user can fix it. Returns any other error unchanged. */
function explainStartError(error: unknown, host: string, port: number): unknown {
  if (errorCode(error) === 'EADDRINUSE')
    return new UsageError(
      `port ${port} of ${host} is taken; choose another port, or --port 0 for any free one`,
    )
  if (error instanceof ListenError && error.code === 'EACCES')
    return new UsageError(error.message.replace(', or 0 for', ', or --port 0 for'))
  if (error instanceof ListenError || error instanceof FixtureError || error instanceof RangeError)
    return new UsageError(error.message)
  return error
}

/** Resolves at the first SIGINT or SIGTERM. Node handles a second one, and ends the process immediately. */
function waitForSignal(): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM'] as const
  return new Promise((resolve) => {
    const stop = (): void => {
      for (const signal of signals) process.off(signal, stop)
      resolve()
    }
    for (const signal of signals) process.on(signal, stop)
  })
}

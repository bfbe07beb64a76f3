import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { didYouMean } from '../../contract/suggest.ts'
import { errorCode } from '../../contract/words.ts'
import { formatResolution } from '../../judge/verifyOptions.ts'
import { formatBaseUrl } from '../../mock/basePath.ts'
import { FixtureError } from '../../mock/fixtures/FixtureError.ts'
import { ListenError, type Mock, startMock } from '../../mock/startMock.ts'
import { UsageError } from '../errors.ts'
import { mockFlags } from '../flags.ts'
import { type Call, type FlagsOf, flagName } from '../options.ts'
import { formatEvent, silentTypes } from '../requestLog.ts'

type MockFlags = FlagsOf<typeof mockFlags>
type RunningMock = Pick<Mock, 'url' | 'close'>

/** `plant-store-kit mock`: serves until the process receives a signal. A second signal of the same kind ends the process. */
export async function mock({ flags }: Call<typeof mockFlags>): Promise<void> {
  const { fault, port, open } = flags
  const starting = fault === undefined ? startReference(flags) : startFaulty(fault, port)
  const { url, close } = await starting.catch(async (error) => {
    throw await explainStartError(error, flags)
  })
  const signal = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  process.stdout.write(`plant-store-kit mock listening on ${url}\n`)
  if (open) {
    const { openBrowser } = await import('../openBrowser.ts')
    openBrowser(new URL('/', url).href)
  }
  await signal
  await close()
}

async function startReference(flags: MockFlags): Promise<RunningMock> {
  const { tls: _tls, cert: _cert, key: _key, log: _log, open: _open, ...others } = flags
  const { scenario, delay, fault: _fault, noWatch = false, ...options } = others
  const needsCertificate = flags.tls || flags.cert || flags.key
  // Load the code for certificates only if a flag needs it.
  const tls = needsCertificate ? (await import('../certificate.ts')).loadCertificate(flags) : undefined
  if (tls) process.stderr.write(`${tls.note}\n`)
  const running = await startMock({
    ...options,
    watch: !noWatch,
    settings: { scenario, ...(delay !== undefined && { delay }) },
    ...(tls && { tls: tls.certificate }),
  })
  process.stderr.write(describeNetwork(running.url, flags.host))
  logRequests(running, flags)
  return running
}

/** Lists the URLs at which other machines reach the mock, if it listens on all addresses. */
function describeNetwork(url: string, host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return ''
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  const others = all.filter(({ internal, family }) => !internal && family === 'IPv4')
  const urls = others.map(({ address }) => url.replace(/127\.0\.0\.1|\[::1\]/, address))
  return urls.map((each) => `on your network: ${each}\n`).join('')
}

function logRequests(running: Mock, { log, upstream }: MockFlags): void {
  // Print where to find the requests, because outside a terminal, the mock does not log them by default.
  if (log === undefined || log === 'pretty')
    process.stderr.write(`console, tokens and API reference: ${new URL('/', running.url).href}\n`)
  const format = log ?? (process.stderr.isTTY ? 'pretty' : 'silent')
  running.on(
    (event) => {
      const line = formatEvent(event, format)
      if (line !== undefined) process.stderr.write(`${line}\n`)
    },
    // Listening takes time, so with --log silent, listen only if there is a service, whose responses can have violations.
    format === 'silent' && upstream === undefined ? silentTypes : undefined,
  )
}

/** Starts the faulty server of --fault, and describes it on standard error. Of the mock's other flags, only --port and --open apply. */
async function startFaulty(id: string, port: number): Promise<RunningMock> {
  const { serveImplementation, faultIds } = await import('../../prove/serveImplementation.ts')
  const server = await serveImplementation('fault', id, port)
  if (!server) {
    const near = didYouMean(id, faultIds, 3)
    const problem = `expected the id of a fault, such as limit-off-by-one, got "${id}"${near && `; ${near}`}`
    throw new UsageError(`--fault: ${problem}`)
  }
  const { baseUrl, resolve, token, title, check, close } = server
  const resolution = resolve.map((each) => `; verify needs --resolve ${formatResolution(each)}`).join('')
  process.stderr.write(
    `${id}: a server that ${title}; verify reports this fault as ${check}; the token is ${token}${resolution}\n`,
  )
  return { url: baseUrl, close }
}

/** Converts an error at the server's start to a UsageError if the user can fix the problem. Returns other errors unchanged. */
async function explainStartError(error: unknown, { host, port }: MockFlags): Promise<unknown> {
  if (errorCode(error) === 'EADDRINUSE') {
    const user = await findMock(formatBaseUrl('http', host, port, ''))
    const problem = `port ${port} is already in use${user}; choose another port, or 0 for any free port`
    return new UsageError(`--port: ${problem}`)
  }
  const isMistake =
    error instanceof ListenError || error instanceof FixtureError || error instanceof RangeError
  if (!isMistake) return error
  // Replace the name of an option at the beginning of a message with its flag.
  const named = error.message.replace(/^\w+(?=: )/, (key) => (key in mockFlags ? flagName(key) : key))
  return new UsageError(named)
}

/** Describes the mock that answers at a URL. Returns an empty string if no mock answers. */
async function findMock(url: string): Promise<string> {
  try {
    const response = await fetch(`${url}/__admin/health`, { signal: AbortSignal.timeout(1000) })
    const { name, pid } = (await response.json()) as { name: string; pid: number }
    return name === 'plant-store-kit' ? ` by a ${name} mock, process ${pid}, with its console at ${url}/` : ''
  } catch {
    return ''
  }
}

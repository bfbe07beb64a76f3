import { once } from 'node:events'
import { didYouMean } from '../../contract/suggest.ts'
import { errorCode } from '../../contract/words.ts'
import { formatResolution } from '../../judge/verifyOptions.ts'
import { FixtureError } from '../../mock/fixtures/FixtureError.ts'
import { ListenError, type Mock, startMock } from '../../mock/startMock.ts'
import { UsageError } from '../errors.ts'
import { mockFlags } from '../flags.ts'
import { type Call, type FlagsOf, flagName } from '../options.ts'
import { formatEvent, silentTypes } from '../requestLog.ts'

type MockFlags = FlagsOf<typeof mockFlags>
type RunningMock = Pick<Mock, 'url' | 'close'>

/** `plant-store-kit mock`: serves until the process receives a signal. A second signal ends the process immediately. */
export async function mock({ flags }: Call<typeof mockFlags>): Promise<void> {
  const { fault, port, open } = flags
  const starting = fault === undefined ? startReference(flags) : startFaulty(fault, port)
  const { url, close } = await starting.catch((error) => {
    throw explainStartError(error, port)
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
  // Load certificates only when needed.
  const tls = needsCertificate ? (await import('../certificate.ts')).loadCertificate(flags) : undefined
  if (tls) process.stderr.write(`${tls.note}\n`)
  const running = await startMock({
    ...options,
    watch: !noWatch,
    settings: { scenario, ...(delay !== undefined && { delay }) },
    ...(tls && { tls: tls.certificate }),
  })
  logRequests(running, flags.log)
  return running
}

function logRequests(running: Mock, chosen: MockFlags['log']): void {
  // Without a terminal, requests are not logged, so the user may want to know where to see them.
  if (chosen === undefined || chosen === 'pretty')
    process.stderr.write(`console, tokens and API reference: ${new URL('/', running.url).href}\n`)
  const format = chosen ?? (process.stderr.isTTY ? 'pretty' : 'silent')
  running.on(
    (event) => {
      const line = formatEvent(event, format)
      if (line !== undefined) process.stderr.write(`${line}\n`)
    },
    format === 'silent' ? silentTypes : undefined,
  )
}

/** Starts a faulty or valid server, and describes the server on standard error. The mock's other flags do not apply to this server. */
async function startFaulty(id: string, port: number): Promise<RunningMock> {
  const { serveImplementation, faultIds } = await import('../../prove/serveImplementation.ts')
  const server = await serveImplementation('fault', id, port)
  if (!server) {
    const near = didYouMean(id, faultIds, 3)
    throw new UsageError(
      `--fault: expected the id of a fault, such as limit-off-by-one, got "${id}"${near && `; ${near}`}`,
    )
  }
  const { baseUrl, resolve, token, title, check, close } = server
  const resolution = resolve.map((each) => `; verify needs --resolve ${formatResolution(each)}`).join('')
  process.stderr.write(
    `${id}: a server that ${title}; the check ${check} must report this fault; the token is ${token}${resolution}\n`,
  )
  return { url: baseUrl, close }
}

/** Converts an error at the server's start to a UsageError if the user can fix it. Returns any other error unchanged. */
function explainStartError(error: unknown, port: number): unknown {
  if (errorCode(error) === 'EADDRINUSE')
    return new UsageError(`--port: port ${port} is already in use; choose another, or 0 for any free port`)
  const isUsage = error instanceof ListenError || error instanceof FixtureError || error instanceof RangeError
  if (!isUsage) return error
  // A message about an option begins with the option's name.
  return new UsageError(error.message.replace(/^\w+(?=: )/, (id) => (id in mockFlags ? flagName(id) : id)))
}

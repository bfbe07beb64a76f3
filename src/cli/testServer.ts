import { type ExecException, exec } from 'node:child_process'
import { promisify } from 'node:util'
import { messageOf } from '../contract/words.ts'
import type { Report } from '../judge/report.ts'
import type { RouteOptions } from '../judge/verifyOptions.ts'
import { writeHar } from '../record/har.ts'
import { createRoute } from '../record/http/route.ts'
import { joinUrl, parseAddress } from '../record/http/url.ts'
import type { ProgressEvent } from '../record/verifyOptions.ts'
import { type Options, type RunControl, verifyUntil } from '../verify.ts'
import { readBaseline, updateBaseline } from './baseline.ts'
import { checked, type Finish, Interrupted, UsageError } from './errors.ts'
import { readExpectations } from './expectations.ts'
import { verifyFlags } from './flags.ts'
import { type FlagsOf, readTexts } from './options.ts'
import { say, type Text } from './output.ts'
import { type Server, type ServerFlags, withServer } from './startedServer.ts'

/** The flags of `verify`. */
export type RunFlags = Omit<FlagsOf<typeof verifyFlags>, 'token'> & { token?: string | undefined }

export type RunContext = {
  stop: AbortSignal
  onProgress?: ((event: ProgressEvent) => void) | undefined
  onError: (error: unknown) => void
  finish: Finish
  /** Called with the report before the server is stopped, which may take a while. `saveHar` returns the transcript as a HAR file. */
  onResult: (report: Report, saveHar: () => Text) => Promise<void>
}

/**
 * Tests the server at a base URL according to the flags, which may start the server first and stop it afterwards. Throws a UsageError if a
 * flag cannot be used, or Interrupted if `stop` aborts before the first request.
 */
export async function testServer(
  baseUrl: string,
  flags: RunFlags,
  { stop, onProgress, onError, onResult, finish }: RunContext,
): Promise<void> {
  const baseline = await readBaseline(baseUrl, flags)
  return prepareRun(baseUrl, flags, { stop, onProgress }, async (server, prepared) => {
    const fetchToken = flags.token === undefined ? () => findToken(flags, stop) : undefined
    const control = { stop: server.stop, onError, listFacts: server.listFacts, fetchToken }
    const options = { ...flags, ...prepared, baseline }
    const { report, saveHar } = await run(server.baseUrl, options, control)
    await onResult(report, saveHar)
    try {
      await updateBaseline(baseUrl, flags, report)
    } catch (error) {
      say(`cannot write the baseline: ${messageOf(error)}`)
      finish(3)
    }
  })
}

/**
 * Reads the token and the expectations, starts the server if a flag requests it, and calls `use` with the server and the options of the run
 * that flags do not have. Throws like `testServer`.
 */
export async function prepareRun<Result>(
  baseUrl: string,
  flags: ServerFlags,
  context: Pick<RunContext, 'stop' | 'onProgress'>,
  use: (server: Server, prepared: Options) => Promise<Result>,
): Promise<Result> {
  checkServer(baseUrl, flags)
  const { stop } = context
  const token = await findToken(flags, stop)
  if (token !== undefined && flags.otherToken.includes(token))
    throw new UsageError('--other-token: expected the token of another user, got the same as --token')
  const expectations = await readExpectations(flags)
  if (stop.aborted) throw new Interrupted()
  return withServer(baseUrl, { ...flags, token }, context, (server) =>
    use(server, { ...server.options, expectations, token, headers: flags.header }),
  )
}

/** Runs the plan, and judges the responses. `saveHar` returns the transcript as a HAR file. */
export async function run(
  baseUrl: string,
  { engine: engines, ...options }: Pick<RunFlags, 'engine'> & Options,
  control: RunControl,
): Promise<{ report: Report; saveHar: () => Text }> {
  let saveHar = (): Text => ''
  const onTranscript: RunControl['onTranscript'] = (transcript, { sha256 }) => {
    saveHar = () => writeHar(transcript, sha256)
  }
  const report = await verifyUntil(baseUrl, { ...options, engines }, { ...control, onTranscript })
  return { report, saveHar }
}

/** Throws a UsageError unless this is a valid base URL (`{port}` is allowed) that the flags can be used with. */
export function checkServer(baseUrl: string, route: RouteOptions): void {
  const address = baseUrl.replaceAll('{port}', '1')
  checked(() => {
    joinUrl(address, '/')
    createRoute(route).findProxy(parseAddress(address))
  })
}

const TOKEN_COMMAND_TIMEOUT_MS = 60_000

/** The token, which may be the output of --token-command. Throws Interrupted when `stop` aborts. */
export async function findToken(
  { token, tokenCommand }: Pick<RunFlags, 'token' | 'tokenCommand'>,
  stop: AbortSignal,
): Promise<string | undefined> {
  if (token !== undefined || tokenCommand === undefined) return token
  let printed: string
  try {
    const options = { timeout: TOKEN_COMMAND_TIMEOUT_MS, signal: stop }
    printed = (await promisify(exec)(tokenCommand, options)).stdout.trim()
  } catch (error) {
    if (stop.aborted) throw new Interrupted()
    const { code, killed, signal, stderr = '' } = error as ExecException
    const how = killed
      ? `did not end within ${TOKEN_COMMAND_TIMEOUT_MS / 1000} s`
      : `ended with ${signal ?? `exit code ${code}`}`
    const lastLine = stderr.trim().split('\n').at(-1)
    throw new UsageError(`--token-command ${how}${lastLine && `: ${lastLine}`}`)
  }
  return readTexts(verifyFlags.token, [printed], '--token-command') as string
}

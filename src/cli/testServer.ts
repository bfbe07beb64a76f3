import { type ExecException, exec } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { errorCode, messageOf } from '../contract/words.ts'
import { expectationsShape } from '../fileShapes.ts'
import { listForms } from '../judge/mask.ts'
import type { Report } from '../judge/report.ts'
import type { Fact } from '../judge/transcript.ts'
import { writeHar } from '../record/har.ts'
import type { ProgressEvent } from '../record/verifyOptions.ts'
import { escapeLine } from '../report/text/escapeText.ts'
import { describePrinted } from '../report/text/wrap.ts'
import { type Options, type RunControl, verifyUntil } from '../verify.ts'
import { checkServer, checkUsers, isTaken } from '../verifyArguments.ts'
import { readBaseline, updateBaseline } from './baseline.ts'
import { checked, type Finish, Interrupted, UsageError } from './errors.ts'
import { type targetFlags, verifyFlags } from './flags.ts'
import { type FlagsOf, readTexts } from './options.ts'
import { openFile, say, type Text } from './output.ts'
import { readData } from './readText.ts'
import { insertName, nameTarget } from './reports.ts'
import { createHider, listInherited, startServer } from './startedServer.ts'

// Keep the space for new objects small: for a server with long responses, V8's default would take 200 MB more.
setFlagsFromString('--semi-space-growth-factor=1')

/** The timeout in seconds for the first response of a server from --start. */
export const START_TIMEOUT = 30
/** The maximum number of times that the kit restarts a server. A run stops after a few outages, and each may need several restarts. */
const MAX_RESTARTS = 15
/** The milliseconds after which the kit kills a server that does not exit. */
const PATIENCE = 5_000
/** The number of last lines of the server's output to keep. */
const MAX_LINES = 20

/** The flags of `verify`. */
export type RunFlags = FlagsOf<typeof verifyFlags>

export type RunContext = {
  stop: AbortSignal
  onProgress?: ((event: ProgressEvent) => void) | undefined
  onError: (error: unknown) => void
  finish: Finish
  /** Called with the report, before the kit stops the server (stopping may take long). `saveHar` returns the transcript as a HAR file. */
  onResult: (report: Report, saveHar: () => Text) => Promise<void>
}

/**
 * Tests the server at a base URL as the flags say. If --start is set, first starts the server, and finally stops it. Throws a UsageError
 * if a flag cannot be used, or Interrupted if `stop` aborts before the first request.
 */
export async function testServer(
  baseUrl: string,
  flags: RunFlags,
  { stop, onProgress, onError, onResult, finish }: RunContext,
): Promise<void> {
  const baseline = await readBaseline(baseUrl, flags)
  // These commands may contain secrets, and are not part of the run.
  const { start: _start, tokenCommand: _command, ...others } = flags
  return prepareRun(baseUrl, flags, { stop, onProgress }, async (url, options, control) => {
    const { report, saveHar } = await run(url, { ...others, ...options, baseline }, { ...control, onError })
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
 * Reads the token and the expectations, starts the server if --start is set, and performs a run with additional options that have no flags.
 * If the server exits during the run, restarts the server, so that the run can find out whether a request caused the exit. Replaces
 * `{port}` in the command and in the base URL with a free port. `control.stop` aborts when the run must stop, or if the server exits before
 * its first response. Throws like `testServer`.
 */
export async function prepareRun<Result>(
  given: string,
  flags: FlagsOf<typeof targetFlags> & { name?: string },
  { stop, onProgress }: Pick<RunContext, 'stop' | 'onProgress'>,
  perform: (
    baseUrl: string,
    options: Options,
    control: RunControl & { stop: AbortSignal },
  ) => Promise<Result>,
): Promise<Result> {
  const { start, startLog, waitTimeout, name, header: headers, expect } = flags
  checked(() => checkServer(given, flags))
  checkPort(start, given)
  const token = await findToken(flags, stop)
  const expectations = expect && (await readData(expect)).read(expectationsShape)
  checked(() => checkUsers({ ...flags, token, ...(expectations && { expectations }) }))
  let known = { ...flags, headers, token, secrets: start === undefined ? [] : listInherited() }
  let hide = checked(() => createHider(known), start && '--start, which inherits the environment: ')
  const fetchToken = async (): Promise<string | undefined> => {
    const renewed = await findToken(flags, stop)
    known = { ...known, secrets: [...known.secrets, ...listForms(renewed ?? '')] }
    hide = createHider(known)
    return renewed
  }
  const { secrets } = known
  const prepared = { name, waitTimeout, headers, token, secrets, ...(expectations && { expectations }) }
  const control = { stop, ...(flags.token === undefined && { fetchToken }) }
  if (stop.aborted) throw new Interrupted()
  if (start === undefined) return perform(given, { ...prepared, ...(onProgress && { onProgress }) }, control)
  const port = start.includes('{port}') ? await findFreePort() : undefined
  // Refuse a port on which a server already listens: otherwise, the run would test that server.
  if (port === undefined && (await isTaken(given, flags)))
    throw new UsageError(
      `--start: a server already listens at ${given}; stop it, or write {port} in both --start and the base URL to use a free port`,
    )
  const log = startLog && openFile(insertName(startLog, nameTarget(given, name)), "the server's output")
  if (log) writeFileSync(log, '')
  const early = new AbortController()
  const facts: Fact[] = []
  let done: number | undefined
  let lines: string[] = []
  const print = (line: string): void => {
    const hidden = hide(line)
    lines = [...lines, hidden].slice(-MAX_LINES)
    // Write the output to the log immediately, so that the log is complete even if this process is killed.
    if (log) appendFileSync(log, `${escapeLine(hidden)}\n`)
  }
  const onEnd = (how: string): void => {
    const reason = `the server that --start started ${how}`
    const startedAgain = done !== undefined && facts.length < MAX_RESTARTS
    const printed = describePrinted(lines)
    // After the first exchange, do not stop the run, because it finds out itself that the server is down.
    if (done !== undefined) facts.push({ kind: 'server-ended', how: reason, printed, startedAgain })
    else early.abort(`the command of --start ${how} before its server answered. ${printed}`)
    // Restart the server. If the restart fails, the run reports that the server is down.
    if (startedAgain) server = launch()
  }
  const launch = () => startServer(start.replaceAll('{port}', String(port)), print, onEnd)
  let server = launch()
  try {
    return await perform(
      given.replaceAll('{port}', String(port)),
      {
        ...prepared,
        name: nameTarget(given, name),
        waitTimeout: waitTimeout ?? START_TIMEOUT,
        startedBy: hide(start),
        onProgress: (event) => {
          done = event.done ?? done
          onProgress?.(event)
        },
      },
      { ...control, stop: AbortSignal.any([stop, early.signal]), listFacts: () => facts },
    )
  } finally {
    // If the first request failed, print the server's output, which may show the reason, for example another port.
    if (done === 1) say(`the first request to the server of --start failed. ${describePrinted(lines)}`)
    await (await server).stop(PATIENCE)
  }
}

/** Throws a UsageError if `{port}` is only in the command or only in the URL. */
function checkPort(start = '', baseUrl: string): void {
  const isInStart = start.includes('{port}')
  if (isInStart === baseUrl.includes('{port}')) return
  throw new UsageError(
    `expected {port} in both --start and the base URL, or in neither, got {port} only in ${isInStart ? '--start' : baseUrl}`,
  )
}

/** Finds a free port in a range from which Linux, macOS and Windows usually assign no ports, so that other programs rarely use the port. */
export async function findFreePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const server = createServer().listen(port, '127.0.0.1')
  if ((await once(server, 'listening').catch(errorCode)) === 'EADDRINUSE') return findFreePort()
  await once(server.close(), 'close')
  return port
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

const TOKEN_MS = 60_000

/** Returns the token, which may be the output of --token-command. Throws Interrupted when `stop` aborts. */
export async function findToken({ token, tokenCommand }: Partial<RunFlags>, stop: AbortSignal) {
  if (token !== undefined || tokenCommand === undefined) return token
  const running = promisify(exec)(tokenCommand, { timeout: TOKEN_MS, killSignal: 'SIGKILL' })
  stop.addEventListener('abort', () => running.child.kill('SIGKILL'))
  const streams = [running.child.stdout, running.child.stderr]
  // A process in the background may keep the output open.
  running.child.once('exit', () => setTimeout(() => streams.map((stream) => stream?.destroy()), 100))
  try {
    const { stdout } = await running
    return readTexts(verifyFlags.token, [stdout.trim()], '--token-command') as string
  } catch (error) {
    if (error instanceof UsageError) throw error
    if (stop.aborted) throw new Interrupted()
    const { code, killed, signal, stdout = '', stderr = '' } = error as ExecException
    if (errorCode(error) === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
      throw new UsageError('--token-command printed more than 1 MiB')
    const how = killed ? `ran for over ${TOKEN_MS / 1000} s` : `ended with ${signal ?? `exit code ${code}`}`
    // Mask the words that the command printed, because its error message may contain the token.
    const hide = checked(() => createHider({ secrets: [...listInherited(), ...stdout.split(/\s+/)] }))
    const lastLine = hide(stderr.trim().split('\n').at(-1) ?? '')
    throw new UsageError(`--token-command ${how}${lastLine && `: ${lastLine}`}`)
  }
}

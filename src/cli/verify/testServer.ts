import { messageOf } from '../../contract/errors.ts'
import type { Report } from '../../harness/report.ts'
import { escapeLine } from '../../reporters/text/escapeText.ts'
import { type OpenBaseline, openBaseline } from '../baseline/openBaseline.ts'
import type { FlagsOf } from '../config/flag.ts'
import { Interrupted } from '../errors.ts'
import type { verifyFlags } from '../flags/verifyFlags.ts'
import { readExpectations, runTokenCommand } from './inputs.ts'
import { type StartedServer, startServer } from './startServer.ts'
import { type Control, type Result, verifyInThread } from './verifyInThread.ts'

/** Seconds for the server that --start starts. */
const START_TIMEOUT = 30
/** Milliseconds for that server to end when the run is interrupted. */
const INTERRUPTED_PATIENCE = 1_000

/** What the flags say about the run, and not about its reports. */
export type ServerFlags = Omit<
  FlagsOf<typeof verifyFlags>,
  'report' | 'verbose' | 'contractPath' | 'token' | 'start'
> & { token?: string | undefined; start?: string | undefined }

type Context = Control & {
  /** Called with the report, before the server is ended, which may take a while. */
  onResult: (result: Result) => Promise<void>
}

/**
 * Tests the server at a base URL as the flags say, which may start it first and end it afterwards. Throws a UsageError if a flag
 * cannot be used, and Interrupted if `stop` aborts before the first request. Resolves to whether --baseline-update, if it was asked
 * for, succeeded; a line on standard error says what it did.
 */
export async function testServer(
  baseUrl: string,
  flags: ServerFlags,
  { stop, onProgress, onResult, ...control }: Context,
): Promise<boolean> {
  const {
    start,
    startCwd: cwd,
    startLog: log,
    engine,
    expect,
    header,
    tokenCommand,
    baseline: _baseline,
    baselineUpdate: _update,
    ...options
  } = flags
  const known = await openBaseline(baseUrl, flags)
  const { otherToken, waitTimeout = start === undefined ? 0 : START_TIMEOUT } = options
  const token =
    flags.token ?? (tokenCommand === undefined ? undefined : await runTokenCommand(tokenCommand, stop))
  const expectations = expect === undefined ? undefined : await readExpectations(expect, otherToken.length)
  if (stop.aborted) throw new Interrupted()
  const server = start === undefined ? undefined : await startServer(start, { cwd, log })
  try {
    const early = new AbortController()
    let hasBegun = false
    // Once it has answered, the run finds out what ended it.
    server?.ended.addEventListener('abort', () => hasBegun || early.abort(server.ended.reason))
    const result = await verifyInThread(
      baseUrl,
      {
        ...options,
        waitTimeout,
        engines: engine,
        headers: header,
        expectations,
        token,
        baseline: known?.baseline,
      },
      {
        ...control,
        stop: AbortSignal.any([stop, early.signal]),
        onProgress: (event) => {
          hasBegun ||= event.done !== undefined
          onProgress(event)
        },
      },
    )
    if (server?.ended.aborted) showEnd(server)
    await onResult(result)
    return known === undefined || (await updateBaseline(known, result.report))
  } finally {
    await server?.stop(stop.aborted ? INTERRUPTED_PATIENCE : undefined)
  }
}

async function updateBaseline({ update }: OpenBaseline, report: Report): Promise<boolean> {
  try {
    const done = await update(report)
    if (done !== undefined) process.stderr.write(`${escapeLine(`plant-store: ${done}`)}\n`)
    return true
  } catch (error) {
    process.stderr.write(`${escapeLine(`plant-store: cannot write the baseline: ${messageOf(error)}`)}\n`)
    return false
  }
}

/** Prints how the server ended, and what it printed last. */
function showEnd({ ended, lastLines }: StartedServer): void {
  const lines = lastLines().map((line) => `  ${escapeLine(line)}\n`)
  process.stderr.write(`plant-store: ${ended.reason}. Its last lines:\n${lines.join('')}`)
}

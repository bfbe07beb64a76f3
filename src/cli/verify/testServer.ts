import { messageOf } from '../../contract/words.ts'
import type { Report } from '../../judge/report.ts'
import { escapeLine } from '../../report/text/escapeText.ts'
import { type OpenBaseline, openBaseline } from '../baseline/openBaseline.ts'
import type { FlagsOf } from '../config/flag.ts'
import { Interrupted } from '../errors.ts'
import type { verifyFlags } from '../flags/verifyFlags.ts'
import type { ChosenPort } from './choosePort.ts'
import { explainStart } from './explainStart.ts'
import { readExpectations, runTokenCommand } from './inputs.ts'
import { noteStart } from './noteStart.ts'
import { runWithServer } from './runWithServer.ts'
import { type Control, type Result, verifyInThread } from './verifyInThread.ts'

/** What the flags say about the run, and not about its reports. */
export type ServerFlags = Omit<
  FlagsOf<typeof verifyFlags>,
  'report' | 'verbose' | 'contractPath' | 'token' | 'start' | 'name'
> &
  Partial<Omit<ChosenPort, 'baseUrl'>> & { token?: string | undefined }

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
    start: _start,
    givenStart: _givenStart,
    startCwd: _cwd,
    startLog: _log,
    engine,
    expect,
    header,
    tokenCommand,
    baseline: _baseline,
    baselineUpdate: _update,
    baselineAccept: _accept,
    ...options
  } = flags
  const known = await openBaseline(baseUrl, flags)
  const token =
    flags.token ?? (tokenCommand === undefined ? undefined : await runTokenCommand(tokenCommand, stop))
  const expectations =
    expect === undefined ? undefined : await readExpectations(expect, options.otherToken.length)
  if (stop.aborted) throw new Interrupted()
  const start = { ...flags, token }
  return runWithServer({ ...start, baseUrl }, stop, async (server) => {
    const result = await verifyInThread(
      baseUrl,
      {
        ...options,
        waitTimeout: server.waitTimeout,
        engines: engine,
        headers: header,
        expectations,
        token,
        baseline: known?.baseline,
      },
      {
        ...control,
        stop: server.stop,
        watchFacts: server.watchEnds,
        onProgress: (event) => {
          if (event.done !== undefined) server.answered()
          onProgress(event)
        },
      },
    )
    const report = noteStart(explainStart(result.report, server.started, start), start)
    await onResult({ ...result, report })
    return known === undefined || (await updateBaseline(known, report))
  })
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

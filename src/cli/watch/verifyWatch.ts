import { listNames } from '../../contract/suggest.ts'
import type { Report } from '../../judge/report.ts'
import { escapeLine } from '../../report/text/escapeText.ts'
import { colored, plain } from '../../report/text/styler.ts'
import { shorten } from '../../report/text/wrap.ts'
import { findBaseline } from '../baseline/openBaseline.ts'
import type { FlagsOf } from '../config/flag.ts'
import { Interrupted, UsageError } from '../errors.ts'
import type { Finish } from '../explainFailure.ts'
import type { verifyFlags } from '../flags/verifyFlags.ts'
import { reportFailure } from '../reportFailure.ts'
import { hasColor } from '../reports/hasColor.ts'
import { insertName } from '../reports/insertName.ts'
import { openRunReports } from '../reports/openReports.ts'
import { describeDescriptor } from '../reports/reportPlace.ts'
import { choosePort } from '../verify/choosePort.ts'
import { createErrorListener } from '../verify/createErrorListener.ts'
import { watchInterruption } from '../verify/interruption.ts'
import { showProgress } from '../verify/progress.ts'
import { testServer } from '../verify/testServer.ts'
import { describeChange } from './describeChange.ts'
import { createTriggers, type Trigger } from './triggers.ts'
import { watchFiles } from './watchFiles.ts'
import { watchServer } from './watchServer.ts'

/** Seconds for a server to be back, if no flag says otherwise. */
const WAIT_TIMEOUT = 30

/**
 * `plant-store verify --watch`: tests the server, and again whenever it returns or a file changes, until a signal ends it. The exit code
 * is that of the last verdict.
 */
export async function verifyWatch(
  given: string,
  flags: FlagsOf<typeof verifyFlags>,
  finish: Finish,
): Promise<void> {
  const writeReports = openRunReports(flags)
  const { baseUrl, ...started } = await choosePort(flags, given)
  const { startCwd = '.', startLog, contract, expect, waitTimeout = WAIT_TIMEOUT } = flags
  const baseline = findBaseline(baseUrl, { ...flags, ...started })
  const written = [startLog, ...flags.report.map((each) => insertName(each, flags.name).file)]
  const triggers = createTriggers((path) =>
    say(`${path} changes during every run, so these changes no longer end a run`),
  )
  let last: Report | undefined
  let progress: ReturnType<typeof showProgress> | undefined
  const endProgress = (): void => progress?.end()
  const onError = createErrorListener(endProgress)
  const { stop, end } = watchInterruption({
    onSignal: endProgress,
    onError,
    verdictCode: () => (stop.aborted ? (last?.exitCode ?? 3) : undefined),
  })
  const stopFiles = await watchFiles(
    {
      folder: startCwd,
      files: [contract, expect, baseline].filter(isGiven),
      written: written.filter(isGiven),
    },
    triggers.fileChanged,
    say,
  )
  const server =
    started.start === undefined ? watchServer(baseUrl, flags, triggers.serverReturned) : undefined
  const waitForTrigger = async (): Promise<Trigger | undefined> => {
    triggers.endRun()
    server?.resume()
    say(
      `watching ${startCwd === '.' ? 'this folder' : startCwd}${server ? ' and the server' : ''}; Ctrl-C ends it`,
    )
    const trigger = await triggers.next(stop)
    if (trigger?.kind === 'file') await server?.waitUntilBack(stop)
    server?.rest()
    return trigger
  }
  try {
    while (!stop.aborted) {
      const changed = triggers.beginRun()
      const stopRun = AbortSignal.any([stop, changed])
      progress = showProgress(process.stderr, flags.maxTime)
      let trigger: Trigger | undefined
      try {
        await testServer(
          baseUrl,
          { ...flags, ...started, ...(last && { waitTimeout }) },
          {
            stop: stopRun,
            savesHar: flags.report.some(({ format }) => format === 'har'),
            onProgress: progress.update,
            onError,
            onResult: async ({ report, har }) => {
              endProgress()
              if (stopRun.aborted) return
              const complete = await writeReports(report, har)
              finish(complete || report.exitCode !== 0 ? report.exitCode : 3)
              if (last) sayChange(last, report)
              last = report
              // The server that was started stays until there is a reason to start it again.
              trigger = await waitForTrigger()
            },
          },
        )
      } catch (error) {
        endProgress()
        if (!(error instanceof Interrupted)) {
          // A file may be invalid for a moment, but not from the beginning.
          if (!(error instanceof UsageError) || last === undefined) throw error
          reportFailure(error)
          trigger = await waitForTrigger()
        }
      }
      triggers.endRun()
      if (!stop.aborted) say(`${describeTrigger(trigger)}: testing again`)
    }
    if (last === undefined) finish(3)
  } finally {
    endProgress()
    server?.close()
    await stopFiles()
    end()
  }
}

function isGiven(file: string | undefined): file is string {
  return file !== undefined
}

function describeTrigger(trigger: Trigger | undefined): string {
  if (trigger?.kind === 'server') return 'the server is back'
  if (!trigger) return 'a file changed during the run'
  const [first = '', second, ...others] = trigger.paths
  return others.length > 0
    ? `${first} and ${others.length + 1} other files changed`
    : `${listNames([first, ...(second === undefined ? [] : [second])], 'and')} changed`
}

function sayChange(before: Report, after: Report): void {
  const style = hasColor(describeDescriptor(2)) ? colored : plain
  process.stderr.write(`${describeChange(before, after, style).join('\n')}\n`)
}

/** A line on standard error, so that a report on standard output stays whole. */
function say(text: string): void {
  process.stderr.write(`plant-store: ${shorten(escapeLine(text), 500)}\n`)
}

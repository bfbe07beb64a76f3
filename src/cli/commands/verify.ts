import { Command } from 'commander'
import type { Report } from '../../harness/report.ts'
import { escapeLine } from '../../reporters/text/escapeText.ts'
import { addFlags } from '../config/createOption.ts'
import type { FlagsOf } from '../config/flag.ts'
import { Interrupted, UsageError } from '../errors.ts'
import type { Finish } from '../explainFailure.ts'
import { verifyFlags } from '../flags/verifyFlags.ts'
import { reportFailure } from '../reportFailure.ts'
import { choosePort } from '../verify/choosePort.ts'
import { readContractCopy } from '../verify/contractCopy.ts'
import { checkRoute, checkUrl, readExpectations, runTokenCommand } from '../verify/inputs.ts'
import { watchInterruption } from '../verify/interruption.ts'
import { showProgress } from '../verify/progress.ts'
import { openReports } from '../verify/reports.ts'
import { type StartedServer, startServer } from '../verify/startServer.ts'
import { startThread } from '../verify/startThread.ts'
import { verifyInThread } from '../verify/verifyInThread.ts'

/** Seconds for the server that --start starts. */
const START_TIMEOUT = 30
/** Milliseconds for that server to end when the run is interrupted. */
const INTERRUPTED_PATIENCE = 1_000

/** Starts a target to judge when the user names none. It serves the contract in a file, or the kit's own. */
export type StartTarget = (contract: string | undefined) => Promise<{
  baseUrl: string
  token: string
  otherToken: string
  close: () => Promise<void>
}>

/** `plant-store verify`: judges an implementation. With `startTarget`, the base URL is optional. */
export function verifyCommand(finish: Finish, startTarget?: StartTarget): Command {
  const command = new Command('verify')
    .description('Test the implementation at a base URL against the contract.')
    .argument(
      startTarget ? '[base-url]' : '<base-url>',
      'the base URL, without /plants, for example http://127.0.0.1:4010',
    )
  return addFlags(command, verifyFlags).action(
    async (baseUrl: string | undefined, flags: FlagsOf<typeof verifyFlags>) => {
      if (flags.start !== undefined && baseUrl === undefined)
        throw new UsageError('expected the base URL of the server that --start starts')
      const address = await choosePort(flags.start, baseUrl ?? '')
      if (baseUrl !== undefined) checkUrl(address.baseUrl)
      checkRoute(flags)
      const copy = flags.contractPath ?? flags.contract
      const writeReports = openReports(flags.report, {
        contract: copy === undefined ? undefined : readContractCopy(copy),
        verbose: flags.verbose,
        showsVerdict: true,
      })
      const progress = showProgress(process.stderr, flags.maxTime)
      let verdictCode: Report['exitCode'] | undefined
      const onError = createErrorListener(progress.end)
      const { stop, end } = watchInterruption({
        onSignal: () => {
          progress.end()
          process.stderr.write('plant-store: interrupted; reporting what was tested so far\n')
        },
        onError,
        verdictCode: () => verdictCode,
      })
      let target: Awaited<ReturnType<StartTarget>> | undefined
      let server: StartedServer | undefined
      try {
        const {
          engine,
          expect,
          header,
          otherToken,
          report: _,
          verbose: _verbose,
          contractPath: _path,
          tokenCommand,
          start: _start,
          startCwd: cwd,
          startLog: log,
          waitTimeout = address.command === undefined ? 0 : START_TIMEOUT,
          ...options
        } = flags
        const token =
          flags.token ?? (tokenCommand === undefined ? undefined : await runTokenCommand(tokenCommand, stop))
        const expectations =
          expect === undefined ? undefined : await readExpectations(expect, otherToken.length)
        target = baseUrl === undefined ? await startTarget?.(flags.contract) : undefined
        if (stop.aborted) throw new Interrupted()
        server = address.command === undefined ? undefined : await startServer(address.command, { cwd, log })
        const early = new AbortController()
        let hasBegun = false
        // Once it has answered, the run finds out what ended it.
        server?.ended.addEventListener('abort', () => hasBegun || early.abort(server?.ended.reason))
        const { report, har } = await verifyInThread(
          startThread(),
          target?.baseUrl ?? address.baseUrl,
          {
            ...options,
            waitTimeout,
            engines: engine,
            headers: header,
            expectations,
            token: token ?? target?.token,
            otherToken: otherToken.length > 0 ? otherToken : target?.otherToken,
          },
          {
            stop: AbortSignal.any([stop, early.signal]),
            savesHar: flags.report.some(({ format }) => format === 'har'),
            onProgress: (event) => {
              hasBegun ||= event.done !== undefined
              progress.update(event)
            },
            onError,
          },
        )
        progress.end()
        if (server?.ended.aborted) showEnd(server)
        verdictCode = report.exitCode
        finish(verdictCode)
        const complete = await writeReports(report, har)
        if (!complete && verdictCode === 0) finish(3)
      } finally {
        progress.end()
        await server?.stop(stop.aborted ? INTERRUPTED_PATIENCE : undefined)
        end()
        await target?.close()
      }
    },
  )
}

/** Prints how the server ended, and what it printed last. */
function showEnd({ ended, lastLines }: StartedServer): void {
  const lines = lastLines().map((line) => `  ${escapeLine(line)}\n`)
  process.stderr.write(`plant-store: ${ended.reason}. Its last lines:\n${lines.join('')}`)
}

/** Prints the first error of the kit. Those that follow are often its consequences. */
function createErrorListener(prepare: () => void): (error: unknown) => void {
  let isFirst = true
  return (error) => {
    if (isFirst) {
      prepare()
      reportFailure(error)
    }
    isFirst = false
  }
}

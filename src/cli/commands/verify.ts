import { Command } from 'commander'
import type { Report } from '../../judge/report.ts'
import { updatesBaseline } from '../baseline/openBaseline.ts'
import { addFlags } from '../config/createOption.ts'
import type { FlagsOf } from '../config/flag.ts'
import { UsageError } from '../errors.ts'
import type { Finish } from '../explainFailure.ts'
import { verifyFlags } from '../flags/verifyFlags.ts'
import { findProgram } from '../reports/findProgram.ts'
import { openRunReports } from '../reports/openReports.ts'
import { choosePort } from '../verify/choosePort.ts'
import { createErrorListener } from '../verify/createErrorListener.ts'
import { checkEngines, checkRoute, checkUrl } from '../verify/inputs.ts'
import { announceInterruption, watchInterruption } from '../verify/interruption.ts'
import { showProgress } from '../verify/progress.ts'
import { testServer } from '../verify/testServer.ts'

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
    .argument('[base-url]', 'where /plants is, such as http://127.0.0.1:4010/v1')
  return addFlags(command, verifyFlags).action(
    async (baseUrl: string | undefined, flags: FlagsOf<typeof verifyFlags>) => {
      checkTarget(baseUrl, flags, startTarget !== undefined)
      checkEngines(flags.plan, flags.engine)
      // Loaded late, because a single run does not need them.
      if (flags.targets !== undefined) {
        const { verifyFleet } = await import('../fleet/verifyFleet.ts')
        return verifyFleet(flags.targets, flags, finish)
      }
      const address = await choosePort(flags, baseUrl ?? '')
      if (baseUrl !== undefined) {
        checkUrl(address.baseUrl)
        checkRoute(flags, address.baseUrl)
      }
      if (flags.watch && baseUrl !== undefined) {
        const { verifyWatch } = await import('../watch/verifyWatch.ts')
        return verifyWatch(baseUrl, flags, finish)
      }
      const writeReports = openRunReports(flags)
      const progress = showProgress(process.stderr, flags.maxTime)
      let verdictCode: Report['exitCode'] | undefined
      const onError = createErrorListener(progress.end)
      const { stop, end } = watchInterruption({
        onSignal: announceInterruption(progress.end),
        onError,
        verdictCode: () => verdictCode,
      })
      let target: Awaited<ReturnType<StartTarget>> | undefined
      try {
        target = baseUrl === undefined ? await startTarget?.(flags.contract) : undefined
        const { token, otherToken, tokenCommand } = flags
        const isUpdated = await testServer(
          target?.baseUrl ?? address.baseUrl,
          {
            ...flags,
            ...address,
            token: token ?? (tokenCommand === undefined ? target?.token : undefined),
            otherToken: otherToken.length > 0 || !target ? otherToken : [target.otherToken],
          },
          {
            stop,
            savesHar: flags.report.some(({ format }) => format === 'har'),
            onProgress: progress.update,
            onError,
            onResult: async ({ report, har }) => {
              progress.end()
              verdictCode = report.exitCode
              finish(verdictCode)
              const complete = await writeReports(report, har)
              if (!complete && verdictCode === 0) finish(3)
            },
          },
        )
        if (!isUpdated && verdictCode === 0) finish(3)
      } finally {
        progress.end()
        end()
        await target?.close()
      }
    },
  )
}

/** Throws a UsageError unless the command line names one server, or one file of servers. */
function checkTarget(
  baseUrl: string | undefined,
  flags: FlagsOf<typeof verifyFlags>,
  hasDefault: boolean,
): void {
  const { start, targets, name, shard, concurrency, watch } = flags
  // What an update leaves to fill in would keep the next run from starting.
  if (watch && updatesBaseline(flags))
    throw new UsageError(
      `expected --watch or ${flags.baselineUpdate ? '--baseline-update' : '--baseline-accept'}, got both`,
    )
  if (targets !== undefined) {
    if (baseUrl !== undefined) throw new UsageError('expected a base URL or --targets, got both')
    if (watch) throw new UsageError('expected --watch with one server, got --targets')
    if (name !== undefined)
      throw new UsageError(`expected no --name with --targets: each target in ${targets} has its own`)
    return
  }
  if ((shard ?? concurrency) !== undefined)
    throw new UsageError(
      `expected --targets with ${shard === undefined ? '--concurrency' : '--shard'}: one server has no parts`,
    )
  if (baseUrl !== undefined) return
  if (start !== undefined) throw new UsageError('expected the base URL of the server that --start starts')
  if (watch) throw new UsageError('expected the base URL of the server to watch')
  if (!hasDefault)
    throw new UsageError(
      `expected the base-url of a server, such as http://127.0.0.1:4010, or --targets FILE\nSee ${findProgram()} verify --help.`,
    )
}

import { checkResolve, checkServer } from '../../verifyArguments.ts'
import { checked, type ExitCode, findProgram, UsageError, watchInterruption } from '../errors.ts'
import type { verifyFlags } from '../flags.ts'
import type { Call } from '../options.ts'
import { showProgress } from '../progress.ts'
import { nameTarget, openReports } from '../reports.ts'
import { testServer } from '../testServer.ts'

/** `plant-store-kit verify`: tests an implementation. */
export async function verify({ words: [baseUrl], flags, finish }: Call<typeof verifyFlags>): Promise<void> {
  const { targets } = flags
  if (flags.watch && (targets !== undefined || flags.baselineUpdate))
    throw new UsageError('--watch cannot be combined with --targets or --baseline-update')
  if (flags.startLog !== undefined && flags.start === undefined && targets === undefined)
    throw new UsageError('--start-log requires --start, because it saves the output of the --start command')
  // Load this module only if --targets is set, because most runs test a single server.
  if (baseUrl === undefined && targets !== undefined) {
    const { verifyTargets } = await import('../targets.ts')
    return verifyTargets(targets, flags, finish)
  }
  if (baseUrl === undefined || targets !== undefined)
    throw new UsageError(
      `expected either the base URL of a server, such as http://127.0.0.1:4010, or --targets FILE, got ${targets === undefined ? 'neither' : 'both'}\nSee ${findProgram()} verify --help.`,
    )
  checked(() => checkServer(baseUrl, flags))
  checked(() => checkResolve(baseUrl, flags))
  if (flags.watch) {
    const { watchServer } = await import('../watch.ts')
    return watchServer(baseUrl, flags, finish)
  }
  const writeReports = openReports(nameTarget(baseUrl, flags.name), flags, true, finish)
  const progress = showProgress(process.stderr, flags.maxTime)
  let verdict: ExitCode | undefined
  const { stop, onError } = watchInterruption({ endProgress: progress.end, verdictCode: () => verdict })
  try {
    await testServer(baseUrl, flags, {
      stop,
      onError,
      finish,
      onProgress: progress.update,
      onResult: async (report, saveHar) => {
        progress.end()
        verdict = report.exitCode
        finish(verdict)
        await writeReports(report, saveHar)
      },
    })
  } finally {
    progress.end()
  }
}

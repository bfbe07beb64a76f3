import type { ExitCode, Finish } from '../errors.ts'
import { findProgram, UsageError } from '../errors.ts'
import type { verifyFlags } from '../flags.ts'
import { watchInterruption } from '../interruption.ts'
import type { Call, FlagsOf } from '../options.ts'
import { showProgress } from '../progress.ts'
import { nameTarget, openReports } from '../reports.ts'
import { checkServer, testServer } from '../testServer.ts'

type VerifyFlags = FlagsOf<typeof verifyFlags>

/** `plant-store-kit verify`: tests an implementation. */
export async function verify({ words: [baseUrl], flags, finish }: Call<typeof verifyFlags>): Promise<void> {
  checkFlags(baseUrl, flags)
  // Loaded only when needed: a single run does not need them.
  if (baseUrl === undefined) {
    const { verifyTargets } = await import('../targets.ts')
    return verifyTargets(flags.targets ?? '', flags, finish)
  }
  checkServer(baseUrl, flags)
  if (flags.watch) {
    const { watchServer } = await import('../watch.ts')
    return watchServer(baseUrl, flags, finish)
  }
  await verifyOne(baseUrl, flags, finish)
}

async function verifyOne(baseUrl: string, flags: VerifyFlags, finish: Finish): Promise<void> {
  const writeReports = openReports(nameTarget(baseUrl, flags.name), flags, true)
  const progress = showProgress(process.stderr, flags.maxTime)
  let verdict: ExitCode | undefined
  const { stop, onError, end } = watchInterruption({
    endProgress: progress.end,
    verdictCode: () => verdict,
  })
  try {
    const isUpdated = await testServer(baseUrl, flags, {
      stop,
      onError,
      onProgress: progress.update,
      onResult: async (report, saveHar) => {
        progress.end()
        verdict = report.exitCode
        finish(verdict)
        if (!(await writeReports(report, saveHar))) finish(3)
      },
    })
    if (!isUpdated) finish(3)
  } finally {
    progress.end()
    end()
  }
}

/** Throws a UsageError for flags that contradict each other. */
function checkFlags(baseUrl: string | undefined, flags: VerifyFlags): void {
  const { targets, name, watch, plan, engine } = flags
  const others = engine === 'auto' ? [] : engine.filter((each) => each !== 'probes')
  // Other engines repeat requests, and a monitor must send few.
  if (plan === 'monitor' && others.length > 0)
    throw new UsageError(`--plan monitor runs the kit's own checks only: remove --engine ${others.join(',')}`)
  // With --watch, the updated file would trigger another run.
  if (watch && flags.baselineUpdate) throw new UsageError('expected --watch or --baseline-update, got both')
  if (targets === undefined && flags.startLog !== undefined && flags.start === undefined)
    throw new UsageError('--start-log: expected --start as well, the command whose output is saved')
  if (targets !== undefined) {
    if (baseUrl !== undefined) throw new UsageError('expected a base URL or --targets, got both')
    if (watch) throw new UsageError('--watch tests a single server and cannot be combined with --targets')
    if (name !== undefined)
      throw new UsageError(`--name is not for --targets: each target in ${targets} has its own name`)
  } else if (baseUrl === undefined)
    throw new UsageError(
      `expected the base URL of a server, such as http://127.0.0.1:4010, or --targets FILE\nSee ${findProgram()} verify --help.`,
    )
}

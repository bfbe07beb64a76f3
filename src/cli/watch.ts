import { relative, resolve, sep } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { listNames, messageOf } from '../contract/words.ts'
import type { Report } from '../judge/report.ts'
import { compareReports, describeStep } from '../report/compareReports.ts'
import { escapeLine } from '../report/text/escapeText.ts'
import { looks, symbols } from '../report/words.ts'
import { findBaseline } from './baseline.ts'
import { type ExitCode, type Finish, Interrupted, UsageError } from './errors.ts'
import { reportFailure } from './failure.ts'
import { watchInterruption } from './interruption.ts'
import { say } from './output.ts'
import { showProgress } from './progress.ts'
import { nameTarget, openReports } from './reports.ts'
import { type RunFlags, testServer } from './testServer.ts'

/** Seconds for a server to be back after a change, if no flag says otherwise. */
const WAIT_TIMEOUT = 30
/** Milliseconds without another change, because editors and compilers write in several steps. */
const QUIET = 200
/** Milliseconds for a server that the user started to begin its restart. */
const SETTLING = 1_000
/** A file that changes during this many runs is probably written by the server itself. */
const NOISY = 3

/** `plant-store-kit verify --watch`: tests the server whenever a file changes, until a signal. The exit code is that of the last verdict. */
export async function watchServer(baseUrl: string, flags: RunFlags, finish: Finish): Promise<void> {
  const writeReports = openReports(nameTarget(baseUrl, flags.name), flags, true)
  const { start, contract, expect, startLog, waitTimeout = WAIT_TIMEOUT } = flags
  const baseline = findBaseline(baseUrl, flags)
  const written = [startLog, ...flags.report.map(({ file }) => file)].filter((file) => file !== undefined)
  let last: Report | undefined
  let exitCode: ExitCode = 3
  let progress = showProgress(process.stderr, flags.maxTime)
  const interruption = watchInterruption({
    endProgress: () => progress.end(),
    verdictCode: () => (interruption.stop.aborted ? (last?.exitCode ?? 3) : undefined),
    reports: false,
  })
  const { stop, onError } = interruption
  const files = await watchFiles({
    given: [contract, expect, baseline].filter((file) => file !== undefined),
    written,
  })
  const waitForChange = async (): Promise<void> => {
    say('watching this folder; Ctrl-C ends it')
    const changed = await files.next(stop)
    if (changed.length > 0) say(`${listNames(changed, 'and')} changed: testing again`)
    if (start === undefined) await pause(SETTLING, undefined, { signal: stop }).catch(() => {})
  }
  try {
    while (!stop.aborted) {
      const stopRun = AbortSignal.any([stop, files.beginRun()])
      progress = showProgress(process.stderr, flags.maxTime)
      try {
        const context = { stop: stopRun, onError, onProgress: progress.update }
        await testServer(
          baseUrl,
          { ...flags, ...(last && { waitTimeout }) },
          {
            ...context,
            onResult: async (report, saveHar) => {
              progress.end()
              if (stopRun.aborted) return
              const isComplete = await writeReports(report, saveHar)
              exitCode = isComplete || report.exitCode !== 0 ? report.exitCode : 3
              if (last) process.stderr.write(describeChange(last, report))
              last = report
              // The server that was started stays until there is a reason to start it again.
              await waitForChange()
            },
          },
        )
      } catch (error) {
        progress.end()
        // A file may be invalid for a moment, but not from the beginning.
        if (error instanceof UsageError && last !== undefined) {
          reportFailure(error)
          await waitForChange()
        } else if (!(error instanceof Interrupted)) throw error
      }
    }
    finish(exitCode)
  } finally {
    progress.end()
    await files.close()
    interruption.end()
  }
}

/** What tools write while they run, and no source of a server. */
const FOLDERS = /^(?:node_modules|__pycache__|coverage|\.(?!env).*)$/
const DATA = /(?:\.(?:log|tmp|swp|pid|db|sqlite3?)(?:-\w+)?|~)$/

/** Watches the files below the current folder, and those of the flags. On volumes without file events, CHOKIDAR_USEPOLLING=1 polls. */
async function watchFiles({ given, written }: { given: readonly string[]; written: readonly string[] }) {
  const { watch } = await import('chokidar')
  const wanted = new Set(given.map((file) => resolve(file)))
  const own = new Set(written.map((file) => resolve(file)))
  const isIgnored = (path: string): boolean => {
    const absolute = resolve(path)
    const names = relative('.', absolute).split(sep)
    const isData = DATA.test(absolute) || names.some((name) => name !== '..' && FOLDERS.test(name))
    return !wanted.has(absolute) && (own.has(absolute) || isData)
  }
  const watcher = watch(['.', ...wanted], { ignored: isIgnored, ignoreInitial: true })
  await new Promise<void>((ready) => {
    watcher.once('ready', () => ready())
    watcher.on('error', (error) => {
      say(`this folder cannot be watched: ${messageOf(error)}`)
      ready()
    })
  })
  const changed = new Set<string>()
  const during = new Map<string, number>()
  let run: AbortController | undefined
  let notify = (): void => {}
  watcher.on('all', (event, path) => {
    const name = relative('.', path)
    if (event === 'addDir' || event === 'unlinkDir' || (during.get(name) ?? 0) >= NOISY) return
    if (run?.signal.aborted === false) {
      during.set(name, (during.get(name) ?? 0) + 1)
      if (during.get(name) === NOISY)
        return say(`${name} changes during every run, so its changes are no longer a reason to test again`)
    }
    changed.add(name)
    run?.abort('a file changed')
    notify()
  })
  return {
    /** Starts a run. Returns a signal that aborts when a file changes during it. */
    beginRun: (): AbortSignal => {
      changed.clear()
      run = new AbortController()
      return run.signal
    },
    /** Resolves to the files that changed, when nothing changes any more. */
    next: async (stop: AbortSignal): Promise<string[]> => {
      run = undefined
      while (changed.size === 0 && !stop.aborted)
        await new Promise<void>((resolved) => {
          notify = resolved
          stop.addEventListener('abort', () => resolved(), { once: true })
        })
      for (let seen = -1; seen !== changed.size && !stop.aborted; ) {
        seen = changed.size
        await pause(QUIET, undefined, { signal: stop }).catch(() => {})
      }
      return stop.aborted ? [] : [...changed]
    },
    close: () => watcher.close(),
  }
}

/** What is different from the report before. */
function describeChange(before: Report, after: Report): string {
  const { worse, better, unclear, behaviour } = compareReports(before, after)
  const lines = [
    ...[...worse, ...better, ...unclear].map(
      (change) =>
        `  ${symbols[looks[change.after].tone]} ${change.check}   ${describeStep(change)}: ${change.title}`,
    ),
    ...behaviour.map((each) => `  ${each.what}   ${each.before} → ${each.after}`),
  ]
  const head = lines.length === 0 ? 'Nothing changed' : 'Changed'
  return `${[`${head} since the last verdict${lines.length === 0 ? '.' : ':'}`, ...lines].map(escapeLine).join('\n')}\n`
}

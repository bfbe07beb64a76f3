import { once } from 'node:events'
import { relative, resolve, sep } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { listNames, messageOf } from '../contract/words.ts'
import type { Report } from '../judge/report.ts'
import { compareReports, describeStep } from '../report/compareReports.ts'
import { findBaseline } from './baseline.ts'
import { type ExitCode, type Finish, Interrupted, reportFailure, UsageError } from './errors.ts'
import { watchInterruption } from './interruption.ts'
import { say, type Text } from './output.ts'
import { showProgress } from './progress.ts'
import { insertName, nameTarget, openReports } from './reports.ts'
import { type RunFlags, testServer } from './testServer.ts'

/** How many seconds a server may take to come back after a change, by default. */
const WAIT_TIMEOUT = 30
/** How many milliseconds to wait for more changes, because editors and compilers write in several steps. */
const QUIET = 200
/** How many milliseconds a server that the user started has to begin its restart. */
const SETTLING = 1_000
/** A file that changes during this many runs is probably written by the server itself, so it no longer triggers a run. */
const NOISY = 3

/** `plant-store-kit verify --watch`: tests the server whenever a file changes, until a signal. The exit code is that of the last verdict. */
export async function watchServer(baseUrl: string, flags: RunFlags, finish: Finish): Promise<void> {
  const name = nameTarget(baseUrl, flags.name)
  const writeReports = openReports(name, flags, true)
  const { start, contract, expect, startLog, waitTimeout = WAIT_TIMEOUT } = flags
  const files = await watchFiles(
    [contract, expect, findBaseline(baseUrl, flags)].filter((file) => file !== undefined),
    [startLog, ...flags.report.map(({ file }) => file)].flatMap((file) =>
      file === undefined ? [] : insertName(file, name),
    ),
  )
  let last: Report | undefined
  let exitCode: ExitCode = 3
  let progress = showProgress(process.stderr, flags.maxTime)
  const interruption = watchInterruption({
    endProgress: () => progress.end(),
    verdictCode: () => (interruption.stop.aborted ? (last?.exitCode ?? 3) : undefined),
    reports: false,
  })
  const { stop, onError } = interruption
  const waitForChange = async (): Promise<void> => {
    say('watching this folder; Ctrl-C ends it')
    const changed = await files.next(stop)
    if (!stop.aborted) say(`${listNames(changed, 'and')} changed: testing again`)
    if (start === undefined) await pause(SETTLING, undefined, { signal: stop }).catch(() => {})
  }
  try {
    while (!stop.aborted) {
      const stopRun = AbortSignal.any([stop, files.beginRun()])
      progress = showProgress(process.stderr, flags.maxTime)
      const onResult = async (report: Report, saveHar: () => Text): Promise<void> => {
        progress.end()
        if (stopRun.aborted) return
        const isComplete = await writeReports(report, saveHar)
        exitCode = isComplete || report.exitCode !== 0 ? report.exitCode : 3
        const { worse, better } = compareReports(last ?? report, report)
        for (const change of [...worse, ...better]) say(`${change.check}: ${describeStep(change)}`)
        last = report
        // The server that was started keeps running until it has to be restarted.
        await waitForChange()
      }
      try {
        const waiting = last === undefined ? {} : { waitTimeout }
        const context = { stop: stopRun, onError, onProgress: progress.update, onResult }
        await testServer(baseUrl, { ...flags, ...waiting }, context)
      } catch (error) {
        progress.end()
        // A file may be invalid for a moment while it is edited, but not when the command starts.
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

/** Files that tools write while they run, and that are not source files of a server. */
const FOLDERS = /^(?:node_modules|__pycache__|coverage|\.(?!env).*)$/

/** Watches the files in the current folder, and those named by flags. On volumes without file events, set CHOKIDAR_USEPOLLING=1. */
async function watchFiles(given: readonly string[], written: readonly string[]) {
  const { watch } = await import('chokidar')
  const wanted = new Set(given.map((file) => resolve(file)))
  const own = new Set(written.map((file) => resolve(file)))
  const isIgnored = (path: string): boolean => {
    const absolute = resolve(path)
    const isTools = relative('.', absolute)
      .split(sep)
      .some((name) => name !== '..' && FOLDERS.test(name))
    return !wanted.has(absolute) && (own.has(absolute) || isTools)
  }
  const watcher = watch(['.', ...wanted], { ignored: isIgnored, ignoreInitial: true })
  watcher.on('error', (error) => say(`cannot watch this folder: ${messageOf(error)}`))
  await new Promise<unknown>((done) => watcher.once('ready', () => done(true)).once('error', done))
  const changed = new Set<string>()
  const runs = new Map<string, number>()
  let isRunning = false
  let change = new AbortController()
  watcher.on('all', (event, path) => {
    const name = relative('.', path)
    const count = runs.get(name) ?? 0
    if (event === 'addDir' || event === 'unlinkDir' || count >= NOISY) return
    if (isRunning) runs.set(name, count + 1)
    if (isRunning && count + 1 === NOISY)
      return say(`${name} changes during every run, so its changes are no longer a reason to test again`)
    changed.add(name)
    isRunning = false
    change.abort('a file changed')
  })
  return {
    /** Starts a run. Returns a signal that aborts when a file changes during it. */
    beginRun: (): AbortSignal => {
      changed.clear()
      isRunning = true
      change = new AbortController()
      return change.signal
    },
    /** Resolves to the changed files when changes have stopped, or when `stop` aborts. */
    next: async (stop: AbortSignal): Promise<string[]> => {
      isRunning = false
      const signal = AbortSignal.any([stop, change.signal])
      if (!signal.aborted) await once(signal, 'abort')
      for (let seen = -1; seen !== changed.size && !stop.aborted; ) {
        seen = changed.size
        await pause(QUIET, undefined, { signal: stop }).catch(() => {})
      }
      return [...changed]
    },
    close: () => watcher.close(),
  }
}

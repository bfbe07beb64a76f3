import { once } from 'node:events'
import { relative, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { watch } from 'chokidar'
import { listNames, messageOf } from '../contract/words.ts'
import type { Report } from '../judge/report.ts'
import { compareReports, describeStep } from '../report/compareReports.ts'
import { findBaseline } from './baseline.ts'
import { type Finish, Interrupted, reportFailure, UsageError, watchInterruption } from './errors.ts'
import { say, type Text } from './output.ts'
import { showProgress } from './progress.ts'
import { insertName, nameTarget, openReports } from './reports.ts'
import { type RunFlags, START_TIMEOUT, testServer } from './testServer.ts'

/** The milliseconds to wait for more changes after a change, because editors and compilers save files in several steps. */
const QUIET = 200
/** The milliseconds to wait after a change, so that a server that restarts itself has begun to restart. */
const SETTLING = 1_000

/** `plant-store-kit verify --watch`: tests the server now and whenever a file changes. The last verdict sets the exit code. */
export async function watchServer(baseUrl: string, flags: RunFlags, finish: Finish): Promise<void> {
  const name = nameTarget(baseUrl, flags.name)
  const writeReports = openReports(name, flags, true, finish)
  const { start, contract, expect, startLog, waitTimeout = START_TIMEOUT } = flags
  const changed = new Set<string>()
  let change = new AbortController()
  const watcher = await watchFiles(
    [contract, expect, findBaseline(baseUrl, flags)],
    [startLog, ...flags.report.map(({ file }) => file)].flatMap((file) =>
      file === undefined ? [] : insertName(file, name),
    ),
    (file) => {
      changed.add(file)
      change.abort('a file changed')
    },
  )
  let last: Report | undefined
  let progress = showProgress(process.stderr, flags.maxTime)
  const { stop, onError } = watchInterruption({
    endProgress: () => progress.end(),
    verdictCode: () => (stop.aborted ? (last?.exitCode ?? 3) : undefined),
  })
  const waitForChange = async (): Promise<void> => {
    say('watching this folder; press Ctrl-C to stop')
    const signal = AbortSignal.any([stop, change.signal])
    if (!signal.aborted) await once(signal, 'abort')
    await pause(start === undefined ? SETTLING : QUIET, undefined, { signal: stop }).catch(() => {})
    if (!stop.aborted) say(`${listNames([...changed], 'and')} changed: testing again`)
  }
  try {
    while (!stop.aborted) {
      changed.clear()
      change = new AbortController()
      const stopRun = AbortSignal.any([stop, change.signal])
      progress = showProgress(process.stderr, flags.maxTime)
      const onResult = async (report: Report, saveHar: () => Text): Promise<void> => {
        progress.end()
        if (stopRun.aborted) return
        await writeReports(report, saveHar)
        const { worse, better } = compareReports(last ?? report, report)
        for (const step of [...worse, ...better]) say(`${step.check}: ${describeStep(step)}`)
        last = report
        // Wait here, so that a server from --start keeps running until the next change.
        await waitForChange()
      }
      try {
        const context = { stop: stopRun, onError, onProgress: progress.update, onResult, finish }
        await testServer(baseUrl, { ...flags, waitTimeout }, context)
      } catch (error) {
        progress.end()
        // After the first run, print usage errors and continue, because a file may be invalid while the user edits it.
        if (error instanceof UsageError && last !== undefined) {
          reportFailure(error)
          await waitForChange()
        } else if (!(error instanceof Interrupted)) throw error
      }
    }
    finish(last?.exitCode ?? 3)
  } finally {
    progress.end()
    await watcher.close()
  }
}

/** Paths that the kit does not watch: node_modules, and files and folders whose names begin with a dot. */
const IGNORED = /(?:^|[\\/])(?:node_modules|\.[^\\/.][^\\/]*)(?:[\\/]|$)/

/**
 * Watches the files in the current folder and the files that flags name, except the files that the run itself writes. On volumes without
 * file events, set CHOKIDAR_USEPOLLING=1.
 */
async function watchFiles(
  read: readonly (string | undefined)[],
  written: readonly string[],
  onChange: (file: string) => void,
) {
  const own = new Set(written.map((file) => resolve(file)))
  const watched = ['.', ...read.filter((file) => file !== undefined)]
  const ignored = [IGNORED, (path: string) => own.has(resolve(path))]
  const watcher = watch(watched, { ignored, ignoreInitial: true })
  watcher.on('error', (error) => say(`cannot watch this folder: ${messageOf(error)}`))
  watcher.on('all', (event, path) => {
    if (event !== 'addDir' && event !== 'unlinkDir') onChange(relative('.', path))
  })
  // The `error` listener has already printed the error.
  await once(watcher, 'ready').catch(() => {})
  return watcher
}

import { contractFile } from '../contract/contractFile.ts'
import type { MockCore } from './core.ts'
import { FixtureError } from './FixtureError.ts'
import { builtInFixtures } from './mockOptions.ts'

/** Milliseconds after which it begins to watch: until then the first answers are out, which should not wait for that. */
const BEGIN = 200

/** Milliseconds of quiet before files are read: editors write in several steps. */
const QUIET = 60

/**
 * Serves fixtures, scenarios and the contract as they are saved; where a save is bad, the last good ones stay. Returns what ends
 * it. Where files change without a sign, as on some volumes of containers, CHOKIDAR_USEPOLLING=1 looks for itself.
 */
export function watchData(folder: string, core: MockCore): () => Promise<void> {
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const reload = async (): Promise<void> => {
    const files = [...changed]
    changed.clear()
    const { rereadContract } = await import('../contract/readContract.ts')
    const { loadData } = await import('./loadData.ts')
    try {
      core.replace(loadData(folder, rereadContract()), files)
    } catch (error) {
      const { message } = error as Error
      if (error instanceof FixtureError) core.refuse(error.file, error.line, error.reason)
      else core.refuse(contractFile, undefined, message)
    }
  }
  let since = Date.now()
  let watcher: Promise<{ close: () => Promise<void> }> | undefined
  const fail = (error: unknown): void =>
    core.refuse(folder, undefined, `cannot be watched: ${(error as Error).message}`)
  const begin = async () => {
    const { watch } = await import('chokidar')
    const paths = [...new Set([folder, builtInFixtures]), contractFile]
    const watching = watch(paths, { depth: 1, alwaysStat: true })
    let isReady = false
    return watching
      .on('error', fail)
      .on('ready', () => {
        isReady = true
      })
      .on('all', (event, file, stats) => {
        // What it finds at first is no news, unless it was saved since the mock read it.
        if (!isReady && (stats?.mtimeMs ?? 0) <= since) return
        changed.add(file)
        clearTimeout(timer)
        timer = setTimeout(() => void reload(), QUIET)
        if (event === 'unlinkDir' && file === folder) again()
      })
  }
  /** A folder that was moved away is not seen to come back, and what comes back may be as old as it likes. */
  const again = (): void => {
    since = 0
    watcher = watcher?.then((ended) => ended.close()).then(begin)
    watcher?.catch(fail)
  }
  const start = setTimeout(() => {
    watcher = begin()
    watcher.catch(fail)
  }, BEGIN)
  return async () => {
    clearTimeout(start)
    await watcher?.then((ended) => ended.close()).catch(() => {})
    clearTimeout(timer)
  }
}

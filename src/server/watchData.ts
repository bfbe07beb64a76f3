import { contractFile } from '../contract/contractFile.ts'
import type { MockCore } from './core.ts'
import { FixtureError } from './FixtureError.ts'
import { builtInFixtures } from './mockOptions.ts'

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
  const watcher = import('chokidar').then(({ watch }) => {
    const paths = [...new Set([folder, builtInFixtures]), contractFile]
    return watch(paths, { ignoreInitial: true, depth: 1 }).on('all', (_event, file) => {
      changed.add(file)
      clearTimeout(timer)
      timer = setTimeout(() => void reload(), QUIET)
    })
  })
  return async () => {
    await (await watcher).close()
    clearTimeout(timer)
  }
}

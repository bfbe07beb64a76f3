import { fstatSync, statSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { messageOf } from '../../contract/words.ts'

type Watched = {
  folder: string
  /** Files that count wherever they are. */
  files: readonly string[]
  /** Files that the run itself writes. */
  written: readonly string[]
}

/** What tools write while they run, and no source of a server. */
const FOLDERS = /^(?:node_modules|__pycache__|coverage|\.(?!env).*)$/
const DATA = /(?:\.(?:log|tmp|swp|pid|db|sqlite3?)(?:-\w+)?|~)$/

/**
 * Calls `onChange` with the path of each file below a folder that is added, changed or removed. Returns a function that stops
 * watching. On volumes without file events, CHOKIDAR_USEPOLLING=1 makes it poll.
 */
export async function watchFiles(
  { folder, files, written }: Watched,
  onChange: (path: string) => void,
  onError: (message: string) => void,
): Promise<() => Promise<void>> {
  const { watch } = await import('chokidar')
  const wanted = new Set(files.map((file) => resolve(file)))
  const own = new Set(written.map((file) => resolve(file)))
  const isIgnored = (path: string): boolean => {
    const absolute = resolve(path)
    if (wanted.has(absolute)) return false
    const names = relative(folder, absolute).split(sep)
    return (
      own.has(absolute) || DATA.test(absolute) || names.some((name) => name !== '..' && FOLDERS.test(name))
    )
  }
  const watcher = watch([folder, ...wanted], { ignored: isIgnored, ignoreInitial: true })
  await new Promise<void>((ready) => {
    watcher.once('ready', () => ready())
    watcher.on('error', (error) => {
      onError(`${folder} cannot be watched: ${messageOf(error)}`)
      ready()
    })
  })
  watcher.on('all', (event, path) => {
    if (event !== 'addDir' && event !== 'unlinkDir' && !isOutput(path)) onChange(relative('.', path))
  })
  return () => watcher.close()
}

/** Whether our own output goes to this file. */
function isOutput(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return [1, 2].some((descriptor) => {
    const { dev, ino } = fstatSync(descriptor)
    return stats?.dev === dev && stats.ino === ino
  })
}

import { rmSync } from 'node:fs'
import { enableCompileCache } from 'node:module'

/**
 * To be called first in a child process: ends it as soon as the parent closes the channel or is gone, and removes its
 * folder however it ends. A parent that is killed closes nothing itself; the system does it for it.
 */
export function bindToParent(folder: string): void {
  process.once('exit', () => {
    // A folder that a process stands in cannot be removed everywhere.
    process.chdir('/')
    rmSync(folder, { recursive: true, force: true })
  })
  // Ctrl-C and a closed terminal reach every process of theirs; the parent alone decides what they mean.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  const leave = (): void => process.exit()
  process.once('disconnect', leave)
  if (!process.connected) leave()
  enableCompileCache()
}

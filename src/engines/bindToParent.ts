import { rmSync } from 'node:fs'
import { enableCompileCache } from 'node:module'

/**
 * To be called first in a child process: ends it, and removes its folder, as soon as the parent closes the channel or is gone.
 * A parent that is killed closes nothing itself; the system does it for it.
 */
export function bindToParent(folder: string): void {
  const leave = (): void => {
    process.chdir('/')
    rmSync(folder, { recursive: true, force: true })
    process.exit()
  }
  process.once('disconnect', leave)
  if (!process.connected) leave()
  enableCompileCache()
}

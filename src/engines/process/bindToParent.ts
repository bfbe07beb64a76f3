import { rmSync } from 'node:fs'
import { enableCompileCache } from 'node:module'

/**
 * Call this first in a child process. It ends the process when the parent closes the channel or dies, and removes the
 * process's folder whenever it ends. If the parent is killed, the operating system closes the channel.
 */
export function bindToParent(folder: string): void {
  process.once('exit', () => {
    // Some systems cannot remove the working directory of a process.
    process.chdir('/')
    rmSync(folder, { recursive: true, force: true })
  })
  // Ctrl-C and a closed terminal reach every process in the group. The parent alone decides what to do.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  const leave = (): void => process.exit()
  process.once('disconnect', leave)
  if (!process.connected) leave()
  enableCompileCache()
}

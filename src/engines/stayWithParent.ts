import { rmSync } from 'node:fs'

// An engine's process loads this module first (`node --import`). The process's working directory is a temporary folder. The module ends the
// process when the parent closes the channel. If the parent dies, the operating system closes the channel.

const folder = process.cwd()
process.once('exit', () => {
  // On some systems, a process cannot remove its working directory.
  process.chdir('/')
  rmSync(folder, { recursive: true, force: true })
})
// Ctrl-C and a closed terminal send a signal to every process in the group. Only the parent process reacts.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit())
if (!process.connected) process.exit()

// If a response has an unparsable Content-Type, Prism throws an error and would exit. With this listener, only this request fails.
process.on('unhandledRejection', (reason) => {
  console.error(reason)
  process.send?.({ kind: 'lost', reason: reason instanceof Error ? reason.message : String(reason) })
})

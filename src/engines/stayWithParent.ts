import { rmSync } from 'node:fs'

// This module is loaded first in an engine's process (`node --import`), whose working directory is its own temporary folder. The module
// ends the process when the parent closes the channel or dies: if the parent is killed, the operating system closes the channel.

const folder = process.cwd()
process.once('exit', () => {
  // Some systems cannot remove a process's working directory.
  process.chdir('/')
  rmSync(folder, { recursive: true, force: true })
})
// Ctrl-C and closing the terminal send a signal to every process in the group. Only the parent process decides what to do.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit())
if (!process.connected) process.exit()

// Prism does not catch the error that it throws for a response with an unparsable Content-Type, so Prism would exit. With this listener,
// only that one request fails.
process.on('unhandledRejection', (reason) => {
  console.error(reason)
  process.send?.({ kind: 'lost', reason: reason instanceof Error ? reason.message : String(reason) })
})

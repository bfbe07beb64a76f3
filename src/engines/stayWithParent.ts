import { rmSync } from 'node:fs'
import { registerHooks } from 'node:module'

// The process of an engine loads this module first (`node --import`). This module ends the process when the parent closes the channel, or
// when the parent dies, and removes the working directory of the process, which is a temporary folder.

// The engines load these packages, but use them only for proxies, invented data and other formats. Empty modules save much CPU time.
const UNUSED =
  /\/node_modules\/(@faker-js\/faker|https?-proxy-agent|json-schema-ref-parser|postman-collection|@apielements\/(openapi2|apib)-parser|har-validator|http-signature)\//
registerHooks({
  load: (url, context, next) =>
    UNUSED.test(url) ? { format: 'commonjs', source: '', shortCircuit: true } : next(url, context),
})

const folder = process.cwd()
process.once('exit', () => {
  // Leave the folder first, because on some systems, a process cannot remove its working directory.
  process.chdir('/')
  rmSync(folder, { recursive: true, force: true })
})
// Ctrl-C and a closed terminal send a signal to every process in the group. Ignore the signal here, because the parent process handles it.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit())
if (!process.connected) process.exit()

// If a response has an unparsable Content-Type, Prism throws an error and would exit. With this listener, only the request fails.
process.on('unhandledRejection', (reason) => {
  console.error(reason)
  process.send?.({ kind: 'lost', reason: reason instanceof Error ? reason.message : String(reason) })
})

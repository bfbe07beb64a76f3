#!/usr/bin/env node
// Import the commands dynamically: with a static import, an old Node.js would fail at a missing export before its version is checked.
import { checkNodeVersion } from '../contract/checkNodeVersion.ts'
import { findCacheFolder } from '../findCacheFolder.ts'

const problem = checkNodeVersion(process.versions.node)
if (problem === undefined) {
  const { enableCompileCache, flushCompileCache } = process.getBuiltinModule('node:module')
  // Caches compiled code, so that later runs start faster.
  const folder = findCacheFolder()
  if (folder !== undefined) enableCompileCache(folder)
  // Write the cache after a second: Node.js writes it at exit, but a mock that a test runner kills does not exit cleanly.
  setTimeout(flushCompileCache, 1000).unref()
  void import('./run.ts').then(async ({ runCli }) => {
    process.exitCode = await runCli(process.argv.slice(2))
  })
} else {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 2
}

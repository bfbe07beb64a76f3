#!/usr/bin/env node
// Use only dynamic imports: with static imports, an old Node.js would fail because of a missing export before its version is checked.
import { checkNodeVersion } from '../contract/checkNodeVersion.ts'
import { findCacheFolder } from '../findCacheFolder.ts'

const problem = checkNodeVersion(process.versions.node)
if (problem === undefined) {
  const { enableCompileCache, flushCompileCache } = process.getBuiltinModule('node:module')
  // Caches compiled code, so that later runs start faster.
  const folder = findCacheFolder()
  if (folder !== undefined) enableCompileCache(folder)
  // Write the cache now: Node.js writes it at exit, but a mock that a test runner kills never exits cleanly.
  setTimeout(flushCompileCache, 1000).unref()
  void import('./run.ts').then(async ({ runCli }) => {
    // This is the only place that sets the exit code.
    process.exitCode = await runCli(process.argv.slice(2))
  })
} else {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 2
}

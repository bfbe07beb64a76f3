#!/usr/bin/env node
// The whole of it, and what follows only when it is called: a name that an old Node.js lacks would end it at once.
import module from 'node:module'
import { checkNodeVersion } from './checkNodeVersion.ts'

const problem = checkNodeVersion(process.versions.node)
if (problem === undefined) {
  // Compiled code is kept between runs, so that a command starts in half the time.
  module.enableCompileCache()
  // Else it would be kept at the end, to which a mock does not come that a test runner kills.
  setTimeout(module.flushCompileCache, 1000).unref()
  const { runCli } = await import('./run.ts')
  // The one place that sets the exit code.
  process.exitCode = await runCli(process.argv.slice(2))
} else {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 2
}

#!/usr/bin/env node
import { enableCompileCache, flushCompileCache } from 'node:module'

// Compiled code is kept between runs, so that a command starts in half the time.
enableCompileCache()
// Else it would be kept at the end, to which a mock does not come that a test runner kills.
setTimeout(flushCompileCache, 1000).unref()
const { run } = await import('./run.ts')

// The one place that sets the exit code.
process.exitCode = await run(process.argv.slice(2))

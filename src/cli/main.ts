#!/usr/bin/env node
import { run } from './run.ts'

// The one place that sets the exit code.
process.exitCode = await run(process.argv.slice(2))

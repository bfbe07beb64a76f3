import { execFileSync } from 'node:child_process'
import { isBuilt } from './isBuilt.testing.ts'

// `npm test` builds the kit first, unless nothing has changed: the processes that tests start take half the time if they are built.
if (!isBuilt()) execFileSync('npm', ['run', 'build'], { stdio: 'inherit' })

import { execFileSync } from 'node:child_process'
import { isFresh } from '../build.testing.ts'

const BUILT = 'dist/console/index.html'

/** Builds the console before the first test, if its source is newer than the last build. Browsers cannot run TypeScript. */
export default function buildConsole(): void {
  if (isFresh(BUILT, ['src/console/**/*.{ts,tsx,css,html,svg,mjs}'])) return
  execFileSync(process.execPath, ['src/console/build.mjs'])
}

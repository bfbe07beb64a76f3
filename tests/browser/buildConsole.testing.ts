import { execFileSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'

const BUILT = 'dist/console/index.html'

/** Builds the console before the first test, if its source is newer than the last build. Browsers cannot run TypeScript. */
export default function buildConsole(): void {
  const sources = globSync('src/console/**/*.{ts,css,html,svg,mjs}')
  const newest = Math.max(...sources.map((file) => statSync(file).mtimeMs))
  if (existsSync(BUILT) && statSync(BUILT).mtimeMs > newest) return
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.console.json'])
  execFileSync(process.execPath, ['src/console/build.mjs'])
}

import { execFile, execFileSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Packs the kit as for the registry, and returns the archive's path. npm first builds the kit, unless the build is up to date. */
export async function packKit(folder: string): Promise<string> {
  const flags = ['--json', '--pack-destination', folder, ...(isBuilt() ? ['--ignore-scripts'] : [])]
  const { stdout } = await promisify(execFile)('npm', ['pack', ...flags])
  const [{ filename }]: [{ filename: string }] = JSON.parse(stdout.slice(stdout.indexOf('[')))
  return join(folder, filename)
}

/** Returns whether `dist` was built from the current sources. */
export function isBuilt(): boolean {
  const sources = ['{src,contract-tests,spec,fixtures}/**/*.*', 'package.json', 'rolldown.config.ts']
  // The last file that the build writes.
  return isFresh('dist/commonJs/types/package.json', sources)
}

/** Files that are not part of any build. */
const exclude = ['**/*.test.ts', '**/*.testing.ts', '**/*.test-data.*', '**/*.md']

/** Returns whether a built file is newer than all of its sources. */
export function isFresh(built: string, sources: readonly string[]): boolean {
  if (!existsSync(built)) return false
  const times = globSync(sources, { exclude }).map((file) => statSync(file).mtimeMs)
  return statSync(built).mtimeMs > Math.max(...times)
}

// If the sources have changed, `npm test` first builds the kit, because a built kit starts faster.
if (import.meta.main && !isBuilt()) execFileSync('npm', ['run', 'build'], { stdio: 'inherit' })

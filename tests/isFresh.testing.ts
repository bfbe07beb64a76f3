import { existsSync, globSync, statSync } from 'node:fs'

/** What no build contains. */
const exclude = ['**/*.test.ts', '**/*.testing.ts', '**/*.test-data.*', '**/*.md']

/** Whether a built file is newer than all of its sources. */
export function isFresh(built: string, sources: readonly string[]): boolean {
  if (!existsSync(built)) return false
  const times = globSync(sources, { exclude }).map((file) => statSync(file).mtimeMs)
  return statSync(built).mtimeMs > Math.max(...times)
}

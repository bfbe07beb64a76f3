import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isBuilt } from './isBuilt.testing.ts'

const run = promisify(execFile)

/** Packs the kit as for the registry, and returns the path of the archive. npm builds it first, unless the build is fresh. */
export async function packKit(folder: string): Promise<string> {
  const flags = ['--json', '--pack-destination', folder, ...(isBuilt() ? ['--ignore-scripts'] : [])]
  const { stdout } = await run('npm', ['pack', ...flags])
  const [{ filename }]: [{ filename: string }] = JSON.parse(stdout.slice(stdout.indexOf('[')))
  return join(folder, filename)
}

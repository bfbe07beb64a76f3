import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { packageRoot } from './packageRoot.ts'

/** Reads the name and version of this package. */
export function readKit(): { name: string; version: string } {
  const file = fileURLToPath(new URL('package.json', packageRoot))
  const { name, version }: { name: string; version: string } = JSON.parse(readFileSync(file, 'utf8'))
  return { name, version }
}

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Name and version of this package. */
export function kit(): { name: string; version: string } {
  const file = fileURLToPath(import.meta.resolve('plant-store-kit/package.json'))
  const { name, version }: { name: string; version: string } = JSON.parse(readFileSync(file, 'utf8'))
  return { name, version }
}

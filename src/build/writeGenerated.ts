import { mkdirSync, renameSync, writeFileSync } from 'node:fs'

/** Writes a file in dist/generated atomically, because another process may be reading it. */
export function writeGenerated(name: string, text: string): void {
  const folder = new URL('../../dist/generated/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  const fresh = new URL(`${name}.${process.pid}`, folder)
  writeFileSync(fresh, text)
  renameSync(fresh, new URL(name, folder))
}

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { packageRoot } from '../../contract/files.ts'
import { createCheckPages } from './createCheckPages.ts'

/** Writes the pages that explain the checks, and removes those of topics that no longer exist. */
export function writeCheckPages(): void {
  rmSync(new URL('docs/checks', packageRoot), { recursive: true, force: true })
  for (const [path, text] of createCheckPages()) {
    const file = new URL(`docs/${path}`, packageRoot)
    mkdirSync(new URL('.', file), { recursive: true })
    writeFileSync(file, text)
  }
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** An import of another declaration file: `from './entry.ts'`. */
const IMPORT = /((?:from|import)[ (]{0,3}['"])(\.[^'"]+)\.[jt]s(['"])/g

/**
 * Copies declaration files, and those that they import, from dist/ into a folder, as CommonJS. Without them, TypeScript takes the
 * whole package for ESM, which CommonJS cannot import.
 */
export function writeTypes(entries: readonly string[], folder: string): void {
  const files = new Set(entries)
  for (const file of files) {
    const text = readFileSync(join('dist', file), 'utf8')
    for (const [, , path = ''] of text.matchAll(IMPORT)) files.add(`${join(dirname(file), path)}.d.ts`)
    const copy = join(folder, file.replace(/\.ts$/, '.cts'))
    mkdirSync(dirname(copy), { recursive: true })
    writeFileSync(copy, text.replaceAll(IMPORT, '$1$2.cjs$3'))
  }
}

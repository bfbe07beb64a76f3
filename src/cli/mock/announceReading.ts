import { statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { escapeLine } from '../../report/text/escapeText.ts'

/** Bytes that take about a second to read. */
const SLOW_JSON = 25_000_000
const SLOW_YAML = 800_000

/** Says on standard error that fixtures are read, if that takes longer than about a second. Nothing else can be printed meanwhile. */
export function announceReading(fixtures: string): void {
  const isFolder = statSync(fixtures, { throwIfNoEntry: false })?.isDirectory()
  const files = isFolder ? ['plants.yaml', 'users.yaml'].map((name) => join(fixtures, name)) : [fixtures]
  for (const file of files) {
    const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {}
    if (size > (extname(file) === '.json' ? SLOW_JSON : SLOW_YAML))
      process.stderr.write(`${escapeLine(`reading ${file} (${(size / 1e6).toFixed(1)} MB) …`)}\n`)
  }
}

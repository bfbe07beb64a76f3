import { copyFileSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { renderBlocks } from './renderBlocks.mjs'

// npm runs this script before it packs the kit. The script replaces comments such as `<!-- flags: mock -->` in the pages with tables and
// files. With the argument `restore`, the script restores the pages.

const SAVED = 'node_modules/.cache/docs'

// Restore the pages first, because npm may not have run `restore` the last time.
for (const file of globSync('*.md', { cwd: SAVED })) renameSync(join(SAVED, file), join('docs', file))
if (process.argv[2] !== 'restore') expand()

function expand() {
  mkdirSync(SAVED, { recursive: true })
  for (const file of globSync('docs/*.md')) {
    const text = readFileSync(file, 'utf8')
    const expanded = renderBlocks(text)
    if (expanded === text) continue
    copyFileSync(file, join(SAVED, basename(file)))
    writeFileSync(file, expanded)
  }
}

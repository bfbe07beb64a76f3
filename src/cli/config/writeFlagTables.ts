import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { packageRoot } from '../../contract/packageRoot.ts'
import { updateFlagTables } from './flagTable.ts'

// Rewrites the tables of flags in docs/cli.md.
const page = fileURLToPath(new URL('docs/cli.md', packageRoot))
writeFileSync(page, updateFlagTables(readFileSync(page, 'utf8')))

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { updateFlagTables } from '../cli/config/flagTable.ts'
import { writeCheckPages } from '../cli/docs/writeCheckPages.ts'
import { packageRoot } from '../contract/kit/packageRoot.ts'
import { refreshPower } from '../prove/refreshPower.ts'

// Part of `npm run update`: rewrites what the documentation derives from the code.
const page = fileURLToPath(new URL('docs/cli.md', packageRoot))
writeFileSync(page, updateFlagTables(readFileSync(page, 'utf8')))
writeCheckPages()

const unmeasured = refreshPower()
if (unmeasured.length > 0)
  process.stdout.write(`docs/power.md lacks results: npm run power -- ${unmeasured.join(' ')}\n`)

import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { updateFlagTables } from '../cli/flagTable.ts'
import { packageRoot } from '../contract/files.ts'
import { readPower, savePower } from '../prove/power.ts'
import { updateFiles } from './updateFiles.ts'
import { PIPELINE_FILES, updatePipelines } from './updatePipelines.ts'

// Part of `npm run update`: rewrites what the documentation and the pipeline files derive from the code.
const root = fileURLToPath(packageRoot)
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8')
const write = (path: string, text: string): void => writeFileSync(`${root}${path}`, text)

write('docs/cli.md', updateFlagTables(read('docs/cli.md')))
for (const path of globSync(PIPELINE_FILES, { cwd: root })) write(path, updatePipelines(read(path)))
for (const path of globSync('docs/*.md', { cwd: root })) write(path, updateFiles(read(path), read))

const unmeasured = savePower(readPower())
if (unmeasured.length > 0)
  process.stdout.write(`docs/power.md lacks results: npm run power -- ${unmeasured.join(' ')}\n`)

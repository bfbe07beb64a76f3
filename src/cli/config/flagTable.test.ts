import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { updateFlagTables } from './flagTable.ts'

test('docs/cli.md has the current flags of every command', () => {
  const page = readFileSync('docs/cli.md', 'utf8')
  expect(page.match(/<!-- flags: \w+ -->/g)).toEqual([
    '<!-- flags: mock -->',
    '<!-- flags: verify -->',
    '<!-- flags: prove -->',
  ])
  // When this fails, run `npm run update`.
  expect(updateFlagTables(page)).toBe(page)
})

test('a row has the flag, its variable, its configuration key, its default and its meaning', () => {
  expect(updateFlagTables('<!-- flags: mock -->\nold\n<!-- end -->')).toContain(
    "| `--base-path <path>` | `PLANT_STORE_BASE_PATH` | `basePath` | /, or the path of the contract's server | path before /plants, such as /v1, or * for any |\n",
  )
  expect(updateFlagTables('<!-- flags: mock -->\n<!-- end -->')).toContain(
    '| `--no-watch` | `PLANT_STORE_NO_WATCH` | `watch` | `true` | do not reload changed fixtures |\n',
  )
})

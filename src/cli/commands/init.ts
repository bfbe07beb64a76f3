import { cpSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readReason, shellWord } from '../../contract/words.ts'
import { builtInFixtures } from '../../mock/fixtures/loadData.ts'
import { escapeLine } from '../../report/text/escapeText.ts'
import { fileError, findProgram, UsageError } from '../errors.ts'
import type { Call, Flags } from '../options.ts'
import { createFolder } from '../output.ts'

const SCENARIOS = `bad-day:
  title: A bad day for the service
  # Every key except title is optional; docs/mock.md explains the keys.
  plants: [{ name: Monstera deliciosa, tag: aroid }]
  status: 503
  message: not yet
  count: 2
  delay: 300
`

/** `plant-store-kit init`: writes fixtures that the user can edit. */
export async function init({ words: [folder = 'plant-store-fixtures'] }: Call<Flags>): Promise<void> {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found && !(found.isDirectory() && readdirSync(folder).length === 0))
    throw new UsageError(`expected a new or empty folder, got ${folder}`)
  try {
    createFolder(folder)
    for (const name of ['plants.yaml', 'users.yaml']) cpSync(join(builtInFixtures, name), join(folder, name))
    writeFileSync(join(folder, 'scenarios.yaml'), SCENARIOS)
  } catch (error) {
    throw fileError(folder, `cannot write to this folder: ${readReason(error)}`)
  }
  process.stdout.write(
    `wrote ${escapeLine(folder)}/plants.yaml, users.yaml and scenarios.yaml\nto serve these files, run: ${findProgram()} mock --fixtures ${escapeLine(shellWord(folder))}\n`,
  )
}

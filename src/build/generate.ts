import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { valueAt } from '../contract/jsonPointer.ts'
import { rereadContract } from '../contract/readContract.ts'
import { loadData } from '../mock/fixtures/loadData.ts'
import { builtInFixtures } from '../mock/mockOptions.ts'
import { generateFixturesModule, generateFixturesTypes } from './generateFixturesModule.ts'
import { generateTypesModule } from './generateTypesModule.ts'
import { generateValidatorsModule } from './generateValidatorsModule.ts'

// The first step of `npm run build`: generates what is derived from spec/ and fixtures/ before the compiler runs.
const folder = new URL('../../dist/generated/', import.meta.url)
// Chunks of an earlier build would be packed, too.
for (const name of ['src', 'commonJs'])
  rmSync(new URL(`../${name}`, folder), { recursive: true, force: true })
// Parsed, not taken from an earlier build.
const contract = rereadContract()
mkdirSync(folder, { recursive: true })
const data = await loadData(builtInFixtures, contract)
write('fixtures.js', generateFixturesModule(data, contract.plants.schema.pointerOf('')))
write('fixtures.d.ts', generateFixturesTypes(data))
write('validators.js', await generateValidatorsModule(contract))
write(
  'types.d.ts',
  await generateTypesModule(pathToFileURL('spec/openapi.yaml'), listSchemas(contract.document)),
)

/** The names of the schemas that a description defines. */
function listSchemas(document: object): string[] {
  return Object.keys(valueAt(document, '/components/schemas') as object)
}

/** Replaces a file atomically, because another process may be reading it. Leaves it alone if nothing changed. */
function write(name: string, text: string): void {
  const file = new URL(name, folder)
  try {
    if (readFileSync(file, 'utf8') === text) return
  } catch {
    // It does not exist yet.
  }
  const fresh = new URL(`${name}.${process.pid}`, folder)
  writeFileSync(fresh, text)
  renameSync(fresh, file)
}

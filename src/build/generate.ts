import { rmSync } from 'node:fs'
import { readContract } from '../contract/readContract.ts'
import { builtInFixtures, loadData } from '../mock/fixtures/loadData.ts'
import { generateFixturesModule, generateFixturesTypes } from './generateFixturesModule.ts'
import { generateValidatorsModule } from './generateValidatorsModule.ts'
import { writeGenerated } from './writeGenerated.ts'

// The second step of `npm run build`: generates the modules that are derived from spec/ and fixtures/.

// Remove an earlier build, because its chunks would become part of the package.
for (const name of ['src', 'commonJs', 'cli'])
  rmSync(new URL(`../../dist/${name}`, import.meta.url), { recursive: true, force: true })
// Compile the contract here, because the validators of an earlier build may be out of date.
const contract = readContract()
const data = loadData(builtInFixtures, contract)
writeGenerated('fixtures.js', generateFixturesModule(data, contract.plants.schema.pointerOf('')))
writeGenerated('fixtures.d.ts', generateFixturesTypes(data))
writeGenerated('validators.js', await generateValidatorsModule(contract))

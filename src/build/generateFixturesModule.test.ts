import { expect, test } from 'vitest'
import { readContract } from '../contract/readContract.ts'
import { builtInFixtures } from '../mock/fixtures/builtInFixtures.ts'
import { loadData } from '../mock/fixtures/loadData.ts'
import { generateFixturesModule } from './generateFixturesModule.ts'

test('the module imports only the validators, and exports the same data, whatever members a plant has', async () => {
  const { contract, fixtures: _, scenarios } = loadData(builtInFixtures, readContract())
  const odd = JSON.parse(
    '{ "name": "\\"__proto__\\": \\u2028", "__proto__": { "x": 1 }, "tag": "</script>" }',
  )
  const fixtures = { users: [{ name: 'u', token: 't', plants: [odd] }] }
  const module = generateFixturesModule({ contract, fixtures, scenarios }, '/pointer')
  const line = "import { validators } from './validators.js'\n"
  expect(module).toContain(line)
  const alone = module.replace(line, "const validators = { '/pointer': 'the validator' }\n")
  expect(alone).not.toMatch(/^\s*import\b|\bimport\(|\brequire\(/m)
  const generated = await import(`data:text/javascript,${encodeURIComponent(alone)}`)
  expect({ ...generated }).toEqual({
    contract,
    fixtures,
    scenarios,
    validatePlants: 'the validator',
  })
  expect(Object.keys(generated.fixtures.users[0].plants[0])).toEqual(['name', '__proto__', 'tag'])
})

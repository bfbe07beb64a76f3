import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readContract } from '../../contract/readContract.ts'
import { loadData } from '../fixtures/loadData.ts'
import { builtInFixtures } from '../mockOptions.ts'
import { alice, startTestMock } from '../startMock.testing.ts'
import { generatePlants } from './generatePlants.ts'

/** Writes a contract to a temporary folder: the kit's own with some texts replaced. */
function writeContract(...replacements: readonly (readonly [text: string, other: string])[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'next.yaml')
  let text = readFileSync('spec/openapi.yaml', 'utf8').replace(
    / {14}examples:[\s\S]*?(?= {8}"400"|components:)/g,
    '',
  )
  for (const [part, other] of replacements) {
    expect(text).toContain(part)
    text = text.replace(part, other)
  }
  writeFileSync(file, text)
  return file
}

const withMember = (name: string, schema: string) =>
  writeContract([
    '        - name\n      properties:\n',
    `        - name\n        - ${name}\n      properties:\n        ${name}: ${schema}\n`,
  ])

test.each([
  '{ type: string, format: date-time }',
  '{ type: string, format: email, maxLength: 60 }',
  '{ type: string, format: ipv6 }',
  '{ type: string, format: duration }',
  '{ type: string, minLength: 30, maxLength: 40 }',
  '{ type: integer, minimum: 10, maximum: 12, multipleOf: 3 }',
  '{ type: number, exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.25 }',
  '{ type: integer, maximum: -5 }',
  '{ type: integer, format: uint8 }',
  '{ type: boolean }',
  '{ type: [string, "null"], enum: [a, b, null] }',
  '{ const: { a: [1] } }',
  '{ type: array, minItems: 3, uniqueItems: true, items: { type: string, format: uuid } }',
  '{ type: array, prefixItems: [{ type: number }, { type: number }], items: false, minItems: 2 }',
  '{ type: object, required: [a, b], properties: { a: { $ref: "#/components/schemas/Error" }, b: { type: "null" } } }',
  '{ allOf: [{ type: object, required: [a] }, { properties: { a: { type: integer } } }] }',
  '{ oneOf: [{ type: string, maxLength: 3 }, { type: number }] }',
  '{ type: string, pattern: "^(?=.*[0-9])[a-z0-9]{4}$", examples: [ab12] }',
])('every plant gets a valid value for a new member %s', async (schema) => {
  const contract = readContract(withMember('more', schema))
  const { fixtures, scenarios, adapter } = await loadData(builtInFixtures, contract)
  const lists = [...fixtures.users, ...scenarios].flatMap(({ plants }) => (plants ? [plants] : []))
  lists.push(
    generatePlants({ count: 50, seed: 1 }).map((plant, index) => adapter?.fitPlant(plant, index) ?? plant),
  )
  expect(lists.flatMap((plants) => contract.plants.validate(plants))).toEqual([])
  expect(lists.flat().every((plant) => 'more' in plant)).toBe(true)
  const again = await loadData(builtInFixtures, contract)
  expect(again.fixtures).toEqual(fixtures)
  expect(fixtures.users[0]?.plants[0]?.name).toBe('Monstera deliciosa')
})

test('a required member that has no sample is refused at its line', async () => {
  const file = withMember('more', '{ type: string, pattern: "^[A-Z]{3}$" }')
  await expect(loadData(builtInFixtures, readContract(file))).rejects.toThrow(
    /next\.yaml:62: the mock's plants do not fit this contract: expected an object with "more", got .*; add examples to the schema, or serve your own plants with --fixtures$/,
  )
})

test("a user's own fixtures are validated against the contract, and never changed", async () => {
  const contract = readContract(withMember('more', '{ type: integer }'))
  const folder = mkdtempSync(join(tmpdir(), 'fixtures-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['plants.yaml', 'users.yaml']) cpSync(join(builtInFixtures, name), join(folder, name))
  await expect(loadData(folder, contract)).rejects.toThrow(
    /plants\.yaml:\d+: monstera: expected an object with "more"/,
  )
})

test('the mock serves the path, the parameter, the range and the error of a contract', async () => {
  const file = writeContract(
    ['- url: "{base_url}"', '- url: https://plants.example/v2'],
    ['  /plants:', '  /flora:'],
    ['- name: limit', '- name: max'],
    [
      '            format: int32\n      responses',
      '            minimum: 2\n            maximum: 5\n            default: 3\n      responses',
    ],
    [
      '        - error\n        - message\n      properties:\n        error:\n          description: Numeric error indicator\n          type: integer\n          format: int32\n',
      '        - code\n        - message\n      properties:\n        code:\n          type: string\n          pattern: ^E[0-9]+$\n          examples: [E100]\n',
    ],
    ['          description: Text message describing the error\n', '          maxLength: 30\n'],
  )
  const mock = await startTestMock({ contract: file })
  expect(new URL(mock.url).pathname).toBe('/')
  const get = async (query: string, headers = alice) => {
    const response = await fetch(`${mock.url}/flora${query}`, { headers })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  expect((await get('')).body).toHaveLength(3)
  expect((await get('?max=5')).body).toHaveLength(5)
  for (const max of ['1', '6', 'a', '-3']) {
    const { status, body } = await get(`?max=${max}`)
    expect(status).toBe(400)
    expect(body).toEqual({ code: expect.stringMatching(/^E\d+$/), message: 'max must be an integer from 2 ' })
  }
  const unknown = { authorization: 'Bearer nobody' }
  expect(await get('', unknown)).toMatchObject({
    status: 401,
    body: { message: expect.stringMatching(/^unknown bearer token/) },
  })
  const served = await fetch(new URL('/__admin/openapi.yaml', mock.url))
  expect(await served.text()).toBe(readFileSync(file, 'utf8'))
})

test('a base path of its own wins over the server of the contract', async () => {
  const file = writeContract(['- url: "{base_url}"', '- url: /v2'])
  const mock = await startTestMock({ contract: file, basePath: '/' })
  expect((await fetch(`${mock.url}/plants`, { headers: alice })).status).toBe(200)
})

test('a saved contract is served at once, and a broken one is reported at its line', async () => {
  const file = writeContract()
  const mock = await startTestMock({ contract: file, watch: true })
  const failures: string[] = []
  mock.on((event) => {
    if (event.type === 'reload-failed') failures.push(`${event.file}:${event.line}: ${event.message}`)
  })
  await new Promise((done) => setTimeout(done, 700))
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('- name: limit', '- name: most'))
  await expect
    .poll(async () => (await fetch(`${mock.url}/plants?most=2`, { headers: alice })).json(), {
      timeout: 15_000,
    })
    .toHaveLength(2)
  writeFileSync(file, text.replace('format: int32', 'format: int31'))
  await expect.poll(() => failures.join(), { timeout: 15_000 }).toMatch(/next\.yaml:\d+: .*int31/)
}, 40_000)

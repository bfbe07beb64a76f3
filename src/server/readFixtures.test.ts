import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readContract } from '../contract/readContract.ts'
import { FixtureError } from './FixtureError.ts'
import { builtInFixtures } from './mockOptions.ts'
import { parsePlants } from './parsePlants.ts'
import { readFixtures } from './readFixtures.ts'
import { yamlSource } from './yamlSource.ts'

const contract = readContract()
const PLANTS = 'fern: { name: Adiantum capillus-veneris, tag: fern }\noak: { name: Quercus robur }\n'
const USERS = 'ann:\n  token: t-ann\n  plants: [fern, oak]\n'

function folder(files: Record<string, string | Buffer>): string {
  const made = mkdtempSync(join(tmpdir(), 'fixtures-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(made, name), content)
  return made
}

function failure(path: string): FixtureError {
  try {
    readFixtures(path, contract)
  } catch (error) {
    if (error instanceof FixtureError) return error
    throw error
  }
  throw new Error('expected a FixtureError')
}

test('the fixtures of the kit have at least 40 different plants, with and without tags', () => {
  const file = join(builtInFixtures, 'plants.yaml')
  const plants = [...parsePlants(yamlSource(file, readFileSync(file, 'utf8')), contract).values()]
  expect(new Set(plants.map((plant) => plant.name)).size).toBe(plants.length)
  expect(plants.length).toBeGreaterThanOrEqual(40)
  expect(plants.filter((plant) => plant.tag === undefined).length).toBeGreaterThanOrEqual(5)
})

test('users get the plants that they list, in their order, with members that the contract does not name', () => {
  const path = folder({
    'plants.yaml': `${PLANTS}rose: { name: Rosa, height: 2 }\n`,
    'users.yaml': 'ann:\n  token: t\n  plants: [rose, fern]\n',
  })
  expect(readFixtures(path, contract).users).toEqual([
    {
      name: 'ann',
      token: 't',
      plants: [
        { name: 'Rosa', height: 2 },
        { name: 'Adiantum capillus-veneris', tag: 'fern' },
      ],
    },
  ])
})

test.each([
  ['fern: { name: 42 }', 1, 'plant "fern" has a wrong name: expected a string, got the number 42'],
  [
    'oak: { name: Oak }\nfern:\n  name: Fern\n  tag: [a]',
    4,
    'plant "fern" has a wrong tag: expected a string',
  ],
  ['fern: { tag: fern }', 1, 'plant "fern": expected an object with "name"'],
  ['fern:', 1, 'plant "fern": expected an object, got null'],
  ['oak: { name: Oak }\nfern: Fern', 2, 'plant "fern": expected an object, got the string "Fern"'],
  ['- name: Fern', 1, 'expected a map from keys to plants, got a list'],
  ['', 1, 'expected a map from keys to plants, got nothing'],
  ['fern: { name: Fern }\nfern: { name: Fern }', 2, 'not YAML: Map keys must be unique'],
  ['fern: { name: Fern }\noak: { name: "Oak', 2, 'not YAML: '],
])('plants.yaml with %j is refused at line %i', (plants, line, reason) => {
  const path = folder({ 'plants.yaml': plants, 'users.yaml': USERS })
  const error = failure(path)
  expect(error.message).toContain(`${join(path, 'plants.yaml')}:${line}: ${reason}`)
  expect(error.message).not.toContain('\n')
  expect(error).toMatchObject({ file: join(path, 'plants.yaml'), line })
})

test.each([
  ['ann:\n  token: t\n  plants:\n    - fern\n    - elm', 5, 'expected a key of plants.yaml, got "elm"'],
  ['ann:\n  token: t\n  plants: [fern, fern]', 3, 'expected each plant once, got "fern" again'],
  ['ann:\n  token: t\n  plants: [1]', 3, "expected a plant's key, got a number"],
  ['ann:\n  token: t\n  plants:', 3, 'expected plants to be a list of keys, [] for none, got nothing'],
  ['ann:\n  plants: []', 1, 'expected a token (text), got nothing'],
  ['ann:\n  token: 7\n  plants: []', 2, 'expected a token (text), got a number'],
  ['ann:\n  token: a b\n  plants: []', 2, 'has a token that cannot be sent'],
  ['ann:\n  token: ""\n  plants: []', 2, 'has a token that cannot be sent'],
  [
    'ann:\n  token: t\n  plants: []\nben:\n  token: t\n  plants: []',
    5,
    'user "ben" has the token of "ann" (line 2)',
  ],
  ['ann:\n  token: t\n  plant: []', 3, 'expected only token and plants, got "plant"'],
  ['ann: t', 1, 'expected user "ann" to have a token and plants, got a string'],
  ['{}', 1, 'expected at least one user, got none'],
])('users.yaml with %j is refused at line %i', (users, line, reason) => {
  const path = folder({ 'plants.yaml': PLANTS, 'users.yaml': users })
  const error = failure(path)
  expect(error.message).toContain(`${join(path, 'users.yaml')}:${line}: `)
  expect(error.message).toContain(reason)
})

test.each([
  ['ann:\n  token: se cret\n  plants: []', ':2: user "ann" has a token that cannot be sent'],
  ['ann: s3cret', ':1: expected user "ann" to have a token and plants, got a string'],
  ['s3cret', ':1: expected a map from user names to token and plants, got a string'],
  ['ann:\n  token: t\n  plants: s3cret', ':3: user "ann": expected plants to be a list of keys'],
  ['ann:\n  token: 5_3cret\n  plants: 53', ':3: user "ann": expected plants to be a list of keys'],
  ['ann:\n  token: *s3cret\n  plants: []', ':2: not usable: an alias (*) of which no anchor'],
  ['ann:\n  token: |s3cret\n  plants: []', ':2: not YAML: Block scalar header includes extra characters'],
  ['ann:\n  token: "\\xs3cret"\n  plants: []', ':2: not YAML: Invalid escape sequence (\\)'],
  ['ann:\n  token: !<s3cret\n  plants: []', ':2: not YAML: '],
  ['ann:\n  token: "s3cret\n  plants: []', 'not YAML: '],
  ['ann:\n  token: [s3cret\n  plants: []', 'not YAML: '],
  ['ann:\n  token: t\n  plants: []\n s3cret', 'not YAML: '],
  ['%s3cret\n--- a\n%s3cret', ':'],
])('no message about users.yaml with %j repeats a token', (users, words) => {
  const { message, reason } = failure(folder({ 'plants.yaml': PLANTS, 'users.yaml': users }))
  expect(message).toContain(words)
  expect(reason).not.toMatch(/cret|53/)
})

test('a folder that is empty, incomplete, missing or a file is refused in plain words', () => {
  expect(failure(folder({})).message).toContain('plants.yaml: expected this file, but the folder is empty')
  expect(failure(folder({ 'plants.yaml': PLANTS })).message).toContain('users.yaml: expected this file')
  expect(failure(folder({ 'plants.yml': PLANTS })).message).toContain('the folder has plants.yml')
  expect(failure('/does/not/exist').message).toContain('got nothing at this path')
  expect(failure(join(builtInFixtures, 'plants.yaml')).message).toContain('got a file')
})

test('a file that is not UTF-8 is refused', () => {
  const path = folder({ 'plants.yaml': Buffer.from([0x66, 0x3a, 0x20, 0xe9]), 'users.yaml': USERS })
  expect(failure(path).message).toContain('plants.yaml: expected UTF-8 text')
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Contract, parseContract } from './contract.ts'
import { readContract } from './readContract.ts'

const text = readFileSync('spec/openapi.yaml', 'utf8')
const built = readContract()
/** The same contract with an additional comment, so that the build's validators do not apply. */
const edited = parseContract(`${text}\n# edited\n`)

const violations = (contract: Contract, value: unknown): string[] =>
  contract.plants
    .validate(value)
    .map(({ pointer, path, message }) => `${pointer} ${contract.plants.schema.pointerOf(path)} ${message}`)

const list = '/paths/~1plants/get/responses/200/content/application~1json/schema'

test.each([
  [{}, [` ${list}/type the body: expected an array, got an empty object`]],
  [[{ name: 'Aloe vera', tag: 'x', more: null }], []],
  [
    [{ tag: 1 }, { name: null }],
    [
      '/0 /components/schemas/Plant/required/0 /0: expected an object with "name", got an object with "tag"',
      '/0/tag /components/schemas/Plant/properties/tag/type /0/tag: expected a string, got the number 1',
      '/1/name /components/schemas/Plant/properties/name/type /1/name: expected a string, got null',
    ],
  ],
])('%j violates the same assertions in the same words, compiled by the build or now', (value, expected) => {
  expect(edited.sha256).not.toBe(built.sha256)
  expect(violations(built, value)).toEqual(expected)
  expect(violations(edited, value)).toEqual(expected)
})

test.each([
  [{ error: 2 ** 31, message: 'm' }, '/components/schemas/Error/properties/error/format'],
  [{ error: 1.5, message: 'm' }, '/components/schemas/Error/properties/error/type'],
  [{ error: 400 }, '/components/schemas/Error/required/1'],
])('%j violates an assertion behind the $ref of the response', (value, assertion) => {
  for (const { error } of [built, edited])
    expect(error.validate(value).map(({ path }) => error.schema.pointerOf(path))).toEqual([assertion])
})

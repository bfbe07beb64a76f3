import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseContract } from '../contract/contract.ts'
import { loadSchemas, loadSource } from '../contract/loadSchemas.ts'
import { toValidate, type Validator } from '../contract/violation.ts'
import { parseYamlSource } from '../contract/yaml.ts'
import { generateValidatorsModule, listPointers } from './generateValidatorsModule.ts'

test('the module has no imports, and validates as Ajv does, whatever keywords the contract uses', async () => {
  const text = readFileSync('spec/openapi.yaml', 'utf8')
    .replace(
      'type: string',
      'type: string\n          minLength: 2\n          pattern: "^[A-Z]"\n          not: { const: { a: [1] } }',
    )
    .replace('type: array', 'type: array\n                uniqueItems: true')
  const contract = parseContract(text, loadSchemas)
  const module = generateValidatorsModule(contract)
  expect(module).not.toMatch(/\brequire\(|\bimport\b/)
  const generated: { sha256: string; validators: Record<string, Validator> } = await import(
    `data:text/javascript,${encodeURIComponent(module)}`
  )
  expect(generated.sha256).toBe(contract.sha256)
  for (const { schemaPointer, validate } of [contract.plants, contract.error]) {
    const validator = generated.validators[schemaPointer]
    if (!validator) throw new Error(`no validator for ${schemaPointer}`)
    for (const value of [
      [{ name: 'a' }, { name: 'Ab' }, { name: '😀' }, {}],
      [
        { name: 'Ab', tag: 'x' },
        { tag: 'x', name: 'Ab' },
      ],
      { error: 2 ** 40 },
      null,
    ])
      expect(toValidate(validator)(value)).toEqual(
        validate(value).map(({ assertion: _, ...violation }) => violation),
      )
  }
})

test('the content and the lines of a built contract are those of its text', () => {
  const text = readFileSync('spec/openapi.yaml', 'utf8')
  const fail = (_line: number | undefined, reason: string): Error => new Error(reason)
  const parsed = parseYamlSource(text, fail)
  const built = loadSource(text, fail)
  expect(built.value).toEqual(parsed.value)
  const pointers = listPointers(parsed.value)
  expect(pointers.length).toBeGreaterThan(50)
  for (const pointer of [...pointers, '/info/absent', '/paths/absent/0'])
    expect(`${pointer} ${built.lineOf(pointer)}`).toBe(`${pointer} ${parsed.lineOf(pointer)}`)
  expect(loadSource(`${text}\nextra: 1\n`, fail).value).toHaveProperty('extra', 1)
})

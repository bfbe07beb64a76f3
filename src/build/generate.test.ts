import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseContract } from '../contract/contract.ts'
import { toValidate, type Validator } from '../contract/violation.ts'
import { generateValidatorsModule } from './generateValidatorsModule.ts'

test('the module has no imports, and validates like Ajv', async () => {
  const text = readFileSync('spec/openapi.yaml', 'utf8')
    .replace(
      'type: string',
      'type: string\n          minLength: 2\n          pattern: "^[A-Z]"\n          not: { const: { a: [1] } }',
    )
    .replace('type: array', 'type: array\n                uniqueItems: true')
  const contract = parseContract(text)
  const module = await generateValidatorsModule(contract)
  expect(module).not.toMatch(/^import\b/m)
  const generated: { text: string; validators: Record<string, Validator> } = await import(
    `data:text/javascript,${encodeURIComponent(module)}`
  )
  expect(generated.text).toBe(text)
  for (const { schema, validate } of [contract.plants, contract.error]) {
    const validator = generated.validators[schema.pointerOf('')]
    if (!validator) throw new Error('no validator')
    for (const value of [
      [{ name: 'a' }, { name: 'Ab' }, { name: '😀' }, {}],
      [
        { name: 'Ab', tag: 'x' },
        { tag: 'x', name: 'Ab' },
      ],
      { error: 2 ** 40 },
      null,
    ])
      expect(toValidate(validator)(value).map(({ pointer, path }) => ({ pointer, path }))).toEqual(
        validate(value).map(({ pointer, path }) => ({ pointer, path })),
      )
  }
})

import { expect, test } from 'vitest'
import { resolvePointer } from './jsonPointer.ts'
import { readContract } from './readContract.ts'

test('a pointer through a reference ends in the component', () => {
  const { plants, resolvePointer } = readContract()
  expect(resolvePointer(`${plants.schemaPointer}/type`)).toBe(`${plants.schemaPointer}/type`)
  expect(resolvePointer(`${plants.schemaPointer}/items/properties/name`)).toBe(
    '/components/schemas/Plant/properties/name',
  )
})

test('a pointer without a reference stays as it is', () => {
  expect(resolvePointer({ a: { 'b/c': 1 } }, '/a/b~1c')).toBe('/a/b~1c')
})

import { expect, test } from 'vitest'
import { type PlantStoreParameters, readParameters } from './parameters.ts'

test('the parameters have types', () => {
  const parameters = {
    plants: [{ name: 'Aloe vera' }],
    responses: ['empty', 503],
  } satisfies PlantStoreParameters
  // @ts-expect-error A plant needs a name.
  const untyped = { plants: [{ tag: 'herb' }] } satisfies PlantStoreParameters
  expect(readParameters(parameters)).toEqual(parameters)
  expect(readParameters(untyped)).toEqual(untyped)
})

test('a parameter that is undefined is not given', () => {
  expect(readParameters({ scenario: undefined, plants: null })).toEqual({ plants: null })
})

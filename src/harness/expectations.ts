import { quote } from '../contract/input/quote.ts'
import { InputError, list, object, type Shape, text, withDefault } from '../contract/input/shape.ts'
import { type MakeError, parseYamlSource } from '../contract/input/yamlSource.ts'
import { childPointer } from '../contract/jsonPointer.ts'

/** The names of plants that one token must see and of plants that it must not see. */
export type ExpectedPlants = { sees: readonly string[]; mustNotSee: readonly string[] }

/** What the two users must and must not see. Names are compared by code point. */
export type Expectations = { token: ExpectedPlants; otherToken: ExpectedPlants }

const names = withDefault(list(text('the name of a plant in quotes'), 'a list of plant names'), [])
const lists = object({ sees: names, mustNotSee: names })

const expected: Shape<ExpectedPlants> = (value, pointer) => {
  const { sees, mustNotSee } = lists(value, pointer)
  const both = mustNotSee.findIndex((name) => sees.includes(name))
  if (both >= 0)
    throw new InputError(
      childPointer(childPointer(pointer, 'mustNotSee'), both),
      `${quote(mustNotSee[both] ?? '')} is also under sees`,
    )
  return { sees, mustNotSee }
}

const user = withDefault(expected, { sees: [], mustNotSee: [] })
const users = object({ token: user, otherToken: user })

const shape: Shape<Expectations> = (value, pointer) => {
  const expectations = users(value, pointer)
  if (Object.values(expectations).every(({ sees, mustNotSee }) => sees.length + mustNotSee.length === 0))
    throw new InputError(pointer, 'expected at least one plant under sees or mustNotSee, got none')
  return expectations
}

/** Reads expectations from YAML or JSON. Throws what `makeError` returns for the first mistake. */
export function parseExpectations(source: string, makeError: MakeError): Expectations {
  return parseYamlSource(source, makeError).read(shape)
}

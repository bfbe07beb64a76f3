import { childPointer } from '../contract/jsonPointer.ts'
import { InputError, list, object, optional, type Shape, text, withDefault } from '../contract/shape.ts'
import { quote } from '../contract/words.ts'
import { type MakeError, parseYamlSource } from '../contract/yaml.ts'
import {
  type Expectations,
  type ExpectedPlant,
  type ExpectedPlants,
  listExpectedUsers,
  nameOf,
} from '../judge/expectations.ts'

const name = text('the name of a plant in quotes')
const names = list(name, 'a list of plant names')
const namedPlant = object({ name, tag: optional(text('a tag in quotes')) })
const plant: Shape<ExpectedPlant> = (value, pointer) =>
  typeof value === 'object' && value !== null ? namedPlant(value, pointer) : name(value, pointer)
const lists = object({
  sees: withDefault(list(plant, 'a list of plant names'), []),
  mustNotSee: withDefault(names, []),
})

const expected: Shape<ExpectedPlants> = (value, pointer) => {
  const { sees, mustNotSee } = lists(value, pointer)
  rejectSeen(mustNotSee, sees, childPointer(pointer, 'mustNotSee'))
  return { sees, mustNotSee }
}

const nothing: ExpectedPlants = { sees: [], mustNotSee: [] }
const severalUsers = list(expected, 'a list of users')
const otherUsers: Shape<Expectations['otherToken']> = (value, pointer) =>
  (Array.isArray(value) ? severalUsers : expected)(value, pointer)
const users = object({
  token: withDefault(expected, nothing),
  otherToken: withDefault(otherUsers, nothing),
  hidden: optional(names),
})

const shape: Shape<Expectations> = (value, pointer) => {
  const expectations = users(value, pointer)
  const all = listExpectedUsers(expectations)
  const { hidden = [] } = expectations
  for (const { sees } of all) rejectSeen(hidden, sees, childPointer(pointer, 'hidden'))
  if (hidden.length === 0 && all.every(({ sees, mustNotSee }) => sees.length + mustNotSee.length === 0))
    throw new InputError(pointer, 'expected at least one plant under sees, mustNotSee or hidden, got none')
  return expectations
}

/** Reads expectations from YAML or JSON. Throws what `makeError` returns for the first mistake. */
export function parseExpectations(source: string, makeError: MakeError): Expectations {
  return parseYamlSource(source, makeError).read(shape)
}

function rejectSeen(forbidden: readonly string[], sees: readonly ExpectedPlant[], pointer: string): void {
  const seen = new Set(sees.map(nameOf))
  const both = forbidden.findIndex((each) => seen.has(each))
  if (both >= 0)
    throw new InputError(childPointer(pointer, both), `${quote(forbidden[both] ?? '')} is also under sees`)
}

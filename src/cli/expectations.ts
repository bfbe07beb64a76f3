import { childPointer } from '../contract/jsonPointer.ts'
import { InputError, list, object, optional, type Shape, text, withDefault } from '../contract/shape.ts'
import { pluralize, quote } from '../contract/words.ts'
import {
  type Expectations,
  type ExpectedPlant,
  type ExpectedPlants,
  listExpectedUsers,
  nameOf,
} from '../judge/expectations.ts'
import { UsageError } from './errors.ts'
import { readData } from './readText.ts'

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

/** The contents of an `--expect` file. */
export const expectationsShape: Shape<Expectations> = (value, pointer) => {
  const expectations = users(value, pointer)
  const all = listExpectedUsers(expectations)
  const { hidden = [] } = expectations
  for (const { sees } of all) rejectSeen(hidden, sees, childPointer(pointer, 'hidden'))
  if (hidden.length === 0 && all.every(({ sees, mustNotSee }) => sees.length + mustNotSee.length === 0))
    throw new InputError(pointer, 'expected at least one plant under sees, mustNotSee or hidden, got none')
  return expectations
}

/** Reads the `--expect` file, in YAML or JSON. It must not list more users than there are other tokens. */
export async function readExpectations({
  expect: file,
  otherToken,
}: {
  expect?: string | undefined
  otherToken: readonly string[]
}): Promise<Expectations | undefined> {
  if (file === undefined) return undefined
  const expectations = (await readData(file)).read(expectationsShape)
  const users = [expectations.otherToken].flat().length
  if (users > Math.max(otherToken.length, 1))
    throw new UsageError(
      `${file}: otherToken lists ${users} users, so expected --other-token ${users} times, got it ${pluralize(otherToken.length, 'time')}`,
    )
  return expectations
}

function rejectSeen(forbidden: readonly string[], sees: readonly ExpectedPlant[], pointer: string): void {
  const seen = new Set(sees.map(nameOf))
  const both = forbidden.findIndex((each) => seen.has(each))
  if (both >= 0)
    throw new InputError(childPointer(pointer, both), `${quote(forbidden[both] ?? '')} is also under sees`)
}

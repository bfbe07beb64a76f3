import { list, object, optional, type Shape, text } from '../contract/shape.ts'
import { pluralize } from '../contract/words.ts'
import type { Expectations, ExpectedPlant, ExpectedPlants } from '../judge/verifyOptions.ts'
import { fileError } from './errors.ts'
import type { targetFlags } from './flags.ts'
import type { FlagsOf } from './options.ts'
import { readData } from './readText.ts'

const name = text('the name of a plant in quotes')
const names = list(name, 'a list of plant names')
const namedPlant = object({ name, tag: optional(text('a tag in quotes')) })
const plant: Shape<ExpectedPlant> = (value, pointer) =>
  typeof value === 'object' && value !== null ? namedPlant(value, pointer) : name(value, pointer)

const nothing: ExpectedPlants = { sees: [], mustNotSee: [] }
const oneUser = object({
  sees: optional(list(plant, 'a list of plant names'), []),
  mustNotSee: optional(names, []),
})
const severalUsers = list(oneUser, 'a list of users')
const otherUsers: Shape<Expectations['otherToken']> = (value, pointer) =>
  (Array.isArray(value) ? severalUsers : oneUser)(value, pointer)

/** The contents of an `--expect` file. */
export const expectationsShape: Shape<Expectations> = object({
  token: optional(oneUser, nothing),
  otherToken: optional(otherUsers, nothing),
  hidden: optional(names),
})

/** Reads the `--expect` file, in YAML or JSON. Throws if a user has no token, because that user would not be tested. */
export async function readExpectations({
  expect: file,
  otherToken,
}: Pick<FlagsOf<typeof targetFlags>, 'expect' | 'otherToken'>): Promise<Expectations | undefined> {
  if (file === undefined) return undefined
  const expectations = (await readData(file)).read(expectationsShape)
  const users = [expectations.otherToken].flat().length
  if (users <= Math.max(otherToken.length, 1)) return expectations
  const got = pluralize(otherToken.length, 'token')
  throw fileError(file, `expected --other-token ${users} times, once for each user in the file, got ${got}`)
}

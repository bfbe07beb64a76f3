import { list, mismatch, object, optional, type Shape, text } from './contract/shape.ts'
import type { Expectations, ExpectedPlant, ExpectedPlants } from './judge/verifyOptions.ts'

const name = text('the name of a plant in quotes')
const names = list(name, 'a list of plant names')
const namedPlant = object({ name, tag: optional(text('a tag in quotes')) })
const plant: Shape<ExpectedPlant> = (value, pointer) =>
  typeof value === 'object' && value !== null ? namedPlant(value, pointer) : name(value, pointer)

const nothing: ExpectedPlants = { sees: [], mustNotSee: [] }
const lists = object({
  sees: optional(list(plant, 'a list of plant names'), []),
  mustNotSee: optional(names, []),
})
const oneUser: Shape<ExpectedPlants> = (value, pointer) => refuseHidden(lists(value, pointer), pointer)
const severalUsers = list(oneUser, 'a list of users')
const otherUsers: Shape<Expectations['otherToken']> = (value, pointer) =>
  (Array.isArray(value) ? severalUsers : oneUser)(value, pointer)

/** The contents of an `--expect` file. */
export const expectationsShape: Shape<Expectations> = object({
  token: optional(oneUser, nothing),
  otherToken: optional(otherUsers, nothing),
  hidden: optional(names),
})

/** Throws an InputError if a user must see a plant that the user must not see. */
function refuseHidden(user: ExpectedPlants, pointer: string): ExpectedPlants {
  const seen = user.sees.map((each) => (typeof each === 'string' ? each : each.name))
  const index = user.mustNotSee.findIndex((hidden) => seen.includes(hidden))
  if (index < 0) return user
  throw mismatch(`${pointer}/mustNotSee/${index}`, 'a plant that is not in sees', user.mustNotSee[index])
}

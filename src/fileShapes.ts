import { childPointer, isMap } from './contract/jsonPointer.ts'
import { boolean, list, mismatch, object, optional, parsed, type Shape, text } from './contract/shape.ts'
import { didYouMean } from './contract/suggest.ts'
import type { BaselineEntry } from './judge/report.ts'
import type { Expectations, ExpectedPlant, ExpectedPlants } from './judge/verifyOptions.ts'
import { isDay } from './parsers.ts'

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
  throw mismatch(`${pointer}/mustNotSee/${index}`, 'a plant that is not in "sees"', user.mustNotSee[index])
}

const words = parsed((given) => given.trim() || undefined, 'text')
const day = (expected: string) =>
  parsed((given) => (isDay(given) ? given : undefined), `${expected}, such as 2027-01-31`)
const members = {
  id: text('the id of a check'),
  reason: parsed((given) => given.trim() || undefined, 'the reason for accepting the finding'),
  expires: day('the last accepted day'),
  owner: optional(words),
  ticket: optional(words),
  firstSeen: optional(day('the day on which the finding was added')),
  intermittent: optional(boolean),
}
const entry = object(members)

/** Reads an entry of a baseline. Ignores unknown fields, because users may add their own fields, but refuses a misspelt `intermittent`. */
export function readEntry(value: unknown, pointer: string): BaselineEntry {
  if (!isMap(value)) throw mismatch(pointer, 'a map with id, reason and expires', value)
  const own = Object.keys(value).filter((name) => !Object.hasOwn(members, name))
  const typo = own.find((name) => Math.abs(name.length - 12) < 4 && didYouMean(name, ['intermittent']))
  if (typo) throw mismatch(childPointer(pointer, typo), 'the field to be named intermittent', value[typo])
  return entry({ ...value, ...Object.fromEntries(own.map((name) => [name, undefined])) }, pointer)
}

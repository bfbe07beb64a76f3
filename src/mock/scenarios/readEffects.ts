import { childPointer } from '../../contract/jsonPointer.ts'
import {
  mismatch,
  number,
  type Optional,
  object,
  oneOf,
  optional,
  parsed,
  type Shape,
  text,
  wholeNumber,
  withDefault,
} from '../../contract/shape.ts'
import { DELAY_IS, DRIBBLE_IS, LONGEST_DELAY, parseDelay, parseDribble } from './delay.ts'
import { type DelayDistribution, type Effects, wireFaults } from './effects.ts'

/** Effects in code. */
export const readEffects: Shape<Effects> = (value, pointer) => toEffects(effects(value, pointer))

const milliseconds = wholeNumber(0, LONGEST_DELAY)
const requests = wholeNumber(0, 1_000_000)

const uniform = object({ type: oneOf(['uniform']), lower: milliseconds, upper: milliseconds })
const lognormal = object({
  type: oneOf(['lognormal']),
  median: milliseconds,
  sigma: number(0, 10),
  maxValue: withDefault(milliseconds, LONGEST_DELAY),
})
const distributionType = oneOf(['uniform', 'lognormal'])

const delayDistribution: Shape<DelayDistribution> = (value, pointer) => {
  if (typeof value !== 'object' || value === null) throw mismatch(pointer, 'a map with type', value)
  const type = distributionType('type' in value ? value.type : undefined, childPointer(pointer, 'type'))
  if (type === 'lognormal') return lognormal(value, pointer)
  const range = uniform(value, pointer)
  if (range.lower <= range.upper) return range
  throw mismatch(childPointer(pointer, 'upper'), `at least lower (${range.lower})`, range.upper)
}

/** The format of a code, for messages. */
export const CODE_IS = 'an HTTP status: 200, or 400 to 599'

const code: Shape<number> = (value, pointer) => {
  if (isCode(value)) return value
  throw mismatch(pointer, CODE_IS, value)
}

const mediaType: Shape<string> = (value, pointer) => {
  if (typeof value === 'string' && /^[\w.+-]+\/[\w.+-]+(?:; ?[!-:<-~]+)*$/.test(value)) return value
  throw mismatch(pointer, 'a media type such as text/html; charset=utf-8', value)
}

/** A member that is missing here does not compile. */
const members: { [Name in keyof Required<Effects>]: Optional<NonNullable<Effects[Name]>> } = {
  fixedDelay: optional(milliseconds),
  delayDistribution: optional(delayDistribution),
  chunkedDribbleDelay: optional(
    object({ numberOfChunks: wholeNumber(1, 1000), totalDuration: milliseconds }),
  ),
  fault: optional(oneOf(wireFaults)),
  code: optional(code),
  message: optional(text()),
  body: optional(text()),
  contentType: optional(mediaType),
  rate: optional(number(0, 1)),
  failRequestCount: optional(requests),
  succeedFirst: optional(requests),
  quotaLimit: optional(requests),
  quotaWindowMillis: optional(wholeNumber(1, 3_600_000)),
}

/** The short forms of the `Prefer` header. */
const shorthands = {
  delay: optional(parsed(parseDelay, DELAY_IS)),
  dribble: optional(parsed(parseDribble, DRIBBLE_IS)),
}

/** The members of effects, and their short forms. */
export const effectShapes = { ...members, ...shorthands }

const effects = object(effectShapes, 'effects, such as { fixedDelay: 300 }')

/** Replaces short forms by what they mean. If two members set the same effect, the later one wins. */
export function toEffects(values: ReturnType<typeof effects>): Effects {
  const long: Effects = {}
  for (const [name, value] of Object.entries(values))
    Object.assign(long, Object.hasOwn(shorthands, name) ? value : { [name]: value })
  return long
}

/** The names that settings can have. */
export const settingNames: readonly string[] = ['scenario', 'seed', ...Object.keys(effectShapes)]

/** Whether a status can be asked for: 200 for the usual response, or an error. */
export function isCode(value: unknown): value is number {
  return value === 200 || (Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599)
}

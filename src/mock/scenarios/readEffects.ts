import { suggest } from '../../contract/suggest.ts'
import { DELAY_IS, DRIBBLE_IS, LONGEST_DELAY, parseDelay, parseDribble } from './delay.ts'
import { type Effects, wireFaults } from './effects.ts'

/** A member that is not what it has to be. */
export class EffectError extends RangeError {
  override readonly name = 'EffectError'
  /** JSON pointer of the member. */
  readonly pointer: string

  constructor(pointer: string, expected: string, value?: unknown) {
    const got = value === undefined ? '' : `, got ${JSON.stringify(value)}`
    super(`expected ${pointer.slice(1).replaceAll('/', '.')} to be ${expected}${got}`)
    this.pointer = pointer
  }
}

type Read<Value> = (value: unknown, pointer: string) => Value

const count = whole(0, 1_000_000)
const milliseconds = whole(0, LONGEST_DELAY)

/** Every member by its name: one that is missing here does not compile. */
const members: { [Name in keyof Required<Effects>]: Read<NonNullable<Effects[Name]>> } = {
  fixedDelay: milliseconds,
  delayDistribution: (value, pointer) => {
    const { type, ...rest } = membersOf(value, pointer)
    if (type === 'uniform') {
      const { lower, upper } = readAll(rest, pointer, { lower: milliseconds, upper: milliseconds })
      if (lower > upper) throw new EffectError(`${pointer}/upper`, `at least lower (${lower})`, upper)
      return { type, lower, upper }
    }
    if (type !== 'lognormal') throw new EffectError(`${pointer}/type`, 'uniform or lognormal', type)
    const { maxValue = LONGEST_DELAY, ...shape } = rest
    const read = readAll({ ...shape, maxValue }, pointer, {
      median: milliseconds,
      sigma: number(0, 10),
      maxValue: milliseconds,
    })
    return { type, ...read }
  },
  chunkedDribbleDelay: (value, pointer) =>
    readAll(membersOf(value, pointer), pointer, {
      numberOfChunks: whole(1, 1000),
      totalDuration: milliseconds,
    }),
  fault: (value, pointer) => {
    const fault = wireFaults.find((each) => each === value)
    if (fault === undefined) throw new EffectError(pointer, `one of ${wireFaults.join(', ')}`, value)
    return fault
  },
  code: (value, pointer) => {
    if (!isCode(value)) throw new EffectError(pointer, 'an HTTP status, 200 or 400 to 599', value)
    return value
  },
  message: (value, pointer) => {
    if (typeof value !== 'string') throw new EffectError(pointer, 'text', value)
    return value
  },
  rate: number(0, 1),
  failRequestCount: count,
  succeedFirst: count,
  quotaLimit: count,
  quotaWindowMillis: whole(1, 3_600_000),
}

/** What a request says in one word may be said so elsewhere too. */
const shorthands: Readonly<Record<string, Read<Effects>>> = {
  delay: (value, pointer) => {
    const delay = parseDelay(String(value))
    if (!delay) throw new EffectError(pointer, DELAY_IS, value)
    return delay
  },
  dribble: (value, pointer) => {
    const dribble = parseDribble(String(value))
    if (!dribble) throw new EffectError(pointer, DRIBBLE_IS, value)
    return dribble
  },
}

/** What settings may have. */
export const settingNames: readonly string[] = [
  'scenario',
  'seed',
  ...Object.keys(members),
  ...Object.keys(shorthands),
]

function unknownMember(name: string): EffectError {
  const names = [...Object.keys(members), ...Object.keys(shorthands)]
  const near = suggest(name, names)[0]
  return new EffectError(`/${name}`, near ? `spelt ${near}` : `absent, or one of ${names.join(', ')}`)
}

/** Reads effects from members of YAML or JSON. Throws an EffectError at the first that is wrong. */
export function readEffects(values: Readonly<Record<string, unknown>>): Effects {
  const effects: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    const read = Object.hasOwn(shorthands, name) ? shorthands[name] : undefined
    if (read) Object.assign(effects, read(value, `/${name}`))
    else if (Object.hasOwn(members, name)) effects[name] = members[name as keyof Effects](value, `/${name}`)
    else throw unknownMember(name)
  }
  return effects
}

/** Whether a status can be asked for: the usual answer, or an error. */
export function isCode(value: unknown): value is number {
  return value === 200 || (Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599)
}

function whole(from: number, to: number): Read<number> {
  return (value, pointer) => {
    const wanted = `a whole number from ${from} to ${to}`
    const sound = typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to
    if (!sound) throw new EffectError(pointer, wanted, value)
    return value
  }
}

function number(from: number, to: number): Read<number> {
  return (value, pointer) => {
    if (typeof value === 'number' && value >= from && value <= to) return value
    throw new EffectError(pointer, `a number from ${from} to ${to}`, value)
  }
}

function membersOf(value: unknown, pointer: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new EffectError(pointer, 'a map', value)
}

function readAll<Names extends string>(
  values: Record<string, unknown>,
  pointer: string,
  readers: Record<Names, Read<number>>,
): Record<Names, number> {
  const names = Object.keys(readers) as Names[]
  const unknown = Object.keys(values).find((name) => !names.includes(name as Names))
  if (unknown !== undefined)
    throw new EffectError(`${pointer}/${unknown}`, `absent, or one of ${names.join(', ')}`, values[unknown])
  const read = names.map((name) => [name, readers[name](values[name], `${pointer}/${name}`)])
  return Object.fromEntries(read)
}

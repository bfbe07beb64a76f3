import { Command } from 'commander'
import { expect, test } from 'vitest'
import { UsageError } from '../errors.ts'
import { type Flag, option } from './option.ts'

const toNumber = (text: string): number => {
  if (/^\d+$/.test(text)) return Number(text)
  throw new UsageError(`expected a number, got "${text}"`)
}

/** What a command reads from a line and an environment. */
function read<Value>(flag: Flag<Value>, args: string[], environment: Record<string, string> = {}) {
  const before = { ...process.env }
  Object.assign(process.env, environment)
  try {
    return new Command()
      .exitOverride()
      .configureOutput({ outputError: () => {} })
      .addOption(option(flag))
      .parse(args, { from: 'user' })
      .opts()
  } finally {
    process.env = before
  }
}

const depth: Flag<number> = { flag: '--max-depth <n>', description: 'how deep', default: 3, parse: toNumber }

test('a flag wins over its environment twin, and the twin over the default', () => {
  expect(read(depth, ['--max-depth', '5'], { PLANT_STORE_MAX_DEPTH: '4' })).toEqual({ maxDepth: 5 })
  expect(read(depth, [], { PLANT_STORE_MAX_DEPTH: '4' })).toEqual({ maxDepth: 4 })
  expect(read(depth, [])).toEqual({ maxDepth: 3 })
})

test('an empty variable is as none', () => {
  expect(read(depth, [], { PLANT_STORE_MAX_DEPTH: '' })).toEqual({ maxDepth: 3 })
})

test('a wrong value is told with the flag or the variable that it came from', () => {
  expect(() => read(depth, ['--max-depth', 'x'])).toThrow(/^--max-depth: expected a number, got "x"$/)
  expect(() => read(depth, [], { PLANT_STORE_MAX_DEPTH: 'x' })).toThrow(
    /^PLANT_STORE_MAX_DEPTH: expected a number, got "x"$/,
  )
})

test('a switch is on by its flag or its twin, and off by a twin of 0 or false', () => {
  const strict: Flag<boolean> = { flag: '--strict', description: 'stricter' }
  expect(read(strict, ['--strict'])).toEqual({ strict: true })
  expect(read(strict, [], { PLANT_STORE_STRICT: '1' })).toEqual({ strict: true })
  for (const off of ['0', 'false', '']) expect(read(strict, [], { PLANT_STORE_STRICT: off })).toEqual({})
})

test('a switch that turns something off leaves it on by a twin of 0 or false', () => {
  const quiet: Flag<boolean> = { flag: '--no-sound', description: 'quiet' }
  expect(read(quiet, [])).toEqual({ sound: true })
  expect(read(quiet, [], { PLANT_STORE_NO_SOUND: '1' })).toEqual({ sound: false })
  for (const off of ['0', 'false', ''])
    expect(read(quiet, [], { PLANT_STORE_NO_SOUND: off })).toEqual({ sound: true })
})

test('a repeatable flag makes a list that takes the place of the default', () => {
  const sizes: Flag<number> = {
    flag: '--size <n>',
    description: 's',
    default: [9],
    parse: toNumber,
    repeatable: true,
  }
  expect(read(sizes, ['--size', '1', '--size', '2'])).toEqual({ size: [1, 2] })
  expect(read(sizes, [], { PLANT_STORE_SIZE: '1\n2\n' })).toEqual({ size: [1, 2] })
  expect(read(sizes, [])).toEqual({ size: [9] })
})

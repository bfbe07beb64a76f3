import { Command } from 'commander'
import { expect, test } from 'vitest'
import { UsageError } from '../errors.ts'
import { createOption } from './createOption.ts'
import type { Flag } from './flag.ts'

const toNumber = (text: string): number => {
  if (/^\d+$/.test(text)) return Number(text)
  throw new UsageError(`expected a number, got "${text}"`)
}

/** Parses a command line in an environment. */
function parse(key: string, flag: Flag, args: string[], environment: Record<string, string> = {}) {
  const before = { ...process.env }
  Object.assign(process.env, environment)
  try {
    return new Command()
      .exitOverride()
      .configureOutput({ outputError: () => {} })
      .addOption(createOption(key, flag))
      .parse(args, { from: 'user' })
      .opts()
  } finally {
    process.env = before
  }
}

const depth: Flag = {
  type: 'number',
  value: '<n>',
  description: 'how deep',
  default: 3,
  parse: toNumber,
}

test('a flag wins over its environment variable, which wins over the default', () => {
  const environment = { PLANT_STORE_MAX_DEPTH: '4' }
  expect(parse('maxDepth', depth, ['--max-depth', '5'], environment)).toEqual({ maxDepth: 5 })
  expect(parse('maxDepth', depth, [], environment)).toEqual({ maxDepth: 4 })
  expect(parse('maxDepth', depth, [])).toEqual({ maxDepth: 3 })
})

test('an empty variable counts as unset', () => {
  expect(parse('maxDepth', depth, [], { PLANT_STORE_MAX_DEPTH: '' })).toEqual({ maxDepth: 3 })
})

test('the error about a wrong value names the flag or the variable', () => {
  expect(() => parse('maxDepth', depth, ['--max-depth', 'x'])).toThrow(
    /^--max-depth: expected a number, got "x"$/,
  )
  expect(() => parse('maxDepth', depth, [], { PLANT_STORE_MAX_DEPTH: 'x' })).toThrow(
    /^PLANT_STORE_MAX_DEPTH: expected a number, got "x"$/,
  )
})

test('a switch is turned on by its flag or a variable of 1 or true, and not by a variable of 0 or false', () => {
  const strict: Flag = { type: 'boolean', description: 'stricter' }
  expect(parse('strict', strict, ['--strict'])).toEqual({ strict: true })
  for (const on of ['1', 'true'])
    expect(parse('strict', strict, [], { PLANT_STORE_STRICT: on })).toEqual({ strict: true })
  for (const off of ['0', 'false', ''])
    expect(parse('strict', strict, [], { PLANT_STORE_STRICT: off })).toEqual({})
})

test('a switch that is on by default is turned off by --no-NAME', () => {
  const sound: Flag = { type: 'boolean', description: 'quiet', default: true }
  expect(parse('sound', sound, [])).toEqual({ sound: true })
  expect(parse('sound', sound, ['--no-sound'])).toEqual({ sound: false })
  expect(parse('sound', sound, [], { PLANT_STORE_NO_SOUND: '1' })).toEqual({ sound: false })
  for (const off of ['0', 'false', ''])
    expect(parse('sound', sound, [], { PLANT_STORE_NO_SOUND: off })).toEqual({ sound: true })
})

test('the values of a repeatable flag replace the default', () => {
  const size: Flag = {
    type: 'repeatable',
    value: '<n>',
    description: 's',
    default: [9],
    parse: toNumber,
  }
  expect(parse('size', size, ['--size', '1', '--size', '2'])).toEqual({ size: [1, 2] })
  expect(parse('size', size, [], { PLANT_STORE_SIZE: '1\n2\n' })).toEqual({ size: [1, 2] })
  expect(parse('size', size, [])).toEqual({ size: [9] })
})

test('a flag with choices rejects any other text', () => {
  const size: Flag = { type: 'string', value: '<s>', description: 's', choices: ['small', 'medium', 'large'] }
  expect(parse('size', size, ['--size', 'medium'])).toEqual({ size: 'medium' })
  expect(() => parse('size', size, ['--size', 'huge'])).toThrow(
    '--size: expected small, medium or large, got "huge"',
  )
})

import { expect, test } from 'vitest'
import { readFlags, sortWords } from './commandLine.ts'
import { UsageError } from './errors.ts'
import { type Flag, flag, repeatable, toggle } from './options.ts'
import { toChoice } from './values.ts'

const toNumber = (text: string): number => {
  if (/^\d+$/.test(text)) return Number(text)
  throw new UsageError(`expected a number, got "${text}"`)
}

/** Parses a command line in an environment. */
async function parse(key: string, declared: Flag, args: string[], environment: Record<string, string> = {}) {
  const before = { ...process.env }
  Object.assign(process.env, environment)
  try {
    const sorted = sortWords({ [key]: declared }, args)
    if (typeof sorted === 'string') return sorted
    return (await readFlags({ [key]: declared }, sorted.texts)).values
  } finally {
    process.env = before
  }
}

const depth = flag('<n>', 'how deep', toNumber, { default: '3' })

test('a flag wins over its environment variable, which wins over the default', async () => {
  const environment = { PLANT_STORE_MAX_DEPTH: '4' }
  expect(await parse('maxDepth', depth, ['--max-depth', '5'], environment)).toEqual({ maxDepth: 5 })
  expect(await parse('maxDepth', depth, [], environment)).toEqual({ maxDepth: 4 })
  expect(await parse('maxDepth', depth, [])).toEqual({ maxDepth: 3 })
})

test('an empty variable counts as unset', async () => {
  expect(await parse('maxDepth', depth, [], { PLANT_STORE_MAX_DEPTH: '' })).toEqual({ maxDepth: 3 })
})

test('the error about a wrong value names the flag or the variable', async () => {
  await expect(parse('maxDepth', depth, ['--max-depth', 'x'])).rejects.toThrow(
    /^--max-depth: expected a number, got "x"$/,
  )
  await expect(parse('maxDepth', depth, [], { PLANT_STORE_MAX_DEPTH: 'x' })).rejects.toThrow(
    /^PLANT_STORE_MAX_DEPTH: expected a number, got "x"$/,
  )
})

test('a switch is turned on by its flag or a variable of 1 or true, and not by a variable of 0 or false', async () => {
  const strict = toggle('stricter')
  expect(await parse('strict', strict, ['--strict'])).toEqual({ strict: true })
  for (const on of ['1', 'true'])
    expect(await parse('strict', strict, [], { PLANT_STORE_STRICT: on })).toEqual({ strict: true })
  for (const off of ['0', 'false'])
    expect(await parse('strict', strict, [], { PLANT_STORE_STRICT: off })).toEqual({ strict: false })
  expect(await parse('strict', strict, [], { PLANT_STORE_STRICT: '' })).toEqual({})
})

test('the values of a repeatable flag replace the default', async () => {
  const size = repeatable('<n>', 's', toNumber, { default: '9' })
  expect(await parse('size', size, ['--size', '1', '--size', '2'])).toEqual({ size: [1, 2] })
  expect(await parse('size', size, [], { PLANT_STORE_SIZE: '1\n2\n' })).toEqual({ size: [1, 2] })
  expect(await parse('size', size, [])).toEqual({ size: [9] })
})

test('a flag with choices rejects any other text', async () => {
  const size = flag('<s>', 's', toChoice(['small', 'medium', 'large']))
  expect(await parse('size', size, ['--size', 'medium'])).toEqual({ size: 'medium' })
  await expect(parse('size', size, ['--size', 'huge'])).rejects.toThrow(
    '--size: expected small, medium or large, got "huge"',
  )
})

test.each([
  [['--max-depht', '3'], 'unknown flag --max-depht; did you mean --max-depth?'],
  [['-x'], 'unknown flag -x'],
  [['--max-depth'], 'expected a value after --max-depth, got none'],
  [
    ['--max-depth', '--help'],
    'expected a value after --max-depth, got another flag; if it is a value, write --max-depth=VALUE',
  ],
  [['--max-depth', '3', '--max-depth=4'], 'expected --max-depth once, got it twice'],
])('%j is a mistake', async (args, message) => {
  expect(await parse('maxDepth', depth, args)).toBe(message)
})

test('a switch takes no value', async () => {
  expect(await parse('strict', toggle('stricter'), ['--strict=false'])).toBe(
    'expected --strict without a value',
  )
})

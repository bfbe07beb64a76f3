import { expect, onTestFinished, test, vi } from 'vitest'
import { readFlags, sortWords } from './commandLine.ts'
import { UsageError } from './errors.ts'
import { type Flag, flag, repeatable, toggle } from './options.ts'

const toNumber = (text: string): number => {
  if (/^\d+$/.test(text)) return Number(text)
  throw new UsageError(`expected a number, got "${text}"`)
}

/** Parses a command line, with an environment variable if `variable` is not undefined. */
async function parse(declared: Flag, args: readonly string[], variable?: string) {
  vi.stubEnv('PLANT_STORE_MAX_DEPTH', variable)
  onTestFinished(() => void vi.unstubAllEnvs())
  const sorted = sortWords({ maxDepth: declared }, args)
  return typeof sorted === 'string'
    ? sorted
    : (await readFlags({ maxDepth: declared }, sorted.set)).values.maxDepth
}

const depth = flag('<n>', 'how deep', toNumber, 3)
const depths = repeatable('<n>', 'how deep', toNumber, '9')
const deep = toggle('deeper')

test.each([
  ['a flag wins over its variable', depth, ['--max-depth', '5'], '4', 5],
  ['a variable wins over the default', depth, [], '4', 4],
  ['an empty variable counts as unset', depth, [], '', 3],
  [
    'a repeatable flag replaces its default',
    depths,
    ['--max-depth', '1', '--max-depth=2'],
    undefined,
    [1, 2],
  ],
  ['a variable has one value per line', depths, [], '1\n2\n', [1, 2]],
  ['a switch is turned on by its flag', deep, ['--max-depth'], undefined, true],
  ['a switch is turned on by true', deep, [], 'true', true],
  ['a switch is turned off by false', deep, [], 'false', false],
  ['an unknown flag', depth, ['--max-depht', '3'], '', 'unknown flag --max-depht; did you mean --max-depth?'],
  ['an unknown short flag', depth, ['-x'], '', 'unknown flag -x'],
] as const)('%s', async (_, declared, args, variable, expected) => {
  expect(await parse(declared, args, variable)).toEqual(expected)
})

test('the error for a wrong value names the flag or the variable', async () => {
  await expect(parse(depth, ['--max-depth', 'x'])).rejects.toThrow(
    /^--max-depth: expected a number, got "x"$/,
  )
  await expect(parse(depth, [], 'x')).rejects.toThrow(/^PLANT_STORE_MAX_DEPTH: expected a number, got "x"$/)
})

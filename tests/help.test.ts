import { expect, test } from 'vitest'
import { flagName } from '../src/cli/config/flag.ts'
import { verifyFlags } from '../src/cli/flags/verifyFlags.ts'
import { plantStore } from './commandLine.testing.ts'

test('the help of verify has every flag, and fits on two screens of 40 lines with 80 columns', async () => {
  const { code, stdout } = await plantStore('verify --help')
  expect(code).toBe(0)
  const lines = stdout.trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(80)
  expect(lines.filter((line) => line.length > 80)).toEqual([])
  const names = Object.entries(verifyFlags).map(([key, flag]) => flagName(key, flag))
  expect(names.filter((name) => !new RegExp(`^ +(-\\w, )?${name}\\b`, 'm').test(stdout))).toEqual([])
})

test.each(['mock', 'scenarios', 'init', 'judge', 'replay', 'report', 'compare', 'checks', 'prove'])(
  'no line of the help of %s is wider than 80 columns',
  async (command) => {
    const { code, stdout } = await plantStore(`${command} --help`)
    expect(code).toBe(0)
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  },
)

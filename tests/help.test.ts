import { expect, test } from 'vitest'
import { verifyFlags } from '../src/cli/flags.ts'
import { flagName } from '../src/cli/options.ts'
import { plantStore } from './commandLine.testing.ts'

test('the whole help of verify has every flag, and fits on two screens of 40 lines with 80 columns', async () => {
  const { code, stdout } = await plantStore('verify --help all')
  expect(code).toBe(0)
  const lines = stdout.trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(80)
  expect(lines.filter((line) => line.length > 80)).toEqual([])
  const names = Object.keys(verifyFlags).map(flagName)
  expect(names.filter((name) => !new RegExp(`^ +${name}\\b`, 'm').test(stdout))).toEqual([])
})

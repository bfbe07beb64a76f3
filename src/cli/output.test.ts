import { expect, onTestFinished, test, vi } from 'vitest'
import { hasColor } from './output.ts'

test.for([
  ['1', true],
  ['0', false],
  ['false', false],
] as const)('FORCE_COLOR=%s decides, also where the output is no terminal', ([force, expected]) => {
  vi.stubEnv('FORCE_COLOR', force)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(hasColor(1)).toBe(expected)
  expect(hasColor('x')).toBe(false)
})

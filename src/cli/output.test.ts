import { afterEach, expect, test, vi } from 'vitest'
import { hasColor } from './output.ts'

afterEach(() => void vi.unstubAllEnvs())

test.for([
  ['1', undefined, true],
  ['0', undefined, false],
  ['false', undefined, false],
  [undefined, '1', false],
] as const)(
  'FORCE_COLOR=%s and NO_COLOR=%s decide, also where the output is no terminal',
  ([force, no, expected]) => {
    vi.stubEnv('FORCE_COLOR', force)
    vi.stubEnv('NO_COLOR', no)
    expect(hasColor(1)).toBe(expected)
    expect(hasColor('x')).toBe(false)
  },
)

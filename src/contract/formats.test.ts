import { expect, test } from 'vitest'
import { compile, findMistake } from './ajv.ts'

test.each<[name: string, valid: (string | number)[], invalid: (string | number)[]]>([
  ['date', ['2026-01-31', '2024-02-29'], ['2026-1-31', '2026-02-29', '31.01.2026', '']],
  ['date-time', ['2026-01-31T23:59:00Z', '2026-01-31t23:59:00.123456-08:00'], ['2026-01-31T23:59:00']],
  ['uuid', ['7f1c6c0e-3f57-4c35-9b0c-0d2b6f0a4b11'], ['7f1c6c0e3f574c359b0c0d2b6f0a4b11', '4711']],
  ['int8', [-128, 127], [-129, 128]],
  ['int32', [-2147483648, 2147483647, 1.5], [-2147483649, 2147483648]],
  ['int64', [-(2 ** 63), 2 ** 53, 2 ** 63 - 1024], [2 ** 63, -(2 ** 63) - 2048]],
  ['uint64', [0, 2 ** 64 - 2048], [-1, 2 ** 64]],
  ['float', [0, 3.4e38], [3.5e38, -1e300]],
  ['password', ['', 'any'], []],
])('the format %s accepts %j and refuses %j', (name, valid, invalid) => {
  expect(findMistake({ format: name })).toBeUndefined()
  const isValid = compile({ format: name })
  expect(valid.filter((value) => !isValid(value))).toEqual([])
  expect(invalid.filter((value) => isValid(value))).toEqual([])
})

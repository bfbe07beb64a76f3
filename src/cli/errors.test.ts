import { expect, onTestFinished, test, vi } from 'vitest'
import { explainFailure, findProgram, UsageError } from './errors.ts'

test('a usage error is one message without a stack trace', () => {
  expect(explainFailure(new UsageError('expected a, got b'), true)).toEqual({
    code: 2,
    text: 'expected a, got b',
  })
})

test('a failure of the kit is an apology, with a stack trace only for PLANT_STORE_DEBUG', () => {
  const error = new TypeError('x is undefined')
  const plain = explainFailure(error, false)
  expect(plain.code).toBe(3)
  expect(plain.text).toContain('x is undefined')
  expect(plain.text).toContain('PLANT_STORE_DEBUG=1')
  expect(plain.text).not.toContain('    at ')
  expect(explainFailure(error, true).text).toContain('    at ')
})

test.each([
  ['plant-store-kit', ''],
  ['npx plant-store-kit', 'exec'],
  ['npx plant-store-kit', 'run-script'],
])('the command to copy is %s if npm_command is "%s"', (program, command) => {
  vi.stubEnv('npm_command', command)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(findProgram()).toBe(program)
})

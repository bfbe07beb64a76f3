import { expect, onTestFinished, test, vi } from 'vitest'
import { explainFailure } from './errors.ts'

test('a failure of the kit prints an apology, with a stack trace only if PLANT_STORE_DEBUG is set', () => {
  const error = new TypeError('x is undefined')
  const plain = explainFailure(error)
  expect(plain.code).toBe(3)
  expect(plain.text).toContain('x is undefined')
  expect(plain.text).toContain('PLANT_STORE_DEBUG=1')
  expect(plain.text).not.toContain('    at ')
  vi.stubEnv('PLANT_STORE_DEBUG', '1')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(explainFailure(error).text).toContain('    at ')
})

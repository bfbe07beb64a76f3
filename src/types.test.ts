import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startMock } from './mock/startMock.ts'
import { firstPlants } from './typedClient.test-data.ts'

test('correct uses of the types compile, and wrong ones do not', () => {
  const tsc = fileURLToPath(new URL('../bin/tsc', import.meta.resolve('typescript')))
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node']
  const file = fileURLToPath(import.meta.resolve('./typedClient.test-data.ts'))
  // Throws with the compiler's output if an expected error is missing, or if there is another one.
  expect(execFileSync(tsc, [...flags, '--ignoreConfig', file], { encoding: 'utf8' })).toBe('')
})

test('a client written with the types reads plants and errors from the mock', async () => {
  const { url, close } = await startMock({ port: 0 })
  onTestFinished(close)
  const { data } = await firstPlants(url, 'token-alice', 2)
  expect(data?.map(({ name }) => name)).toEqual(['Monstera deliciosa', 'Ginkgo biloba'])
  const { error } = await firstPlants(url, 'token-alice', -1)
  expect(error).toEqual({ error: 400, message: expect.stringContaining('-1') })
})

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startMock } from '../src/mock/startMock.ts'
import { firstPlants } from './typedClient.test-data.ts'

test('a client that is written with the types compiles, and each of its mistakes does not', () => {
  const tsc = fileURLToPath(new URL('../bin/tsc', import.meta.resolve('typescript')))
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node']
  const file = fileURLToPath(import.meta.resolve('./typedClient.test-data.ts'))
  // Throws, with what the compiler says, where an expected error is none or another one is there.
  expect(execFileSync(tsc, [...flags, '--ignoreConfig', file], { encoding: 'utf8' })).toBe('')
})

test('the same client reads plants and errors of the mock', async () => {
  const { url, close } = await startMock({ port: 0 })
  onTestFinished(close)
  const { data } = await firstPlants(url, 'token-alice', 2)
  expect(data?.map(({ name }) => name)).toEqual(['Monstera deliciosa', 'Ginkgo biloba'])
  const { error } = await firstPlants(url, 'token-alice', -1)
  expect(error).toEqual({ error: 400, message: expect.stringContaining('-1') })
})

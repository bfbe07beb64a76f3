import { expect, onTestFinished, test } from 'vitest'
import { startMock } from './mock/startMock.ts'
import { firstPlants } from './typedClient.test-data.ts'

test('a client written with the types reads plants and errors from the mock', async () => {
  const { url, close } = await startMock({ port: 0 })
  onTestFinished(close)
  const { data } = await firstPlants(url, 'token-alice', 2)
  expect(data?.map(({ name }) => name)).toEqual(['Monstera deliciosa', 'Ginkgo biloba'])
  const { error } = await firstPlants(url, 'token-alice', -1)
  expect(error).toEqual({ error: 400, message: expect.stringContaining('-1') })
})

import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { expect, onTestFinished, test } from 'vitest'
import { alice } from '../mock.testing.ts'
import { createMock } from './createMock.ts'
import { handlers } from './msw.ts'

const server = setupServer()

function listen(...list: Parameters<typeof server.use>): void {
  server.listen({ onUnhandledFrame: 'error' })
  use(...list)
  onTestFinished(() => {
    server.resetHandlers()
    server.close()
  })
}

/** Replaces the handlers. */
function use(...list: Parameters<typeof server.use>): void {
  server.resetHandlers()
  server.use(
    ...list,
    http.all('*', () => new HttpResponse('else')),
  )
}

async function ask(url: string, init?: RequestInit): Promise<string> {
  const response = await fetch(url, { headers: alice, ...init })
  return `${response.status} ${(await response.text()).slice(0, 50)}`
}

test('handlers answer at any origin and prefix, at a certain origin and prefix, or at the root', async () => {
  listen(...handlers())
  expect(await ask('https://one.example/plants?limit=1')).toMatch(/^200 \[\{"name":"Monstera/)
  expect(await ask('http://two.example:8080/api/plants?limit=1')).toMatch(/^200 \[/)
  use(...handlers({ baseUrl: 'https://one.example/v1/' }))
  expect(await ask('https://one.example/v1/plants?limit=1')).toMatch(/^200 \[/)
  expect(await ask('https://two.example/v1/plants')).toBe('200 else')
  expect(await ask('https://one.example/plants')).toBe('200 else')
  use(...handlers({ baseUrl: '*' }))
  expect(await ask('https://one.example/plants?limit=1')).toMatch(/^200 \[/)
  expect(await ask('https://one.example/api/plants')).toBe('200 else')
})

test('rejects an invalid base URL, or a base URL that does not match the mock', () => {
  for (const baseUrl of ['plants', '', 'ftp://one.example', '/v1', 'https://'])
    expect(() => handlers({ baseUrl }), baseUrl).toThrow(RangeError)
  const mock = createMock({ basePath: '/v1' })
  expect(() => handlers({ mock, baseUrl: 'https://one.example/v2' })).toThrow(/which serves \/v1\/plants/)
  expect(handlers({ mock, baseUrl: 'https://one.example/v1' })).toHaveLength(1)
  expect(() => handlers({ mock, anyToken: true } as never)).toThrow(
    /^anyToken: pass this option to createMock/,
  )
})

test('a request that is aborted immediately leaves its response to the next request', async () => {
  const mock = createMock()
  listen(...handlers({ mock }))
  mock.responses([503])
  const controller = new AbortController()
  const aborted = ask('https://one.example/plants', { signal: controller.signal }).catch(
    ({ name }: Error) => name,
  )
  controller.abort()
  expect(await Promise.all([aborted, ask('https://one.example/plants')])).toEqual([
    'AbortError',
    expect.stringMatching(/^503 /),
  ])
})

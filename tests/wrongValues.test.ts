import { anything, asyncProperty, assert as check, constantFrom, oneof } from 'fast-check'
import { expect, test } from 'vitest'
import { createMock, type FetchMock } from '../src/mock/hosts/createMock.ts'
import { handlers } from '../src/mock/hosts/msw.ts'
import { createMiddleware, middlewareOptionShapes } from '../src/mock/middleware/createMiddleware.ts'
import { plantStore } from '../src/mock/middleware/vite.ts'
import { fetchMockOptionShapes, mockOptionShapes } from '../src/mock/mockOptions.ts'
import { matchers } from '../src/mock/runners/matchers.ts'
import { startMock } from '../src/mock/startMock.ts'
import { readParameters } from '../src/page/parameters.ts'

type Call = (value: never) => unknown

const mock = createMock()
const session = { session: 1 }
const filter = { session: 1, status: 1, path: 1, method: 1, limit: 1 }

/** Functions of the mock's public API, and the properties of their argument. */
const functions: Readonly<Record<string, readonly [call: Call, members?: object]>> = {
  createMock: [(options) => ask(createMock(options)), fetchMockOptionShapes],
  startMock: [async (options) => (await startMock(withPort(options))).close(), mockOptionShapes],
  createMiddleware: [async (options) => (await createMiddleware(options)).close(), middlewareOptionShapes],
  handlers: [handlers, { ...fetchMockOptionShapes, baseUrl: 1, mock: 1 }],
  'plantStore of Vite': [plantStore, { ...middlewareOptionShapes, switcher: 1 }],
  'the parameters of Storybook': [readParameters, { baseUrl: 1, scenario: 1 }],
  'mock.scenario': [mock.scenario],
  'mock.scenario for a session': [(choice) => mock.scenario('flaky', choice), session],
  'mock.plants': [mock.plants],
  'mock.plants for a session': [(choice) => mock.plants([], choice), session],
  'mock.responses': [mock.responses],
  'mock.responses for a session': [(choice) => mock.responses([], choice), session],
  'mock.settings': [mock.settings],
  'mock.requests': [mock.requests, filter],
  'mock.on': [(listener) => mock.on(listener)()],
  toHaveReceived: [(other) => matchers.toHaveReceived.call({}, other)],
  'the query of toHaveReceived': [(query) => matchers.toHaveReceived.call({}, mock, query), { limit: 1 }],
  'the filter of toHaveReceived': [
    (selected) => matchers.toHaveReceived.call({}, mock, {}, selected),
    filter,
  ],
}

const places = Object.entries(functions).flatMap(([name, [call, members = {}]]) => [
  [name, call] as const,
  ...Object.keys(members).map(
    (member) => [`${name}, ${member}`, (value: unknown) => call({ [member]: value } as never)] as const,
  ),
])

const cyclic: unknown[] = []
cyclic.push(cyclic)

const values = oneof(
  anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSparseArray: true,
  }),
  constantFrom<unknown>(null, 0, -1, 1.5, 4010.5, Number.NaN, 1n),
  constantFrom<unknown>('', 'flaky', ' ', Symbol('x'), () => 1),
  constantFrom<unknown>([], {}, cyclic, [null], [1n], [[{}]], { users: null }),
  constantFrom<unknown>([{ name: 5 }], [{ name: 'Rosa', size: 1n }]),
)

/** Adds a free port to the options, so that the default port stays free for others. */
function withPort(options: unknown): object {
  if (options === undefined) return { port: 0 }
  return typeof options === 'object' && options && !Array.isArray(options)
    ? { port: 0, ...options }
    : (options as never)
}

async function ask({ fetch, path }: FetchMock): Promise<void> {
  const response = await fetch(path.replace('*', '/any'), {
    headers: { Authorization: 'Bearer token-alice' },
  })
  expect([200, 401, 503]).toContain(response.status)
}

const ERRORS = /^(Input|Range|Fixture|Contract|Certificate|Listen)Error$/

function expectClear(error: unknown): void {
  const { name, message } = error as Error
  expect(name, message).toMatch(ERRORS)
  expect(message).toMatch(/expected|requires|unknown|cannot|not a valid/)
  expect(message).not.toMatch(/\n|undefined|\[object|not a function|not iterable|Cannot/)
}

test.for(places)('explains a value of the wrong type: %s', async ([, call]) => {
  const attempt = async (value: unknown): Promise<void> => {
    try {
      await call(value as never)
    } catch (error) {
      expectClear(error)
    }
    // Values that a function accepts must not break the mock.
    await ask(mock)
    mock.reset()
  }
  await check(asyncProperty(values, attempt), { seed: 1, numRuns: 60 })
})

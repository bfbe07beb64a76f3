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
import { verify } from '../src/verify.ts'
import { type Options, readArguments } from '../src/verifyArguments.ts'

type Call = (value: never) => unknown

const mock = createMock()
const session = { session: 1 }
const filter = { session: 1, status: 1, path: 1, method: 1, limit: 1 }

const verifyOptions: Record<keyof Omit<Required<Options>, 'startedBy' | 'route' | 'secrets'>, 1> = {
  ...{ token: 1, otherToken: 1, expectations: 1, baseline: 1, headers: 1, contract: 1, engines: 1, plan: 1 },
  ...{ timeout: 1, waitTimeout: 1, maxRequests: 1, maxTime: 1, rate: 1, strict: 1, onProgress: 1, signal: 1 },
  ...{ proxy: 1, unixSocket: 1, cacert: 1, cert: 1, key: 1, insecure: 1, resolve: 1, name: 1 },
}

/** The functions of the public API, and the properties of their arguments. */
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
  verify: [(options) => readArguments('http://127.0.0.1:1', options), verifyOptions],
  toHaveReceived: [(other) => matchers.toHaveReceived.call({}, other)],
  'the query of toHaveReceived': [(query) => matchers.toHaveReceived.call({}, mock, query), { limit: 1 }],
  'the filter of toHaveReceived': [(by) => matchers.toHaveReceived.call({}, mock, {}, by), filter],
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

/** Adds a free port to the options, because other tests may use the default port. */
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

test.for(places)('an error message explains a value of the wrong type: %s', async ([, call]) => {
  const attempt = async (value: unknown): Promise<void> => {
    try {
      await call(value as never)
    } catch (error) {
      expectClear(error)
    }
    // If a function accepts a value, this value must not break the mock.
    await ask(mock)
    mock.reset()
  }
  await check(asyncProperty(values, attempt), { seed: 1, numRuns: 60 })
})

const token = 's3cret-token'
const sees = ['Aloe vera']

// The flags of `verify` have the same parsers. src/cli/program.test.ts has wrong values for them.
test.each<[name: string, options: unknown, message: string]>([
  ['a typo', { tokn: 'a' }, 'unknown name "tokn"; did you mean token?'],
  ['no object', 'token-alice', 'expected an object with options, got "token-alice"'],
  ['a scheme', { token: 'Bearer s3cret' }, 'token: remove "Bearer " and pass only the token'],
  ['one token twice', { token, otherToken: token }, 'otherToken: expected the token of another user'],
  ['no time', { maxTime: -1 }, 'maxTime: expected a whole number of seconds from 1 to 604800, got "-1"'],
  ['no such plan', { plan: 'monitr' }, 'plan: expected full or monitor, got "monitr"'],
  ['see', { expectations: { token: { see: [] } } }, 'expectations.token: unknown name "see"; did you mean'],
  [
    'a plant twice',
    { expectations: { token: { sees, mustNotSee: sees } } },
    'expectations.token.mustNotSee[0]: expected a plant that is not in "sees", got "Aloe vera"',
  ],
  [
    'a user without a token',
    { token, expectations: { otherToken: { sees } } },
    'expectations: expected 1 value of otherToken, one for each user, got 0',
  ],
  ['a map', { headers: { 'X-A': 'b' } }, "headers: expected a list such as [['X-Tenant', 'blue']]"],
  ['a header without a value', { headers: ['X-A s3cret'] }, 'headers: expected a name, a colon and a value'],
  ['an entry', { baseline: { entries: ['x'] } }, 'baseline.entries[0]: expected a map with id, reason'],
  ['a resolution', { resolve: 'a:b' }, 'resolve: expected a list such as [{ host:'],
  ['a host', { resolve: [{ host: 'a', port: 80, address: '::1' }] }, 'resolve: expected 127.0.0.1:1, the'],
  ['only a key', { key: 'package.json' }, 'expected cert and key together, got only key'],
])('verify refuses %s', async (_, options, message) => {
  const run = verify('http://127.0.0.1:1', options as Options)
  await expect(run).rejects.toThrow(RangeError)
  await expect(run).rejects.toThrow(message)
  await expect(run).rejects.not.toThrow('s3cret')
})

test.each([undefined, new URL('http://127.0.0.1:1'), '127.0.0.1:1'])(
  'verify refuses the URL %s',
  async (url) => {
    await expect(verify(url as string)).rejects.toThrow(/expected .* such as http:\/\/127\.0\.0\.1:4010/)
  },
)

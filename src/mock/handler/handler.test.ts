import { expect, test } from 'vitest'
import { createCore, ownHeaders } from '../core.ts'
import { alice, answer, builtInData, contract } from '../mock.testing.ts'
import type { RequestHeaders } from '../records.ts'
import { type Cors, corsHeaders } from './cors.ts'
import { readLimit } from './handler.ts'

const core = createCore(builtInData, { basePath: '/v1' })

const ask = (target: string, headers: RequestHeaders = alice, method = 'GET') =>
  answer(core, target, headers, method)

test('a user gets all their plants in the order of the fixtures', () => {
  const { status, fields, json, text } = ask('/v1/plants')
  expect(status).toBe(200)
  expect(json).toEqual(builtInData.fixtures.users.find((user) => user.name === 'alice')?.plants)
  expect(json.length).toBeGreaterThanOrEqual(12)
  expect(contract.plants.validate(json)).toEqual([])
  expect(fields['content-type']).toBe('application/json')
  expect(fields['content-length']).toBe(String(Buffer.byteLength(text)))
  expect(fields['cache-control']).toBe('private, no-store')
  expect(ask('/v1/plants', { authorization: 'Bearer token-bob' }).json).toHaveLength(4)
  expect(ask('/v1/plants', { authorization: 'Bearer token-empty' }).text).toBe('[]')
})

test.each([
  ['/v1/plants?limit=x', alice, 'GET', 400],
  ['/v1/plants?limit=1&limit=1', alice, 'GET', 400],
  ['/v1/plants?%zz', alice, 'GET', 400],
  ['/v1/%zz', alice, 'GET', 400],
  ['/v1/plants', {}, 'GET', 401],
  ['/v1/plants?limit=x', {}, 'GET', 401],
  ['/v1/plants', { authorization: 'Bearer unknown' }, 'GET', 401],
  ['/v1/plants', { authorization: 'Bearer ' }, 'GET', 401],
  ['/v1/plants', { authorization: 'Basic Zm9vOmJhcg==' }, 'GET', 401],
  ['/plants', alice, 'GET', 404],
  ['/v1/plants/', alice, 'GET', 404],
  ['/v1%2Fplants', alice, 'GET', 404],
  ['/v1/PLANTS', alice, 'GET', 404],
  ['//v1/plants', alice, 'GET', 404],
  ['/v1/plants', alice, 'POST', 405],
  ['/v1/plants', {}, 'TRACE', 405],
] as const)(
  'the target %s with the headers %j and the method %s gets a %i and an Error as in the contract',
  (target, headers, method, status) => {
    const { status: answered, json, fields } = ask(target, headers, method)
    expect(answered).toBe(status)
    expect(contract.error.validate(json)).toEqual([])
    expect(json.error).toBe(status)
    expect(fields['content-type']).toBe('application/json')
    expect(fields.vary).toBe('Origin')
    expect(fields['access-control-allow-origin']).toBe('*')
    if (status === 405) expect(fields.allow).toBe('GET, HEAD, OPTIONS')
  },
)

test('a 401 does not repeat the token', () => {
  expect(JSON.stringify(ask('/v1/plants', { authorization: 'Bearer canary-7f3a' }))).not.toContain('canary')
})

test('a preflight needs no token, even on an unknown path, and allows the headers that the page asks for', () => {
  const preflight = {
    origin: 'http://localhost:5173',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization,x-trace',
  }
  for (const target of ['/v1/plants', '/nowhere']) {
    const { status, fields, text } = ask(target, preflight, 'OPTIONS')
    expect(status).toBe(204)
    expect(text).toBe('')
    expect(fields['access-control-allow-headers']).toBe('authorization,x-trace')
    expect(fields['access-control-allow-methods']).toContain('GET')
    expect(fields['content-length']).toBeUndefined()
  }
})

test('OPTIONS that is not a preflight lists the methods, except on an unknown path', () => {
  for (const target of ['/v1/plants', '*']) {
    const { status, fields } = ask(target, {}, 'OPTIONS')
    expect(status).toBe(204)
    expect(fields.allow).toBe('GET, HEAD, OPTIONS')
  }
  expect(ask('/nowhere', {}, 'OPTIONS').status).toBe(404)
})

test("with anyToken, an unknown token counts as the first user's, but a request needs a token", () => {
  const lenient = createCore(builtInData, { anyToken: true })
  const send = (authorization?: string) => answer(lenient, '/api/plants', { authorization })
  expect(send('Bearer eyJ.a.b').json).toEqual(send('Bearer token-alice').json)
  expect(send('Bearer token-bob').json).not.toEqual(send('Bearer token-alice').json)
  expect(lenient.requests({ limit: 1 })[0]).toMatchObject({ user: 'alice', session: 'alice' })
  expect([send().status, send('Basic a').status, send('Bearer a b').status]).toEqual([401, 401, 401])
})

const app = 'https://app.example.com'

const requestHeadersFrom = (cors: Cors, origin: string | undefined, target: string) =>
  answer(createCore(builtInData, { cors }), target, { origin }).fields

test.each(['/plants', '/nowhere', '/plants?__code=500', '/plants?__fault=TRUNCATED_BODY'])(
  'only listed origins can read %s, with credentials',
  (target) => {
    const listed = requestHeadersFrom([app, 'http://localhost:5173'], app, target)
    expect(listed['access-control-allow-origin']).toBe(app)
    expect(listed['access-control-allow-credentials']).toBe('true')
    expect(listed['access-control-expose-headers']).toContain('X-Plant-Store-Rule')
    expect(listed.vary).toBe('Origin')
    for (const origin of ['https://evil.example', `${app}.evil.example`, 'null', undefined]) {
      const other = requestHeadersFrom([app], origin, target)
      expect(other).not.toHaveProperty('access-control-allow-origin')
      expect(other).not.toHaveProperty('access-control-allow-credentials')
      expect(other.vary).toBe('Origin')
    }
  },
)

test('pages can read every header that explains a response', () => {
  const own = ownHeaders(
    { status: 200, headers: [], body: new Uint8Array(), rule: 'a', hint: 'b' },
    { applied: ['c'], violations: ['e'] },
  )
  const names = own.filter((_, index) => index % 2 === 0)
  const sent = corsHeaders('*', {})
  const exposed = sent[sent.indexOf('Access-Control-Expose-Headers') + 1]?.split(', ')
  expect(names).toHaveLength(4)
  expect(exposed).toEqual(expect.arrayContaining(names))
})

const RANGE = 'an integer from 0 to 2147483647'
const LIMIT = { limitName: 'limit' }

test.each([
  ['&', Number.POSITIVE_INFINITY],
  ['page=2&Limit=3&limit[]=4&LIMIT=5', Number.POSITIVE_INFINITY],
  ['limit=05', 5],
  ['limit=%35', 5],
  ['l%69mit=7', 7],
  ['x=%F0%9F%8C%B1&limit=3&', 3],
])('the query "%s" asks for at most %d plants', (query, most) => {
  expect(readLimit(query, LIMIT)).toMatchObject({ most })
})

test.each(['limits=2', 'LIMIT=2', 'limit[]=2', 'lmit=2'])('the query "%s" gets a hint', (query) => {
  expect(readLimit(query, LIMIT)).toHaveProperty('hint', expect.stringContaining('did you mean limit?'))
})

test.each([
  ['limit=-1', '"-1"'],
  ['limit=2147483648', '"2147483648"'],
  ['limit=', '""'],
  ['limit=abc', '"abc"'],
  ['limit=+5', '" 5"'],
  ['limit=5%00', '"5\\u0000"'],
  ['limit=%FF', '"%FF"'],
  ['limit=1&limit=2', '"1" and "2"'],
])('rejects the query "%s" with a message that names the value and the range', (query, value) => {
  const limit = readLimit(query, LIMIT)
  expect(limit).toHaveProperty('problem')
  const { problem } = limit as { problem: string }
  expect(problem).toContain(RANGE)
  expect(problem.endsWith(`got ${value}`)).toBe(true)
})

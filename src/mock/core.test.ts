import { expect, test } from 'vitest'
import { readContract } from '../contract/readContract.ts'
import { createCore } from './core.ts'
import { builtInFixtures } from './fixtures/builtInFixtures.ts'
import { plantListShape, readFixtures, toMockContract } from './fixtures/loadData.ts'
import type { RequestHeaders } from './records.ts'

const contract = readContract()
const fixtures = readFixtures(builtInFixtures, contract)
const checkPlants = plantListShape(contract)
const core = createCore(
  { contract: toMockContract(contract), fixtures, scenarios: [], checkPlants },
  { basePath: '/v1' },
)
const handle = core.answer
const alice = { authorization: 'Bearer token-alice' }

/** The response with its headers by name, and its body as text and as JSON. */
function ask(target: string, headers: RequestHeaders = alice, method = 'GET') {
  const answer = handle({ method, target, headers })
  const fields: Record<string, string | undefined> = {}
  for (let index = 0; index < answer.headers.length; index += 2)
    fields[answer.headers[index] ?? ''] = answer.headers[index + 1]
  const text = new TextDecoder().decode(answer.body)
  return { status: answer.status, fields, text, json: text === '' ? undefined : JSON.parse(text) }
}

test('a user gets all her plants in the order of the fixtures', () => {
  const { status, fields, json, text } = ask('/v1/plants')
  expect(status).toBe(200)
  expect(json).toEqual(fixtures.users.find((user) => user.name === 'alice')?.plants)
  expect(json.length).toBeGreaterThanOrEqual(12)
  expect(contract.plants.validate(json)).toEqual([])
  expect(fields['Content-Type']).toBe('application/json')
  expect(fields['Content-Length']).toBe(String(Buffer.byteLength(text)))
  expect(fields['Cache-Control']).toBe('private, no-store')
})

test('bob sees none of alice’s plants, and the user empty sees none at all', () => {
  const names = ask('/v1/plants').json.map((plant: { name: string }) => plant.name)
  const bobs = ask('/v1/plants', { authorization: 'Bearer token-bob' }).json
  expect(bobs.length).toBeGreaterThan(0)
  for (const plant of bobs) expect(names).not.toContain(plant.name)
  expect(ask('/v1/plants', { authorization: 'Bearer token-empty' }).text).toBe('[]')
})

test.each([0, 1, 9, 10, 11, 29, 30, 31, 2147483647])(
  'limit=%d returns at most that many plants, from the start',
  (limit) => {
    expect(ask(`/v1/plants?limit=${limit}`).json).toEqual(ask('/v1/plants').json.slice(0, limit))
  },
)

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
  '%s with %j by %s gets a %i with an Error as in the contract',
  (target, headers, method, status) => {
    const { status: answered, json, fields } = ask(target, headers, method)
    expect(answered).toBe(status)
    expect(contract.error.validate(json)).toEqual([])
    expect(json.error).toBe(status)
    expect(fields['Content-Type']).toBe('application/json')
    expect(fields.Vary).toBe('Origin')
    expect(fields['Access-Control-Allow-Origin']).toBe('*')
    if (status === 405) expect(fields.Allow).toBe('GET, HEAD, OPTIONS')
  },
)

test('a challenge has an error code only if a bearer token was sent', () => {
  const challenge = (authorization?: string) =>
    ask('/v1/plants', { authorization }).fields['WWW-Authenticate']
  expect(challenge()).toBe('Bearer realm="plant-store"')
  expect(challenge('Basic Zm9vOmJhcg==')).toBe('Bearer realm="plant-store"')
  expect(challenge('Bearer unknown')).toContain('error="invalid_token"')
  expect(challenge('Bearer')).toContain('error="invalid_token"')
})

test('a token is never repeated', () => {
  const answer = handle({
    method: 'GET',
    target: '/v1/plants',
    headers: { authorization: 'Bearer canary-7f3a' },
  })
  expect(JSON.stringify(answer.headers) + new TextDecoder().decode(answer.body)).not.toContain('canary')
})

test('decodes an escaped letter in the path', () => {
  expect(ask('/v1/pl%61nts?limit=1').status).toBe(200)
})

test('HEAD gets the response of GET without the body', () => {
  for (const target of ['/v1/plants', '/v1/plants?limit=x', '/nowhere']) {
    const get = ask(target)
    const head = ask(target, alice, 'HEAD')
    expect(head).toEqual({ ...get, text: '', json: undefined })
  }
})

test('a preflight needs no token on any path, and allows the headers that the page asks for', () => {
  const preflight = {
    origin: 'http://localhost:5173',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization,x-trace',
  }
  for (const target of ['/v1/plants', '/nowhere']) {
    const { status, fields, text } = ask(target, preflight, 'OPTIONS')
    expect(status).toBe(204)
    expect(text).toBe('')
    expect(fields['Access-Control-Allow-Headers']).toBe('authorization,x-trace')
    expect(fields['Access-Control-Allow-Methods']).toContain('GET')
    expect(fields['Content-Length']).toBeUndefined()
  }
})

test('a preflight that asks for no valid headers allows Authorization', () => {
  for (const value of [undefined, '', 'a\u00ffb', 'x: y']) {
    const headers = {
      origin: 'null',
      'access-control-request-method': 'GET',
      'access-control-request-headers': value,
    }
    expect(ask('/v1/plants', headers, 'OPTIONS').fields['Access-Control-Allow-Headers']).toBe('Authorization')
  }
})

test('OPTIONS that is not a preflight lists the methods', () => {
  for (const target of ['/v1/plants', '*']) {
    const { status, fields } = ask(target, {}, 'OPTIONS')
    expect(status).toBe(204)
    expect(fields.Allow).toBe('GET, HEAD, OPTIONS')
  }
  expect(ask('/nowhere', {}, 'OPTIONS').status).toBe(404)
})

test('a 401 says what is wrong with the credentials, and names tokens only to a request without any', () => {
  const send = 'send the header Authorization: Bearer <token>'
  expect(ask('/v1/plants', {}).json.message).toBe(
    `missing bearer token; ${send}, with token-alice, token-bob or token-empty`,
  )
  expect(ask('/v1/plants', { authorization: 'Basic dG9rZW4' }).json.message).toBe(
    `the Authorization header has no bearer token; ${send}`,
  )
  expect(ask('/v1/plants', { authorization: 'Bearer token-alic' }).json.message).toBe(
    'unknown or empty bearer token; this mock has tokens of alice, bob and empty, or takes any with --any-token (anyToken in code)',
  )
})

test('if any token will do, each counts as that of the first user, and a request needs one', () => {
  const lenient = createCore(
    { contract: toMockContract(contract), fixtures, scenarios: [], checkPlants },
    { anyToken: true },
  )
  const send = (authorization?: string) =>
    lenient.answer({ method: 'GET', target: '/api/plants', headers: { authorization } })
  const text = (authorization: string) => new TextDecoder().decode(send(authorization).body)
  expect(text('Bearer eyJ.a.b')).toBe(text('Bearer token-alice'))
  expect(text('Bearer token-bob')).not.toBe(text('Bearer token-alice'))
  expect(lenient.requests({ limit: 1 })[0]).toMatchObject({ user: 'alice', session: 'alice' })
  expect([send().status, send('Basic a').status, send('Bearer a b').status]).toEqual([401, 401, 401])
})

test('a listener for some types of events gets no others', async () => {
  const mock = createCore({ contract: toMockContract(contract), fixtures, scenarios: [], checkPlants })
  const heard: string[] = []
  const off = mock.on(({ type }) => heard.push(type), ['scenario', 'reset'])
  mock.answer({ method: 'GET', target: '/plants', headers: {} })
  mock.scenario('normal')
  mock.reset()
  off()
  mock.reset()
  expect(heard).toEqual(['scenario', 'reset'])
})

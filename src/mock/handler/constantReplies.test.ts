import { expect, test } from 'vitest'
import type { MockCore } from '../core.ts'
import type { RequestHeaders } from '../records.ts'
import { seededRandom } from '../scenarios/seededRandom.ts'
import { createTestCore, data } from '../scenarios/start.testing.ts'

const STEPS = 4_000
const NAMES = ['normal', 'empty', 'one', 'flaky', 'slow', 'rate-limited']
const SESSIONS = [undefined, 'alice', 'bob', 'a']
const TARGETS = [
  '/plants',
  '/plants?limit=3',
  '/plants?limit=x',
  '/plants?__session=a',
  '/plants?__code=503',
  '/x',
]
const TOKENS = ['Bearer token-alice', 'bearer token-alice', 'Bearer token-bob', 'Bearer other', undefined]
const ORIGINS = [undefined, 'http://localhost:5173', 'http://elsewhere.example']

type Choose = <Value>(values: readonly Value[]) => Value

/** Changes a mock in one of all ways. */
function change(core: MockCore, choose: Choose): void {
  const session = choose(SESSIONS)
  const choice = session === undefined ? {} : { session }
  const changes = [
    () => core.scenario(choose(NAMES), choice),
    () => core.scenario(null, choice),
    () => core.plants([{ name: choose(['Aloe', 'Ivy']) }], choice),
    () => core.plants(null, choice),
    () => core.responses([choose([503, 'empty'])], choice),
    () => core.settings({ code: choose([500, null]) }, choice),
    () => core.reset(),
    () => core.forget(),
    () => core.replace({ ...data, fixtures: { users: data.fixtures.users.slice(choose([0, 1])) } }, []),
  ]
  choose(changes)()
}

function ask(core: MockCore, target: string, headers: RequestHeaders): unknown {
  const { body, ...reply } = core.answer({ method: 'GET', target, headers })
  const [{ id, headers: _, loggedDate, ...entry } = {}] = core.requests({ limit: 1 })
  // Some clients leave after the next request, and give their response back.
  core.ended(reply.id - 1, { durationMs: 1, complete: reply.id % 3 > 0 })
  return { ...reply, body: new TextDecoder().decode(body), entry }
}

test('a mock that remembers replies answers and records like one that decides each anew', () => {
  const cors = ['http://localhost:5173']
  const [remembering, deciding] = [createTestCore({}, { cors }).core, createTestCore({}, { cors }).core]
  let draws = 0
  const createChoose =
    (seed: number): Choose =>
    (values) =>
      values[Math.floor(seededRandom(seed, 'choice', draws++) * values.length)] as (typeof values)[number]
  for (let step = 0; step < STEPS; step++) {
    const choose = createChoose(step)
    const first = draws
    if (choose([...Array(9).fill(false), true])) {
      const start = draws
      change(remembering, choose)
      draws = start
      change(deciding, choose)
      continue
    }
    const headers = { authorization: choose(TOKENS), origin: choose(ORIGINS) }
    const target = choose(TARGETS)
    // An empty header changes nothing, but its reply is never remembered.
    const expected = ask(deciding, target, { ...headers, 'x-plant-store-session': '' })
    expect(ask(remembering, target, headers), `step ${step}, draw ${first}: ${target}`).toEqual(expected)
  }
})

test('a reply that was remembered is decided no more', () => {
  const { core } = createTestCore()
  const send = (method = 'GET') =>
    core.answer({ method, target: '/plants?limit=3', headers: { authorization: 'Bearer token-alice' } })
  const { headers } = send()
  expect(send().headers).toBe(headers)
  expect(send('HEAD').body).toHaveLength(0)
  core.forget()
  expect(send().headers).toBe(headers)
  core.plants(null)
  expect(send().headers).not.toBe(headers)
})

test('many and long replies are not kept', () => {
  const { core } = createTestCore()
  const send = (target: string) =>
    core.answer({ method: 'GET', target, headers: { authorization: 'Bearer token-alice' } }).headers
  const long = `/plants?${'x'.repeat(600)}`
  expect(send(long)).not.toBe(send(long))
  core.plants(Array.from({ length: 3_000 }, () => ({ name: 'Aloe vera' })))
  expect(send('/plants?limit=2000')).not.toBe(send('/plants?limit=2000'))
  const first = send('/plants?limit=1')
  for (let count = 0; count < 100; count++) send(`/plants?limit=2&other=${count}`)
  expect(send('/plants?limit=1')).not.toBe(first)
})

test('a session that was dropped has no scenario of its own', () => {
  const { core, ask: get } = createTestCore()
  core.scenario('empty', { session: 'alice' })
  expect(get().json).toEqual([])
  for (let count = 0; count < 10_000; count++)
    get('/plants', { prefer: 'code=503', 'x-plant-store-session': `session ${count}` })
  expect(get().json).not.toEqual([])
})

test('a response that another client gave back comes before a remembered one', () => {
  const { core } = createTestCore()
  const send = (authorization: string) =>
    core.answer({ method: 'GET', target: '/plants', headers: { authorization } })
  core.responses([503])
  const { id } = send('Bearer token-bob')
  expect(send('Bearer token-alice').status).toBe(200)
  core.ended(id, { durationMs: 1, complete: false })
  expect(send('Bearer token-alice').status).toBe(503)
})

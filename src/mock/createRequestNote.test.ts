import { expect, test } from 'vitest'
import { createRequestNote } from './mockEvent.ts'

const request = { method: 'GET', url: '/plants', rule: 'upstream' }

test('says each kind of violation once', () => {
  const note = createRequestNote()
  const violate = (...violations: string[]) =>
    note({ ...request, upstream: { status: 200, durationMs: 1, violations } })
  expect(violate('/0/tag: expected a string, got the number 1')).toBe(
    'GET /plants: the service violates the contract: /0/tag: expected a string, got the number 1',
  )
  expect(violate('/7/tag: expected a string, got null')).toBeUndefined()
  expect(violate('/1/tag: expected a string, got true', 'the body is\u001b[2J empty')).toBe(
    'GET /plants: the service violates the contract: the body is [2J empty',
  )
})

test('says once why the mock answered, and nothing about usual responses', () => {
  const note = createRequestNote()
  const problem = 'refused the connection (ECONNREFUSED)'
  const upstream = { durationMs: 1, problem, violations: [] }
  const failed = { ...request, rule: 'fixtures', upstream }
  expect(note(request)).toBeUndefined()
  expect(note({ ...request, upstream: { status: 200, durationMs: 1, violations: [] } })).toBeUndefined()
  expect(note({ ...request, upstream: { ...upstream, problem: 'the client disconnected' } })).toBeUndefined()
  expect(note(failed)).toBe(
    'GET /plants: the service refused the connection (ECONNREFUSED), so the mock answered',
  )
  expect(note(failed)).toBeUndefined()
})

test('stops after many kinds', () => {
  const note = createRequestNote()
  const kinds = Array.from({ length: 200 }, (_, index) => 'x'.repeat(index + 1))
  const said = kinds.filter((kind) =>
    note({ ...request, upstream: { status: 200, durationMs: 1, violations: [kind] } }),
  )
  expect(said).toHaveLength(100)
})

test('says once what the client seems to have mistyped', () => {
  const note = createRequestNote()
  const hint = 'unknown preference "scenaro"; did you mean scenario?'
  const mistyped = { ...request, url: '/plants?__scenaro=empty', rule: 'fixtures', hint }
  expect(note(mistyped)).toBe(`GET /plants?__scenaro=empty: ${hint}`)
  expect(note(mistyped)).toBeUndefined()
  expect(note({ ...mistyped, hint: 'you can find the tokens in users.yaml' })).toBeUndefined()
})

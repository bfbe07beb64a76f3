import { expect, test } from 'vitest'
import { testExchange } from './exchange.testing.ts'
import { explainRun } from './reasons.ts'

test('names another user whose token is refused, but not one who is only throttled', () => {
  const first = testExchange()
  const other = (user: number, status: number) =>
    testExchange({ probe: { credential: { kind: 'other', user, label: '', fields: [] } } }, { status })
  const explain = (...exchanges: ReturnType<typeof other>[]) =>
    explainRun({ exchanges: [first, ...exchanges], facts: [], options: {} }).map(({ text }) => text)
  expect(explain(other(2, 429), other(2, 503))).toEqual([])
  expect(explain(other(2, 200), other(3, 429), other(3, 403))).toEqual([
    'The server refused the third token (403). Pass a valid one with --other-token, or omit it.',
  ])
})

test('does not take the refusal of an invalid limit for one of the token', () => {
  const other = testExchange(
    { probe: { credential: { kind: 'other', user: 2, label: '', fields: [] }, limit: 'outside' } },
    { status: 400 },
  )
  expect(explainRun({ exchanges: [testExchange(), other], facts: [], options: {} })).toEqual([])
})

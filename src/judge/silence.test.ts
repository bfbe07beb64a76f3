import { expect, test } from 'vitest'
import { failedExchange, testExchange } from './exchange.testing.ts'
import type { Exchange, Probe } from './exchange.ts'
import { isNeverAnswered } from './silence.ts'

const TIMEOUT = { kind: 'timeout', message: 'no data for 1000 ms' } as const
const RANGE = { range: 'bytes' }

const silent = (probe: Partial<Probe>): Exchange => failedExchange(probe, TIMEOUT)
const answered = (probe: Partial<Probe>, status = 200): Exchange => testExchange({ probe }, { status })

/** Whether the last of these exchanges without a response is one that the server never answers. */
const judge = (...exchanges: Exchange[]): boolean => {
  const last = exchanges.findLast(({ failure }) => failure)
  return last !== undefined && isNeverAnswered(last, exchanges)
}

test('one silent request proves nothing, but two with the same condition do', () => {
  const one = silent({ id: 'row/1', conditions: RANGE })
  const other = silent({ id: 'row/2', conditions: RANGE })
  expect(judge(one, answered({}))).toBe(false)
  expect(judge(one, other, answered({}))).toBe(true)
})

test('a condition that got a response once does not explain other timeouts', () => {
  const probes = [silent({ id: 'row/1', conditions: RANGE }), silent({ id: 'row/2', conditions: RANGE })]
  expect(judge(answered({ id: 'row/3', conditions: RANGE }), ...probes, answered({}))).toBe(false)
  expect(judge(answered({ id: 'row/3', conditions: RANGE }, 503), ...probes, answered({}))).toBe(false)
  expect(judge(answered({ id: 'row/3', conditions: RANGE }, 401), ...probes, answered({}))).toBe(true)
})

test('if only concurrent requests time out, load may be the cause', () => {
  const probes = ['row/1', 'row/2'].map((id) => silent({ id, conditions: RANGE, parallel: 'pair' }))
  expect(judge(...probes, answered({}))).toBe(false)
})

test('a server that never answers again is not blamed for one silent request', () => {
  expect(judge(answered({}), ...['row/1', 'row/2'].map((id) => silent({ id, conditions: RANGE })))).toBe(
    false,
  )
})

import { expect, test } from 'vitest'
import { failedExchange, testExchange } from './exchange.testing.ts'
import type { Exchange } from './exchange.ts'
import type { Fact } from './transcript.ts'
import { decideVerdict } from './verdict.ts'

function decide(exchanges: readonly Exchange[], facts: readonly Fact[] = []) {
  const startedAt = '2026-03-04T05:06:07.890Z'
  const transcript = {
    exchanges,
    facts,
    startedAt,
    requests: exchanges.length,
    options: { token: 'token-alice' },
  }
  return decideVerdict({ checks: [], findings: [], engines: [], transcript })
}

const timeout = { kind: 'timeout' as const, message: 'no response: no data for 1000 ms' }

test.for([505, 599, 102])('a run in which every status is %i is not conformant', (status) => {
  const { verdict, reasons } = decide([testExchange({}, { status })])
  expect(verdict).toBe('incomplete')
  expect(reasons[0]).toContain(`No request got a 200 (${status}), so there was nothing to check.`)
})

test('a valid request that times out every time leaves the run incomplete', () => {
  const { verdict, reasons } = decide([
    testExchange(),
    failedExchange({ id: 'limit/7' }, timeout),
    failedExchange({ id: 'limit/7' }, timeout),
  ])
  expect(verdict).toBe('incomplete')
  expect(reasons).toEqual(['1 valid request timed out. If the server needs more time, raise --timeout.'])
})

test('a valid request that times out once and gets a response when repeated leaves the run complete', () => {
  expect(decide([failedExchange({}, timeout), testExchange({ attempt: 2 })])).toMatchObject({
    verdict: 'conformant',
    reasons: [],
  })
})

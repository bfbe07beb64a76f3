import { expect, test } from 'vitest'
import { failedExchange, testExchange } from './exchange.testing.ts'
import type { Exchange, Probe } from './exchange.ts'
import { decideVerdict } from './verdict.ts'

function decide(exchanges: readonly Exchange[]) {
  const transcript = {
    ...{ kit: { name: 'kit', version: '1' }, baseUrl: 'http://a', operation: 'http://a/plants', engines: [] },
    ...{ startedAt: '2026-03-04T05:06:07.890Z', durationMs: 1, probesMs: 1, requests: exchanges.length },
    ...{ exchanges, facts: [], options: { token: 'token-alice' } },
  }
  return decideVerdict({ checks: [], findings: [], engines: [], transcript })
}

const timeout = { kind: 'timeout' as const, message: 'no response: no data for 1000 ms' }

test.for([505, 599, 102])('a run in which every status is %i is not conformant', (status) => {
  const { verdict, reasons } = decide([testExchange({}, { status })])
  expect(verdict).toBe('incomplete')
  expect(reasons[0]).toContain(`No valid request got a 200 (${status}), so most checks had nothing to judge.`)
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

const silent = (id: string, probe: Partial<Probe> = {}): Exchange =>
  failedExchange({ id, conditions: { range: 'bytes' }, ...probe }, timeout)
const answered = (probe: Partial<Probe> = {}, status = 200): Exchange => testExchange({ probe }, { status })

/** Whether the run blames the server for the timeouts, so that the timeouts do not make the run incomplete. */
const isBlamed = (...exchanges: Exchange[]): boolean =>
  !decide(exchanges).reasons.join().includes('timed out')

test('the run blames the server for two silent requests with the same condition, but not for one silent request', () => {
  expect(isBlamed(silent('row/1'), answered())).toBe(false)
  expect(isBlamed(silent('row/1'), silent('row/2'), answered())).toBe(true)
})

test('a condition does not explain timeouts if it once got a response other than a refusal', () => {
  const isExplained = (status: number): boolean => {
    const other = answered({ id: 'row/3', conditions: { range: 'bytes' } }, status)
    return isBlamed(other, silent('row/1'), silent('row/2'), answered())
  }
  expect([200, 503, 401].map(isExplained)).toEqual([false, false, true])
})

test('if only concurrent requests time out, or all requests until the end of the run, load may be the cause', () => {
  const together = ['row/1', 'row/2'].map((id) => silent(id, { parallel: 'pair' }))
  expect(isBlamed(...together, answered())).toBe(false)
  expect(isBlamed(answered(), silent('row/1'), silent('row/2'))).toBe(false)
})

import { expect, test } from 'vitest'
import { credentials } from '../credentials.ts'
import type { Exchange, Failure } from '../exchange.ts'
import { createRandom } from '../random.ts'
import { settle } from './verdict.ts'

const { valid } = credentials('token-alice', undefined, createRandom(1))

function exchange(id: string, outcome: { status: number } | { failure: Failure }): Exchange {
  const { failure } = { failure: undefined, ...outcome }
  return {
    probe: {
      id,
      reason: '',
      method: 'GET',
      credential: valid,
      limit: 'absent',
      documented: true,
      benign: true,
    },
    attempt: 1,
    connection: { id: 1, earlier: 0 },
    url: 'http://127.0.0.1/plants',
    request: Buffer.alloc(0),
    startedAt: 0,
    durationMs: 1,
    hops: [],
    waited: [],
    ...(failure ? { failure } : { response: response('status' in outcome ? outcome.status : 0) }),
  }
}

function response(status: number) {
  return {
    statusLine: `HTTP/1.1 ${status}`,
    httpVersion: '1.1',
    status,
    reason: '',
    headerLines: [],
    fields: [],
    trailers: [],
    interim: [],
    framing: 'none' as const,
    body: Buffer.alloc(0),
    cut: false,
    anomalies: [],
  }
}

const timeout = { failure: { kind: 'timeout' as const, message: 'no answer: silence for 1000 ms' } }

test.for([505, 599, 102])('a run whose only status is %i is never conformant', (status) => {
  const settled = settle([], [], [], { exchanges: [exchange('list', { status })] }, true)
  expect(settled.verdict).toBe('incomplete')
  expect(settled.reasons).toEqual([
    `No request was answered with 200 (${status}), so nothing could be judged.`,
  ])
})

test('a valid request that is never answered leaves the run incomplete', () => {
  const exchanges = [
    exchange('list', { status: 200 }),
    exchange('limit/7', timeout),
    exchange('limit/7', timeout),
  ]
  const settled = settle([], [], [], { exchanges }, true)
  expect(settled.verdict).toBe('incomplete')
  expect(settled.reasons.join()).toContain('1 valid requests were not answered in time: limit/7')
})

test('one that is answered when it is asked again does not', () => {
  const exchanges = [exchange('list', timeout), exchange('list', { status: 200 })]
  expect(settle([], [], [], { exchanges }, true)).toMatchObject({ verdict: 'conformant', reasons: [] })
})

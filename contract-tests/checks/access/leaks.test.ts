import { expect, test } from 'vitest'
import { readContract } from '../../../src/contract/readContract.ts'
import { createAnalyser } from '../../../src/harness/body/analyseResponse.ts'
import type { AnsweredExchange } from '../../../src/harness/exchange.ts'
import { gatherFacts } from '../../../src/harness/judge/facts.ts'
import { judgeChecks } from '../../../src/harness/judge/judgeChecks.ts'
import { createChecks } from '../index.ts'
import { internalsIn } from './internals.ts'
import { isPublic } from './isPublic.ts'

test('hosts that anybody can reach are public', () => {
  const hosts = ['plants.example.com', '93.184.216.34', '[2606:2800:220:1::1]', 'api.plants.dev']
  expect(hosts.filter((host) => !isPublic(host))).toEqual([])
})

test('development servers are not public', () => {
  const hosts = [
    'localhost',
    'api',
    '127.0.0.1',
    '[::1]',
    '10.0.0.7',
    '172.20.0.3',
    '192.168.1.9',
    '[fd00::7]',
    'plants.local',
    'api.internal',
    'shop.test',
  ]
  expect(hosts.filter(isPublic)).toEqual([])
})

test('what a server says for its clients gives nothing away', () => {
  const messages = [
    'limit must be an integer from 1 to 100',
    '{"error":400,"message":"expected an integer at /v1/plants?limit=abc"}',
    'Select a limit from 1 to 100; see https://plants.example/docs/limits.html',
    'at most 100 plants (limit: 5.5)',
    '<html><body><h1>400 Bad Request</h1><hr>nginx/1.25.3</body></html>',
    'TypeError: limit is not a number',
  ]
  expect(messages.filter((message) => internalsIn(message) !== undefined)).toEqual([])
})

test('tokens are to travel over TLS where the host is public', () => {
  const contract = readContract()
  const analyse = createAnalyser(contract, 1_000)
  const judged = (url: string) => {
    const exchanges = [servedAt(url)]
    const all = judgeChecks(createChecks(contract), exchanges, gatherFacts(contract, exchanges, analyse))
    const tls = all.find(({ check }) => check.id === 'tls-used')
    return tls && [tls.judged, tls.violations.length]
  }
  expect(judged('http://plants.example.com/plants')).toEqual([1, 1])
  expect(judged('https://plants.example.com/plants')).toEqual([1, 0])
  expect(judged('http://127.0.0.1:4010/plants')).toEqual([0, 0])
})

/** A plain request with an empty list for its answer. */
function servedAt(url: string): AnsweredExchange {
  const head = { statusLine: 'HTTP/1.1 200 OK', httpVersion: '1.1', status: 200, reason: 'OK' }
  const fields = { headerLines: [], fields: [], trailers: [], interim: [] }
  return {
    probe: {
      id: 'list',
      reason: 'whether the operation answers',
      method: 'GET',
      credential: { kind: 'valid', label: 'the token', fields: [] },
      limit: 'absent',
      documented: true,
      benign: true,
    },
    attempt: 1,
    connection: { id: 1, earlier: 0 },
    url,
    request: Buffer.alloc(0),
    startedAt: 0,
    durationMs: 1,
    hops: [],
    waited: [],
    response: {
      ...head,
      ...fields,
      framing: 'close',
      body: Buffer.from('[]'),
      cut: false,
      anomalies: [],
    },
  }
}

import { expect, test } from 'vitest'
import { readContract } from '../../../src/contract/readContract.ts'
import { createAnalyser } from '../../../src/judge/body/analyseResponse.ts'
import type { AnsweredExchange } from '../../../src/judge/exchange.ts'
import { gatherFacts } from '../../../src/judge/gatherFacts.ts'
import { judgeChecks } from '../../../src/judge/judgeChecks.ts'
import { exposureChecks, isPublicHost } from './exposure.ts'

test('a host on the internet is public', () => {
  const hosts = ['plants.example.com', '93.184.216.34', '[2606:2800:220:1::1]', 'api.plants.dev']
  expect(hosts.filter((host) => !isPublicHost(host))).toEqual([])
})

test('a development server is not public', () => {
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
  expect(hosts.filter(isPublicHost)).toEqual([])
})

test('requires TLS on a public host', () => {
  const contract = readContract()
  const analyse = createAnalyser(contract, 1_000)
  const judged = (url: string) => {
    const exchanges = [createServed(url)]
    const all = judgeChecks(exposureChecks, exchanges, gatherFacts(exchanges, analyse))
    const tls = all.find(({ check }) => check.id === 'tls-used')
    return tls && [tls.judged, tls.violations.length]
  }
  expect(judged('http://plants.example.com/plants')).toEqual([1, 1])
  expect(judged('https://plants.example.com/plants')).toEqual([1, 0])
  expect(judged('http://127.0.0.1:4010/plants')).toEqual([0, 0])
})

/** A plain request whose response is an empty list. */
function createServed(url: string): AnsweredExchange {
  const head = { statusLine: 'HTTP/1.1 200 OK', httpVersion: '1.1', status: 200, reason: 'OK' }
  const fields = { headerLines: [], fields: [] }
  return {
    probe: {
      id: 'list',
      reason: 'whether the operation responds',
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
      body: Buffer.from('[]'),
      cut: false,
      anomalies: [],
    },
  }
}

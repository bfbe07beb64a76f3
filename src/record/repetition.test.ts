import { expect, onTestFinished, test } from 'vitest'
import type { Difference } from '../../contract-tests/implementations/implementation.ts'
import { startImplementation } from '../../contract-tests/implementations/startImplementation.ts'
import { suite } from '../../contract-tests/suite.ts'
import { readContract } from '../contract/readContract.ts'
import { createAnalyser } from '../judge/body/analyseResponse.ts'
import type { CheckResult } from '../judge/check.ts'
import { testExchange, testProbe } from '../judge/exchange.testing.ts'
import type { Probe } from '../judge/exchange.ts'
import type { Level } from '../judge/report.ts'
import { record } from './record.ts'
import { createRepetition } from './repetition.ts'

const contract = readContract()
const [check] = suite.checks(contract)
if (!check) throw new Error('no check')

const named = (ids: readonly string[], more: Partial<Probe> = {}): Probe[] =>
  ids.map((id) => ({ ...testProbe(), id, ...more }))

/** The result of a check that fails for these probes. */
function fails(id: string, level: Level, probes: readonly Probe[]): CheckResult {
  const violation = { message: '', pointer: '', expected: '', actual: '' }
  return {
    check: { ...check, id, level } as CheckResult['check'],
    judged: probes.length,
    violations: probes.map((probe) => ({ exchange: { ...testExchange(), probe }, violation })),
    inconclusive: [],
    passing: [],
    explained: [],
  }
}

function chooseOnce(probes: readonly Probe[], results: readonly CheckResult[]): string[] {
  return createRepetition()({ probes, results, outages: [] }).map(({ id }) => id)
}

test('repeats a few probes for each check, and more for a MUST', () => {
  const probes = named(['a', 'b', 'c', 'd'])
  expect(chooseOnce(probes, [fails('one', 'MUST', probes)])).toEqual(['a', 'b', 'c'])
  expect(chooseOnce(probes, [fails('one', 'SHOULD', probes)])).toEqual(['a'])
  expect(chooseOnce(probes, [fails('one', 'INFO', probes)])).toEqual([])
})

test('repeats none for a check that fails for five probes, in one stage or in several', () => {
  const probes = named(['a', 'b', 'c', 'd', 'e'])
  expect(chooseOnce(probes, [fails('one', 'MUST', probes)])).toEqual([])
  const choose = createRepetition()
  const chosen = probes.map((probe) =>
    choose({ probes: [probe], results: [fails('one', 'MUST', [probe])], outages: [] }),
  )
  expect(chosen.map((each) => each.length)).toEqual([1, 1, 1, 0, 0])
})

test('every failing check has its share, however many fail', () => {
  const probes = named(Array.from({ length: 12 }, (_, index) => `p${index}`))
  const results = probes.map((probe) => fails(probe.id, 'MUST', [probe]))
  expect(chooseOnce(probes, results)).toHaveLength(12)
})

test('repeats those that share a connection or are sent at once', () => {
  const group = named(['a', 'b', 'c'], { parallel: 'together' })
  expect(chooseOnce(group, [fails('one', 'MUST', group.slice(1, 2))])).toEqual(['a', 'b', 'c'])
})

test('warnings do not use up the budget of violations', () => {
  const probes = named(Array.from({ length: 40 }, (_, index) => `p${index}`))
  const warnings = probes.slice(0, 39).map((probe) => fails(probe.id, 'SHOULD', [probe]))
  const chosen = chooseOnce(probes, [...warnings, fails('last', 'MUST', probes.slice(39))])
  expect(chosen).toContain('p39')
  expect(chosen.length).toBeLessThanOrEqual(10)
})

test('does not repeat a probe that stops the server', () => {
  const probes = named(['a', 'b'])
  const outages = [{ afterProbe: 'a', attempt: 1, ms: 1, recovered: true, confirmed: true }]
  const chosen = createRepetition()({
    probes,
    results: [fails('one', 'MUST', probes)],
    outages,
  })
  expect(chosen.map(({ id }) => id)).toEqual(['b'])
})

test.for([
  ['with one user', 180, 1, {}],
  ['with two users', 180, 2, {}],
  [
    'with warnings for every response',
    200,
    2,
    {
      respond: (_request, correct) => ({
        ...correct,
        headers: {
          ...correct.headers,
          Date: 'today',
          ETag: 'not quoted',
          'Cache-Control': 'public',
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Allow-Credentials': 'true',
          'WWW-Authenticate': '',
        },
      }),
    },
  ],
] as const satisfies [string, number, number, Difference][])(
  'a sound server %s gets at most 180',
  async ([, maxResults, users, difference]) => {
    const { baseUrl, close, token, otherToken } = await startImplementation(difference)
    onTestFinished(close)
    const engines = { probes: 'probes' } as const
    const transcript = await record(
      baseUrl,
      { contract, suite, engines, analyse: createAnalyser(contract) },
      { token, ...(users === 2 && { otherToken }) },
    )
    expect(transcript.requests).toBeGreaterThan(100)
    expect(transcript.requests).toBeLessThanOrEqual(maxResults)
  },
)

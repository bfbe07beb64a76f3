import { expect, onTestFinished, test } from 'vitest'
import type { Difference } from '../../contract-tests/implementations/implementation.ts'
import { startImplementation } from '../../contract-tests/implementations/startImplementation.ts'
import type { When } from '../../contract-tests/implementations/when.ts'
import { suite } from '../../contract-tests/suite.ts'
import { readContract } from '../contract/readContract.ts'
import { createAnalyser } from '../judge/body/analyseResponse.ts'
import type { Conditions, Probe } from '../judge/exchange.ts'
import { judge } from '../judge/judge.ts'
import type { Finding, Report } from '../judge/report.ts'
import type { Compose, PlanFacts, Stage, Suite } from '../judge/suite.ts'
import type { Transcript } from '../judge/transcript.ts'
import { record } from './record.ts'
import type { VerifyOptions } from './verifyOptions.ts'

const contract = readContract()

/** The changes that each value makes to the plain request, by dimension. */
const CHANGES: Record<string, Record<string, Partial<Probe>>> = {
  limit: Object.fromEntries(
    [1, 2, 3].map((maxResults) => [
      String(maxResults),
      { query: `limit=${maxResults}`, limit: 'positive' as const, maxResults },
    ]),
  ),
  accept: { absent: { omit: ['accept'] } },
  encoding: { gzip: { fields: [['Accept-Encoding', 'gzip']] }, br: { fields: [['Accept-Encoding', 'br']] } },
  cookie: { present: { fields: [['Cookie', 'theme=dark']] } },
  language: { german: { fields: [['Accept-Language', 'de']] } },
  version: { '1.0': { httpVersion: '1.0', connection: 'version' } },
}

const compose: Compose = (_contract, facts, conditions, { id }) => [composeProbe(facts, conditions, id)]

function composeProbe(facts: PlanFacts, conditions: Conditions, id: string): Probe {
  const changes = Object.entries(conditions).map(([dimension, value]) => CHANGES[dimension]?.[value] ?? {})
  return {
    id,
    reason: 'what breaks',
    method: 'GET',
    credential: facts.credentials.valid,
    limit: 'absent',
    documented: true,
    benign: true,
    conditions,
    words: Object.fromEntries(
      Object.entries(conditions).map(([name, value]) => [name, `with ${name} ${value}`]),
    ),
    ...Object.assign({}, ...changes),
    fields: changes.flatMap(({ fields = [] }) => fields),
  }
}

/** Each value occurs only together with other values, as in a covering array. */
const ROWS: readonly Conditions[] = [
  {},
  { limit: '1', encoding: 'br', cookie: 'present' },
  { limit: '2', accept: 'absent', language: 'german' },
  { accept: 'absent', encoding: 'gzip', cookie: 'present', language: 'german' },
  { limit: '3', encoding: 'gzip', language: 'german' },
  { limit: '1', accept: 'absent', language: 'german' },
  { limit: '3', accept: 'absent', cookie: 'present' },
  { version: '1.0', cookie: 'present', language: 'german' },
  { limit: '2', encoding: 'br', language: 'german' },
]

const rows: Stage = {
  id: 'rows',
  probes: (facts) => ROWS.map((conditions, index) => composeProbe(facts, conditions, `row/${index}`)),
}

/** A small suite: the first stage of the plan, then the rows above, then the stage that sends no token. */
const small: Suite = {
  ...suite,
  compose,
  plan: (given) => {
    const stages = suite.plan(given)
    return [...stages.slice(0, 1), rows, ...stages.filter(({ id }) => id === 'without-token')]
  },
}

async function recordRun(
  difference: Difference,
  tested: Suite,
  options: VerifyOptions = {},
): Promise<Transcript> {
  const { baseUrl, token, close } = await startImplementation(difference)
  onTestFinished(close)
  const engines = { probes: 'probes' } as const
  return await record(
    baseUrl,
    { contract, suite: tested, engines, analyse: createAnalyser(contract) },
    { token, timeout: 1_000, ...options },
  )
}

function report(transcript: Transcript): Report {
  const rules = { contract, checks: suite.checks(contract) }
  return judge(transcript, rules)
}

function find({ findings }: Report, id: string): Finding | undefined {
  return findings.find(({ check }) => check === id)
}

function listViolated({ findings }: Report): string[] {
  return findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ check }) => check)
}

function crash(when: When): Difference {
  return {
    respond: (request, correct, memory) =>
      when(request, memory) ? { ...correct, status: 500, headers: {}, body: '' } : correct,
  }
}

function countAsked({ exchanges }: Transcript): number {
  return exchanges.filter(({ probe }) => probe.id.startsWith('isolate/')).length
}

const acceptsGzip: When = ({ headers }) => headers['accept-encoding'] === 'gzip'

test('a crash on one header is blamed on that header, not on the limits sent with it', async () => {
  const transcript = await recordRun(crash(acceptsGzip), small)
  const found = report(transcript)
  expect(listViolated(found)).toEqual(['operation-no-crash'])
  const finding = find(found, 'operation-no-crash')
  expect(finding?.when).toBe('only with encoding gzip')
  expect(countAsked(transcript)).toBeLessThanOrEqual(10)
  // The evidence is the plain request with the cause, and the plain request without the cause.
  const [broken, sound] = [0, -1].map((at) => finding?.evidence.at(at)?.steps.at(-1))
  expect(finding?.contrast).toBe('passes without encoding gzip')
  expect(broken?.response?.head).toContain('HTTP/1.1 500')
  expect(broken?.request.head).toContain('Accept-Encoding: gzip')
  expect(broken?.request.head).not.toMatch(/Cookie|Accept-Language/)
  expect(sound?.response?.head).toContain('HTTP/1.1 200')
  expect(sound?.request.head).not.toContain('gzip')
})

test('sends nothing if no request or every request violates the check', async () => {
  expect(countAsked(await recordRun({}, small))).toBe(0)
  const wrong: Difference = { respond: (_request, correct) => ({ ...correct, body: '{}' }) }
  const transcript = await recordRun(wrong, small)
  expect(find(report(transcript), 'plants-array')?.when).toBe('always')
  expect(countAsked(transcript)).toBe(0)
})

test('sends at most 30 requests, and none if few are left', async () => {
  const memory = { number: 0 }
  const random = crash(() => (memory.number++ * 7919) % 13 < 3)
  const transcript = await recordRun(random, small)
  expect(countAsked(transcript)).toBeLessThanOrEqual(30)
  const limited = await recordRun(crash(acceptsGzip), small, { maxRequests: 70 })
  expect(limited.facts).toEqual([])
  expect(countAsked(limited)).toBe(0)
})

import { expect, test } from 'vitest'
import { listSerious } from '../../bench/proof.ts'
import type { Difference } from '../../contract-tests/implementations/implementation.ts'
import type { When } from '../../contract-tests/implementations/when.ts'
import type { Finding, Report } from '../judge/report.ts'
import type { Transcript } from '../judge/transcript.ts'
import { judgeTranscript } from '../verify.ts'
import { contract, recordRun } from './record.testing.ts'

function find({ findings }: Report, id: string): Finding | undefined {
  return findings.find(({ check }) => check === id)
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

test('a request that is never answered is blamed on its limit, not on the headers sent with it', async () => {
  const hanging: Difference = {
    respond: ({ query }, correct) => (query === 'limit=%FF' ? new Promise(() => {}) : correct),
  }
  const transcript = await recordRun(hanging, { timeout: 200 })
  const found = judgeTranscript(transcript, contract)
  expect(listSerious(found)).toEqual(['limit-outside-no-crash'])
  const finding = find(found, 'limit-outside-no-crash')
  expect(finding?.when).toBe('only with ?limit=%FF')
})

test('a crash on one header is blamed on that header, not on the limits sent with it', async () => {
  const transcript = await recordRun(crash(acceptsGzip))
  const found = judgeTranscript(transcript, contract)
  expect(listSerious(found)).toEqual(['operation-no-crash'])
  const finding = find(found, 'operation-no-crash')
  expect(finding?.when).toBe('only with Accept-Encoding: gzip')
  expect(countAsked(transcript)).toBeLessThanOrEqual(10)
  // The evidence is the plain request with the cause, and the plain request without the cause.
  const [broken, sound] = [0, -1].map((at) => finding?.evidence.at(at)?.steps.at(-1))
  expect(finding?.contrast).toBe('passes without Accept-Encoding: gzip')
  expect(broken?.response?.head).toContain('HTTP/1.1 500')
  expect(broken?.request.head).toContain('Accept-Encoding: gzip')
  expect(broken?.request.head).not.toMatch(/Cookie|Accept-Language/)
  expect(sound?.response?.head).toContain('HTTP/1.1 200')
  expect(sound?.request.head).not.toContain('gzip')
})

test('sends no additional requests if no request or every request violates the check', async () => {
  expect(countAsked(await recordRun({}))).toBe(0)
  const wrong: Difference = {
    respond: (_request, correct) => (correct.status === 200 ? { ...correct, body: '{}' } : correct),
  }
  const transcript = await recordRun(wrong)
  expect(find(judgeTranscript(transcript, contract), 'plants-array')?.when).toBe('always')
  expect(countAsked(transcript)).toBe(0)
})

test('sends at most 30 additional requests, and none if few requests are left', async () => {
  const memory = { number: 0 }
  const random = crash(() => (memory.number++ * 7919) % 13 < 3)
  const transcript = await recordRun(random)
  expect(countAsked(transcript)).toBeLessThanOrEqual(30)
  const limited = await recordRun(crash(acceptsGzip), { maxRequests: 180 })
  expect(limited.facts).toEqual([])
  expect(countAsked(limited)).toBe(0)
})

import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { defaultLists } from '../../contract-tests/implementations/plants.ts'
import { correctResponse } from '../../contract-tests/implementations/response.ts'
import { suite } from '../../contract-tests/suite.ts'
import { startRawServer } from '../../tests/commandLine.testing.ts'
import { listen } from '../../tests/listen.testing.ts'
import { judge } from '../judge/judge.ts'
import type { Transcript } from '../judge/transcript.ts'
import { readHar, writeHar } from './har.ts'
import { contract, recording, recordRun, startUntilEnd } from './record.testing.ts'
import { record } from './record.ts'
import type { VerifyOptions } from './verifyOptions.ts'
import { verifyWith } from './verifyWith.ts'

const checks = suite.checks(contract)

/** Creates a signal that aborts once the run has received this many responses. */
function stopAfter(count: number): Required<Pick<VerifyOptions, 'onProgress'>> & { stop: AbortSignal } {
  const controller = new AbortController()
  return {
    stop: controller.signal,
    onProgress: ({ done = 0 }) => void (done >= count && controller.abort('interrupted')),
  }
}

test('a run that is stopped early, at any of many points, finds no fault with a correct server', async () => {
  const { baseUrl, token, otherToken } = await startUntilEnd()
  const transcript = await record(baseUrl, recording, { token, otherToken })
  expect(transcript.facts).toEqual([])
  for (let count = 0; count < transcript.exchanges.length; count += 5) {
    const exchanges = transcript.exchanges.slice(0, count)
    const facts = [{ kind: 'stopped' as const, why: 'interrupted' }]
    const summary = judge({ ...transcript, exchanges, facts }, { ...recording, checks })
    expect(summary).toMatchObject({ verdict: 'incomplete', exitCode: 3 })
    expect(summary.reasons[0]).toBe('The run was stopped early: interrupted.')
  }
})

test('a stopped run waits for no response, connection, retry or rate limit', async () => {
  const silentPort = await listen(createServer(() => {}))
  const { baseUrl } = await startUntilEnd({
    respond: (_request, correct) => ({ ...correct, status: 429, headers: { 'Retry-After': '5' } }),
  })
  const targets: [string, VerifyOptions][] = [
    [`http://127.0.0.1:${silentPort}`, {}],
    // A server that never completes the TLS handshake.
    [`https://127.0.0.1:${silentPort}`, {}],
    [baseUrl, {}],
    [(await startUntilEnd()).baseUrl, { rate: 0.1 }],
  ]
  for (const [target, options] of targets) {
    const controller = new AbortController()
    const running = verifyWith(target, { ...recording, stop: controller.signal }, options)
    await pause(150)
    const began = performance.now()
    controller.abort('interrupted')
    const report = await running
    expect(report.reasons[0]).toBe('The run was stopped early: interrupted.')
    // The shortest wait that the stop has to end is the five seconds before a retry.
    expect(performance.now() - began).toBeLessThan(4_000)
  }
})

test.each([
  ['its patience is used up', { status: 429 }, { patience: 800 }, { rate: 50 }],
  // Such a server would otherwise make the run slower and slower, without any long wait.
  ['several refusals follow each other', { status: 503, headers: { 'Retry-After': '0' } }, {}, {}],
])('if a server refuses every valid request, the run ends when %s', async (_, refusal, context, options) => {
  const { baseUrl, token } = await startUntilEnd({
    respond: ({ requestsBefore }, correct) => (requestsBefore < 30 ? correct : { ...correct, ...refusal }),
  })
  const { reasons, requests } = await verifyWith(baseUrl, { ...recording, ...context }, { token, ...options })
  expect(reasons[0]).toMatch(/refused too many requests, also after waits, including every valid request/)
  // A leak is no reason for a 429.
  const leak = /it may leak connections or locks, .* \(responses with status (?:\d+: \d+, )*400: [1-9]\d*[,)]/
  expect(leak.test(reasons[0] ?? '')).toBe(refusal.status === 503)
  expect(requests).toBeLessThan(100)
})

test('a run goes on after one refusal that follows many requests without a valid token', async () => {
  let withoutToken = 0
  const { baseUrl, token } = await startUntilEnd({
    respond: (_, correct) => {
      const isAfterMany = correct.status === 200 && withoutToken > 20
      withoutToken = correct.status === 200 ? 0 : withoutToken + 1
      return isAfterMany ? { ...correct, status: 429, headers: { 'Retry-After': '9' } } : correct
    },
  })
  const { reasons } = await verifyWith(baseUrl, { ...recording, patience: 600 }, { token, rate: 30 })
  expect(reasons).toEqual([])
})

test('rejects with the reason of `signal`, unlike a stopped run', async () => {
  const { baseUrl, token } = await startUntilEnd()
  const controller = new AbortController()
  const onProgress = (): void => controller.abort(new Error('enough'))
  const { signal } = controller
  await expect(verifyWith(baseUrl, recording, { token, onProgress, signal })).rejects.toThrow('enough')
  await expect(verifyWith(baseUrl, recording, { token, signal })).rejects.toThrow('enough')
})

test('an entity tag or cookie with a control character is not sent back, and does not end the run', async () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 17\r\n'
  const answer = `${head}ETag: "a\rb"\r\nSet-Cookie: a=b\0c\r\n\r\n[{"name":"Aloe"}]`
  const url = await startRawServer((socket) => socket.on('data', () => socket.write(answer)))
  const { exchanges } = await record(url, recording, { token: 't', timeout: 300 })
  expect(exchanges.length).toBeGreaterThan(100)
  expect(exchanges.some(({ request }) => /\r[^\n]|\0/.test(request.toString('latin1')))).toBe(false)
})

test("the user's User-Agent replaces the kit's", async () => {
  const { exchanges } = await recordRun({}, { headers: [['user-agent', 'mine/1']] })
  const agents = exchanges[0]?.request.toString('latin1').match(/user-agent: .*/gi)
  expect(agents).toEqual(['user-agent: mine/1'])
})

test('if a token expires, the run fetches a new token, and repeats the refused requests with it', async () => {
  const { baseUrl, token } = await startUntilEnd({
    respond: (request, correct) => {
      const { authorization = '' } = request.headers
      const user = /^Bearer +renewed-\d$/.test(authorization) ? 'first' : undefined
      // Refusing the scheme in lower case says nothing about the token.
      const isRefused = authorization.startsWith('bearer') || request.requestsBefore > 40
      return user || isRefused ? correctResponse({ ...request, user }, defaultLists) : correct
    },
  })
  let fetched = 0
  const fetchToken = async (): Promise<string> => `renewed-${++fetched}`
  const saved: string[] = []
  const onTranscript = (ended: Transcript) => saved.push(...writeHar(ended, contract.sha256))
  const report = await verifyWith(baseUrl, { ...recording, fetchToken, onTranscript }, { token })
  expect(fetched).toBe(1)
  expect(report).toMatchObject({
    verdict: 'conformant',
    health: ['the token expired, and a new token was fetched'],
  })
  const { transcript } = readHar(saved.join(''))
  const requests = transcript.exchanges.map(({ request }) => String(request))
  expect(/renewed-1|rene.ed-1/i.test(JSON.stringify(report) + saved.join('') + requests)).toBe(false)
  expect(judge(transcript, { contract, checks }).findings).toEqual(report.findings)
})

test('a token that is refused only now and then has not expired', async () => {
  const { baseUrl, token } = await startUntilEnd({
    respond: (request, correct) =>
      request.requestsBefore % 30 === 29
        ? correctResponse({ ...request, user: undefined }, defaultLists)
        : correct,
  })
  const fetchToken = () => Promise.reject(new Error('not needed'))
  const report = await verifyWith(baseUrl, { ...recording, fetchToken }, { token })
  const failed = report.findings.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check)
  expect(failed).toEqual(['operation-token-honoured'])
})

test('says once how long the run will take, after the first responses', async () => {
  const { baseUrl, token } = await startUntilEnd()
  const expected: number[] = []
  const { stop, onProgress } = stopAfter(20)
  const onEvent: typeof onProgress = (event) => {
    onProgress(event)
    if (event.expectedMs !== undefined) expected.push(event.expectedMs)
  }
  await verifyWith(baseUrl, { ...recording, stop }, { token, rate: 50, onProgress: onEvent })
  expect(expected).toHaveLength(1)
  // Many requests remain. Each takes about 1 ms without the rate, and about 20 ms with the rate.
  expect(expected[0]).toBeGreaterThan(1_000)
})

test('without a function for errors, an error of the kit rejects the run', async () => {
  const { baseUrl, token } = await startUntilEnd()
  const failing = { ...suite, plan: () => [{ id: 'broken', probes: () => expect.unreachable('a bug') }] }
  await expect(verifyWith(baseUrl, { ...recording, suite: failing }, { token })).rejects.toThrow('a bug')
})

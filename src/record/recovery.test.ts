import { expect, test } from 'vitest'
import type { Difference } from '../../contract-tests/implementations/implementation.ts'
import {
  type RunningImplementation,
  responseBytes,
} from '../../contract-tests/implementations/startImplementation.ts'
import { createCredentials } from '../../contract-tests/plan/credentials.ts'
import { suite } from '../../contract-tests/suite.ts'
import { judge } from '../judge/judge.ts'
import type { Report } from '../judge/report.ts'
import { listFacts, type Outage, selectKept, type Transcript } from '../judge/transcript.ts'
import { waitTurns } from './http/socket.ts'
import { contract, recording, startUntilEnd } from './record.testing.ts'
import { record } from './record.ts'
import { startRestarting } from './startRestarting.testing.ts'
import type { ProgressEvent } from './verifyOptions.ts'

const checks = suite.checks(contract)

/** A limit that only one probe sends, and not at the same time as other probes. */
const ALONE = findSingle('alone')
/** A limit that only one probe sends, at the same time as other probes. */
const AT_ONCE = findSingle('at once')

function findSingle(how: 'alone' | 'at once'): { probe: string; query: string } {
  const credentials = createCredentials({ token: 'token' })
  const facts = { credentials, plants: 20, headers: {} }
  const probes = suite.plan(contract).flatMap((stage) => stage.probes(facts))
  const found = probes.find(
    ({ limit, maxResults, parallel }) =>
      limit === 'positive' &&
      (parallel === undefined) === (how === 'alone') &&
      probes.filter((other) => other.maxResults === maxResults).length === 1,
  )
  return { probe: found?.id ?? '', query: found?.query ?? '' }
}

type Run = Pick<Transcript, 'exchanges'> & {
  outages: readonly Outage[]
  stopped: string | undefined
  summary: Report
  checks: string[]
  /** The ids of the probes that have no judged exchange. */
  missing: string[]
}

/**
 * Verifies a server with a short timeout. If `outagePatience` is not set, the server comes back as soon as the run waits for the server.
 * The result's `exchanges` exclude those that were lost in an outage.
 */
async function verify(
  { baseUrl, token, comeBack }: Pick<RunningImplementation, 'baseUrl' | 'token'> & { comeBack?: () => void },
  { outagePatience }: { outagePatience?: number } = {},
): Promise<Run> {
  const onProgress = ({ waitingMs }: ProgressEvent): void => {
    if (waitingMs !== undefined && outagePatience === undefined) comeBack?.()
  }
  const transcript = await record(
    baseUrl,
    { ...recording, outagePatience },
    { token, timeout: 300, onProgress },
  )
  const summary = judge(transcript, { ...recording, checks })
  const { findings } = summary
  const failed = findings.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check)
  const exchanges = selectKept(transcript)
  const kept = new Set(exchanges.map(({ probe }) => probe.id))
  return {
    exchanges,
    missing: transcript.exchanges.flatMap(({ probe }) => (kept.has(probe.id) ? [] : [probe.id])),
    outages: listFacts(transcript.facts, 'outage'),
    stopped: listFacts(transcript.facts, 'stopped')[0]?.why,
    summary,
    checks: failed,
  }
}

const sentTo = ({ exchanges }: Run, id: string) => exchanges.filter(({ probe }) => probe.id === id)

test('a probe that gets no response does not end the plan', async () => {
  const server = await startUntilEnd({
    respond: ({ method, headers }, correct) =>
      method === 'OPTIONS' || Object.values(headers).some((value) => value.length > 10_000)
        ? new Promise(() => {})
        : correct,
  })
  const run = await verify(server)
  expect(run.stopped).toBeUndefined()
  expect(sentTo(run, 'field/long').length).toBeGreaterThan(1)
  expect(sentTo(run, 'health/bad-tokens')).toHaveLength(1)
  expect(run.outages).toEqual([])
  expect(run.summary.verdict).toBe('conformant')
  // GET is the contract's only method, but a client that uses another method would also wait for ever.
  const answers = run.summary.findings.find(({ check }) => check === 'operation-answers')
  expect(answers?.verdict).toBe('warn')
})

test('if a server never answers again after a limit, this limit is reported as the cause', async () => {
  let silent = false
  const server = await startUntilEnd({
    respond: ({ query }, correct) => {
      silent ||= query === ALONE.query
      return silent ? new Promise(() => {}) : correct
    },
  })
  const run = await verify(server, { outagePatience: 300 })
  expect(run.outages).toMatchObject([
    { afterProbe: ALONE.probe, attempt: 1, recovered: false, confirmed: true },
  ])
  expect(run.checks).toEqual(['limit-positive-no-crash'])
  expect(run.summary).toMatchObject({ verdict: 'violations', exitCode: 1 })
  expect(run.summary.reasons[0]).toContain(`stopped answering after GET /plants?${ALONE.query}: no response`)
  expect(run.exchanges.at(-1)?.probe.id).toBe(ALONE.probe)
})

test('the run waits for a restart, and sends the lost requests again', async () => {
  const server = await startRestarting(({ requestsBefore }, downs) => downs === 0 && requestsBefore === 40)
  const run = await verify(server)
  expect(run.outages).toMatchObject([{ recovered: true, confirmed: false }])
  expect(run.exchanges.filter(({ failure }) => failure)).toEqual([])
  expect(run.summary).toMatchObject({ verdict: 'conformant', reasons: [] })
  expect(run.summary.health?.join('; ')).toMatch(
    /waited while the server did not answer: for \d\.\d s, after [a-z]/,
  )
})

test('of concurrent requests, only the request that stops the server is blamed', async () => {
  // Answers late, so that a request that stops the server also ends the requests that were sent at the same time.
  const respond: Difference['respond'] = async ({ query }, correct) => {
    if (query !== AT_ONCE.query) await waitTurns(20)
    return correct
  }
  const server = await startRestarting(({ query }) => query === AT_ONCE.query, { respond })
  const run = await verify(server)
  expect(run.outages[0]).toMatchObject({ afterProbe: AT_ONCE.probe, recovered: true, confirmed: true })
  const lost = run.exchanges.filter(({ failure }) => failure)
  expect(new Set(lost.map(({ probe }) => probe.query))).toEqual(new Set([AT_ONCE.query]))
  expect(run.missing).toEqual([])
  expect(run.checks).toEqual(['limit-positive-no-crash'])
})

test('a network that loses a request twice, and then another request, is no crash of the server', async () => {
  // The run sends the request, another request, the request again, and another request. The network loses all but the second.
  const sent: ('alone' | 'other')[] = []
  const server = await startUntilEnd({
    bytes: (request, response) => {
      const kind = request.query === ALONE.query ? 'alone' : 'other'
      const isNext = kind !== sent.at(-1) || sent.length === 4
      if (isNext && (kind === 'alone' || sent.length > 0)) sent.push(kind)
      return [1, 3, 4].includes(sent.length) ? undefined : responseBytes(request, response)
    },
  })
  const run = await verify(server)
  expect(run.outages).toMatchObject([{ afterProbe: ALONE.probe, recovered: true, confirmed: false }])
  expect(run.checks).toEqual([])
})

test('a server that closes one more connection before it ends has not locked the client out', async () => {
  let closed = 0
  const server = await startUntilEnd({
    bytes: (request, response) => {
      if (closed === 0 && request.headers.authorization !== server.token)
        return responseBytes(request, response)
      closed += 1
      if (closed > 1) void server.close()
      return undefined
    },
  })
  const run = await verify(server, { outagePatience: 300 })
  expect(run.outages).toMatchObject([{ afterProbe: 'auth/bare', recovered: false, confirmed: true }])
  expect(run.checks).toEqual(['health-after-bad-requests'])
})

test('an outage that does not end makes the run incomplete', async () => {
  const server = await startRestarting(({ requestsBefore }) => requestsBefore === 40)
  const run = await verify(server, { outagePatience: 300 })
  expect(run.outages).toMatchObject([{ recovered: false, confirmed: false }])
  expect(run.summary).toMatchObject({ verdict: 'incomplete', exitCode: 3 })
  expect(run.summary.reasons[0]).toMatch(/^The run was stopped early: the server stopped answering after /)
})

test('if a server stops answering, the reason counts the responses whose code may leak', async () => {
  let refused = 0
  const server = await startUntilEnd({
    respond: (_, correct) => {
      if (refused === 5) return new Promise<never>(() => {})
      refused += Number(correct.status === 400)
      return correct
    },
  })
  const { stopped } = await verify(server, { outagePatience: 500 })
  expect(stopped).toMatch(
    /may leak connections or locks, .* \(responses with status (?:\d+: \d+, )*400: 5[,)]/,
  )
})

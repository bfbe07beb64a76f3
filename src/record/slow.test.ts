import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Difference } from '../../contract-tests/implementations/implementation.ts'
import { suite } from '../../contract-tests/suite.ts'
import type { Exchange } from '../judge/exchange.ts'
import type { Transcript } from '../judge/transcript.ts'
import type { Engines } from './engine.ts'
import { startUntilEnd } from './record.testing.ts'
import type { VerifyContext } from './verifyWith.ts'
import { verifyWith } from './verifyWith.ts'

type Speed = {
  /** Milliseconds of each of the first three responses, and of each later response. */
  first: number
  later: number
  isParallel: boolean
}

/** Runs the plan on a server with this speed, and counts how often the idle server got a request. */
async function verifyServer(speed: Speed, more: Partial<VerifyContext> = {}) {
  let [count, busy, underWay] = [0, 0, 0]
  let turn: Promise<unknown> = Promise.resolve()
  const respond: Difference['respond'] = async (_request, correct) => {
    count += 1
    if (underWay === 0) busy += 1
    underWay += 1
    const wait = () => pause(count > 3 ? speed.later : speed.first)
    turn = speed.isParallel ? wait() : turn.then(wait)
    await turn
    underWay -= 1
    return correct
  }
  const { baseUrl, token, otherToken } = await startUntilEnd({ respond })
  const transcripts: Transcript[] = []
  const report = await verifyWith(
    baseUrl,
    {
      suite,
      engines: { probes: 'probes' },
      slowMs: speed.first / 2,
      onTranscript: (transcript) => transcripts.push(transcript),
      ...more,
    },
    { token, otherToken },
  )
  return { report, exchanges: transcripts[0]?.exchanges ?? [], busy }
}

const FAST: Speed = { first: 0, later: 0, isParallel: true }
// Later responses take less time, so that the tests are short, and so that a busy machine does not look like a server that cannot keep up.
const SLOW: Speed = { first: 1_000, later: 60, isParallel: true }

const listVerdicts = ({ findings }: Awaited<ReturnType<typeof verifyWith>>) =>
  findings.map(({ check, verdict }) => `${check}: ${verdict}`)

test('a slow server that serves requests in parallel is judged like a fast server, and gets concurrent requests', async () => {
  let forwarded = 0
  const empty = { version: '', durationMs: 0, detail: '', exchanges: [], claims: [] }
  const engines: Engines = {
    probes: 'probes',
    prism: () => ({
      async judge(requests, { url, forward }) {
        for (const { probe } of requests) if ((await forward(probe, url)).exchange.response) forwarded += 1
        return { name: 'prism', status: 'completed', ...empty }
      },
      stop: async () => {},
    }),
  }
  const fast = await verifyServer(FAST, { slowMs: 1_000 })
  const slow = await verifyServer(SLOW, { engines })
  const [ids, expected] = [slow, fast].map(({ exchanges }) => exchanges.map(({ probe }) => probe.id).sort())
  expect(ids).toEqual(expected)
  expect(listVerdicts(slow.report)).toEqual(listVerdicts(fast.report))
  expect(forwarded).toBeGreaterThan(10)
  expect(slow.busy * 4).toBeLessThan(slow.exchanges.length + forwarded)
})

test('a slow server that serves one request after another gets no more requests at the same time than a fast one', async () => {
  const listParallel = ({ exchanges }: { exchanges: readonly Exchange[] }) =>
    exchanges.map(({ probe, connection }) => [probe.id, probe.parallel, connection.earlier])
  const fast = await verifyServer(FAST, { slowMs: 1_000 })
  const slow = await verifyServer({ first: 30, later: 30, isParallel: false })
  expect(slow.report.verdict).toBe('conformant')
  expect(listParallel(slow)).toEqual(listParallel(fast))
})

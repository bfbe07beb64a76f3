import { expect, test } from 'vitest'
import type { Difference } from '../../contract-tests/implementations/implementation.ts'
import type { StartEngine } from '../record/engine.ts'
import { readHar, writeHar } from '../record/har.ts'
import { contract, recordRun } from '../record/record.testing.ts'
import { judgeTranscript } from '../verify.ts'
import { testExchange } from './exchange.testing.ts'
import type { Report } from './report.ts'
import type { Transcript } from './transcript.ts'

/** Sends plants without names, and surplus bytes after each response. */
const wrong: Difference = {
  respond: (_request, correct) =>
    correct.status === 200 ? { ...correct, body: '[{"tag":"aroid"}]' } : correct,
  write: (socket, bytes) => {
    socket.write(bytes)
    setTimeout(() => socket.destroyed || socket.write('late'), 20)
  },
}

/** Makes two claims, of which the kit confirms only the first. */
const startFakeEngine: StartEngine = () => ({
  judge: async () => ({
    name: 'dredd',
    version: '14',
    status: 'completed',
    durationMs: 1,
    detail: 'judged 2 requests',
    exchanges: [
      testExchange({}, { body: Buffer.from('[{}]'), fields: [['Content-Type', 'application/json']] }),
      testExchange({}, { fields: [['Content-Type', 'application/json']] }),
    ],
    claims: [
      { exchange: 0, about: 'body', message: 'a name is missing' },
      { exchange: 1, about: 'body', message: 'an empty list is wrong' },
    ],
  }),
  stop: async () => {},
})

const judgeAndReport = (transcript: Transcript): Report => judgeTranscript(transcript, contract)

test('a transcript gives the same report each time, and without engines also after it has been saved and read', async () => {
  // Frozen, so that judging fails if it changes the transcript.
  const engines = { probes: 'probes', dredd: startFakeEngine } as const
  const transcript = deepFreeze(await recordRun(wrong, { rate: 100 }, { engines }))
  const first = judgeAndReport(transcript)
  const failed = first.findings.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check)
  expect(failed).toEqual(expect.arrayContaining(['plant-name-present', 'framing-nothing-after']))
  expect(first.engines[1]?.detail).toBe(
    "judged 2 requests; not confirmed by the kit's own checks: 1 (an empty list is wrong)",
  )
  const alone = { ...transcript, engines: [] }
  expect(judgeAndReport(transcript)).toEqual(first)
  const file = [...writeHar(alone, contract.sha256)].join('')
  expect(judgeAndReport(readHar(file).transcript)).toEqual(judgeAndReport(alone))
})

test("the requests of Prism and Dredd do not hide what the kit's own requests show", async () => {
  const respond: Difference['respond'] = ({ concurrent }, correct) =>
    correct.status === 200 && concurrent > 1 ? { ...correct, body: '[{"tag":"aroid"}]' } : correct
  const engines = { probes: 'probes', dredd: startFakeEngine } as const
  const { findings } = judgeAndReport(await recordRun({ respond }, {}, { engines }))
  const finding = findings.find(({ check }) => check === 'plant-name-present')
  expect(finding?.engines).toEqual(['probes', 'dredd'])
  expect(finding?.when).not.toContain('no pattern')
  expect(finding?.evidence[0]?.probe).toMatch(/^(?:row|isolate)\//)
})

/** Freezes everything but the bytes of buffers, which cannot be frozen. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value
  for (const member of Object.values(value)) deepFreeze(member)
  return Object.freeze(value)
}

import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ProgressEvent } from '../record/verifyOptions.ts'
import { showProgress } from './progress.ts'

beforeEach(() => void vi.stubEnv('TERM', 'xterm'))
afterEach(() => void vi.unstubAllEnvs())

const run: ProgressEvent[] = [
  { engine: 'probes', state: 'judging', done: 0, total: 63 },
  { engine: 'prism', state: 'loading' },
  { engine: 'probes', state: 'judging', done: 42, total: 63 },
  { engine: 'probes', state: 'done', done: 63, total: 63 },
  { engine: 'prism', state: 'judging', total: 41 },
  { engine: 'dredd', state: 'failed' },
]

test('writes no progress to a pipe, or to a terminal that cannot clear lines', () => {
  expect(show({ isTTY: false }).text).toBe('')
  vi.stubEnv('TERM', 'dumb')
  expect(show({ isTTY: true }).text).toBe('')
})

test('rewrites one line on a terminal, and clears it at the end', () => {
  const { text } = show({ isTTY: true, columns: 80 })
  const clear = '\u001b[1G\u001b[2K'
  expect(text).not.toContain('\n')
  expect(text.split(clear)).toEqual([
    '',
    'probes 0/63',
    'probes 0/63 · prism loading',
    'probes 42/63 · prism loading',
    'probes done · prism loading',
    'probes done · prism 0/41',
    'probes done · prism 0/41 · dredd failed',
    '',
  ])
})

test('cuts the line on a narrow terminal, before it wraps', () => {
  const { text } = show({ isTTY: true, columns: 20 })
  expect(text).toContain('probes 42/63 · pri…')
  expect(text).not.toContain('probes 42/63 · pris')
})

test.for([
  [{ expectedMs: 375_000 }, undefined, 'at the pace of this server, the run takes up to 6 min 15 s\n'],
  [
    { expectedMs: 375_000 },
    60,
    'at the pace of this server, the run takes up to 6 min 15 s, but --max-time ends it after 1 min 0 s\n',
  ],
  [{ expectedMs: 20_000 }, 10, ''],
  [{ rate: 1.84 }, undefined, 'the server throttles: continuing with 1.8 requests a second\n'],
] as const)('writes a line about the event %j if users must know', ([event, maxTime, line]) => {
  const stream = fakeStream({ isTTY: false })
  showProgress(stream, maxTime).update({ engine: 'probes', state: 'judging', ...event })
  expect(String(stream.read() ?? '')).toBe(line)
})

test('ignores events after the end, and a second end', () => {
  const { stream, progress, text } = show({ isTTY: true })
  progress.update({ engine: 'prism', state: 'done' })
  progress.end()
  expect(text + (stream.read() ?? '')).toBe(text)
})

function show(of: { isTTY: boolean; columns?: number }) {
  const stream = fakeStream(of)
  const progress = showProgress(stream)
  for (const event of run) progress.update(event)
  progress.end()
  return { stream, progress, text: String(stream.read() ?? '') }
}

/** Creates a stream that records its text, and that claims to be a terminal or not. */
function fakeStream(of: { isTTY: boolean; columns?: number }): NodeJS.WriteStream {
  return Object.assign(new PassThrough(), of) as unknown as NodeJS.WriteStream
}

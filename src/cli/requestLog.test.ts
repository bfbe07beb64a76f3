import { expect, onTestFinished, test, vi } from 'vitest'
import type { Entry } from '../mock/control/journal.ts'
import { ciAttacks, findCiCommands } from '../report/text/ciCommands.testing.ts'
import { formatEvent } from './requestLog.ts'

const entry: Entry = {
  id: 1,
  loggedDate: '2026-01-02T03:04:05.678Z',
  method: 'GET',
  url: '/plants',
  session: 'alice',
  status: 200,
  rule: 'fixtures',
  scenario: 'normal',
  applied: [],
  delayMs: 0,
  bytes: 2,
  headers: {},
}

test('a log in a file has no colours, although standard output is a terminal', () => {
  vi.stubEnv('FORCE_COLOR', undefined)
  vi.stubEnv('NO_COLOR', undefined)
  const streams = [process.stdout, process.stderr].map((stream) => ({ stream, isTTY: stream.isTTY }))
  onTestFinished(() => {
    vi.unstubAllEnvs()
    for (const { stream, isTTY } of streams) stream.isTTY = isTTY
  })
  const log = (isTerminal: 'stdout' | 'stderr'): string | undefined => {
    process.stdout.isTTY = isTerminal === 'stdout'
    process.stderr.isTTY = isTerminal === 'stderr'
    return formatEvent({ type: 'request', entry }, 'pretty')
  }
  expect(log('stdout')).toBe('03:04:05.678 200 GET /plants · fixtures · alice')
  expect(log('stderr')).toContain('\u001b[32m200')
})

test.each(['pretty', 'json'] as const)(
  'attacks in events can neither forge a line in the %s log nor give commands to a CI system',
  (format) => {
    vi.stubEnv('FORCE_COLOR', undefined)
    vi.stubEnv('NO_COLOR', '1')
    onTestFinished(() => void vi.unstubAllEnvs())
    const forged = '\u001b[2Ja\r\n03:04 200\u009b1m\u007f\u0000\n\u202e'
    for (const attack of [...ciAttacks, forged]) {
      const hostile = { ...entry, method: attack, url: attack, rule: attack, session: attack, hint: attack }
      const events: Parameters<typeof formatEvent>[0][] = [
        { type: 'request', entry: { ...hostile, headers: { 'user-agent': attack } } },
        { type: 'scenario', scenario: attack, session: attack },
        { type: 'reload', files: [attack] },
        { type: 'reload-failed', file: attack, message: attack },
      ]
      const lines = events.map((event) => formatEvent(event, format) ?? '')
      expect(findCiCommands(lines.join('\n')), attack).toEqual([])
      for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\u2028\u202e]/u)
    }
  },
)

test('reports a reload failure in every format', () => {
  const failed = { type: 'reload-failed', file: 'plants.yaml', line: 2, message: 'no' } as const
  for (const format of ['pretty', 'json', 'silent'] as const)
    expect(formatEvent(failed, format)).toBe(
      'plant-store-kit: plants.yaml:2: no; still serving the last valid fixtures',
    )
})

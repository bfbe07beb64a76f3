import { expect, test } from 'vitest'
import { type Comparison, viewComparison } from './compareReports.ts'
import { documentWriters, json } from './reporters.ts'
import { ciAttacks, findCiCommands, parseGithubCommand } from './text/ciCommands.testing.ts'

const side = {
  target: { baseUrl: 'http://127.0.0.1:1', name: 'one' },
  startedAt: '2026-03-04T05:06:07.890Z',
  verdict: 'violations',
  exitCode: 1,
  plan: 'full',
} as const

/** A comparison that has the text wherever a server or a file may have put it. */
function compare(text: string): Comparison {
  const change = {
    check: text,
    level: 'MUST',
    title: text,
    before: 'pass',
    after: 'fail',
    message: text,
  } as const
  return {
    schemaVersion: 1,
    before: { ...side, target: { baseUrl: text, name: text } },
    after: { ...side, startedAt: text },
    worse: [change],
    better: [{ ...change, before: 'fail', after: 'pass' }],
    unclear: [{ ...change, before: 'not-exercised' }],
    unchanged: [text],
    exitCode: 1,
  }
}

test('the github comparison has only its own commands, whatever its texts are', () => {
  for (const attack of ciAttacks) {
    const lines = documentWriters
      .github(viewComparison(compare(attack)))
      .trimEnd()
      .split('\n')
    expect(lines.map((line) => parseGithubCommand(line)?.name)).toEqual(['error', 'notice'])
    for (const line of lines) expect(findCiCommands(line.replace(/^::/, '')), attack).toEqual([])
  }
})

test('a long comparison names how much it leaves out', () => {
  const [one] = compare('x').worse
  const worse = Array.from(
    { length: 100 },
    (_, index) => ({ ...one, check: `check-${index} ${'x'.repeat(150)}` }) as typeof one,
  )
  const long = { ...compare('x'), worse: worse.flatMap((each) => each ?? []) }
  const document = viewComparison(long)
  expect(documentWriters.terminal(document, { color: false })).toContain('… 70 more')
  expect(documentWriters.markdown(document)).toMatch(/^\| … \d+ more \|$/m)
  expect(documentWriters.markdown(document).length).toBeLessThan(65_536)
  expect(JSON.parse(json(long)).worse).toHaveLength(100)
})

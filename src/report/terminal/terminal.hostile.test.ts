import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import type { Report } from '../../judge/report.ts'
import { failed, incomplete, violations } from '../sampleReports.test-data.ts'
import { terminal } from './terminal.ts'

test('a server cannot send control characters to the terminal', () => {
  const attack = '\u001b[2J\u001b]0;title\u0007\u009b1A\r\b\u202e'
  const everywhere: Report = JSON.parse(JSON.stringify(violations), (name, value) =>
    typeof value === 'string' && !['verdict', 'status', 'level'].includes(name) ? value + attack : value,
  )
  const text = terminal(everywhere, { color: false })
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
  expect(text).toContain(String.raw`\x1b[2J\x1b]0;title\x07\x9b1A\r\x08\u202e`)
})

test('only the curl command is wider than 100 columns, and no line ends in a space', () => {
  const long = 'a name of some length '.repeat(40)
  const evidence = {
    probe: 'limit/none',
    request: '',
    response: `HTTP/1.1 200 OK\r\nX-Long: ${long}\r\n\r\n[{"name":"${'x'.repeat(5000)}"}]`,
    curl: `curl '${'x'.repeat(150)}'`,
    attempt: 1,
    steps: [],
  }
  const violation = {
    message: long,
    pointer: `/${'0'.repeat(400)}`,
    expected: long,
    actual: 'y'.repeat(5000),
  }
  const finding = { ...failed, title: long, note: long, violations: [violation], evidence: [evidence] }
  const report = {
    ...incomplete,
    reasons: [long],
    engines: incomplete.engines.map((engine) => ({ ...engine, detail: long })),
    findings: [
      finding,
      { ...finding, verdict: 'inconclusive' as const },
      { ...finding, verdict: 'info' as const },
    ],
  }
  for (const color of [false, true]) {
    const lines = stripVTControlCharacters(terminal(report, { color })).split('\n')
    expect(lines.filter((line) => /\s$/.test(line))).toEqual([])
    expect(lines.filter((line) => line.length > 100)).toEqual([`    again       ${evidence.curl}`])
  }
})

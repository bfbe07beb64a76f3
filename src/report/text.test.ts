import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import type { Report } from '../judge/report.ts'
import { reporters } from './reporters.ts'
import { conformant, failed, incomplete, replaceTexts, violations } from './sampleReports.test-data.ts'
import { viewTargets } from './targets.ts'
import { writeText } from './text.ts'

const { terminal } = reporters

const plain = (report: Report) => terminal(report, { color: false })

test('shows violations before warnings, each with its requirement, and counts the other checks', () => {
  expect(plain(violations)).toMatch(
    /^✗ 1 requirement broken[\s\S]*\n✗ plant-name-string .* MUST, spec\/openapi\.yaml:79\n[\s\S]*\(the connection was closed\)\n[\s\S]*\n! method-allow-listed .* warning, RFC 9110 section 15\.5\.6\n[\s\S]*\n {2}2 not tested, 1 observation, 1 passed; --verbose lists them\n/,
  )
})

test('with verbose, shows untested and passed checks, observations and facts about the run', () => {
  const text = terminal(violations, { color: false, verbose: true })
  expect(text.match(/^[A-Z][a-z ]+$/gm)).toEqual(['Not tested', 'Observations', 'Passed', 'Profile', 'Run'])
  expect(text).toContain(`
    check           reason
  – limit-honoured  inconclusive: the token’s user has 1 plant; at least 2 are needed
  – error-object    no request was answered with 400
`)
  const note = 'framing-chunks explains 9 more failures'
  const findings = conformant.findings.map((each) => ({ ...each, note }))
  expect(terminal({ ...conformant, findings }, { verbose: true })).toContain(`(${note})`)
})

test('colours add escape sequences and change nothing else', () => {
  const colored = terminal(violations, { color: true })
  expect(colored).not.toBe(plain(violations))
  expect(stripVTControlCharacters(colored)).toBe(plain(violations))
})

test('shows ten findings in full and the other findings in one line each, unless the report is verbose', () => {
  const findings = Array.from({ length: 12 }, (_, index) => ({ ...failed, check: `check-${index}` }))
  const count = (text: string) => text.split('\n').filter((line) => line.startsWith('    fix')).length
  expect(count(plain({ ...violations, findings }))).toBe(10)
  expect(plain({ ...violations, findings })).toContain('\n  ✗ check-11   Every name is a string\n')
  expect(count(terminal({ ...violations, findings }, { color: false, verbose: true }))).toBe(12)
})

test('a long table says how many rows it omits', () => {
  const findings = Array.from({ length: 40 }, (_, index) => ({ ...failed, id: `check-${index}` }))
  expect(writeText(viewTargets([{ ...violations, findings }], 1))).toContain('… 10 more')
})

test('control characters in a report are escaped', () => {
  const attack = '\u001b[2J\u001b]0;title\u0007\u009b1A\r\b\u202e'
  const text = plain(replaceTexts(violations, attack))
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
  expect(text).toContain(String.raw`\x1b[2J\x1b]0;title\x07\x9b1A\r\x08\u202e`)
})

test('only commands are wider than 100 columns, and no line ends in a space', () => {
  for (const report of [violations, incomplete]) {
    const long = replaceTexts(report, 'a name of some length '.repeat(40))
    const findings = long.findings.map((finding, index) => {
      const { id, check, clause } = report.findings[index] ?? finding
      return { ...finding, id, check, clause }
    })
    const text = plain({ ...long, findings, target: report.target })
    const lines = text.split('\n').filter((line) => !line.startsWith('    again '))
    expect(lines.filter((line) => line.length > 100 || /\s$/.test(line))).toEqual([])
  }
})

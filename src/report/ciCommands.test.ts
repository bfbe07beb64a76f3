import { expect, test } from 'vitest'
import type { Report } from '../judge/report.ts'
import { annotate } from './github.ts'
import { reporters } from './reporters.ts'
import { incomplete, listed, replaceTexts, violations } from './sampleReports.test-data.ts'
import { viewTargets } from './targets.ts'
import { ciAttacks, findCiCommands, parseGithubCommand } from './text/ciCommands.testing.ts'
import { writeText } from './text.ts'
import { viewReport } from './viewReport.ts'

test('the doubles of the CI systems find each attack', () => {
  expect(ciAttacks.filter((attack) => findCiCommands(attack).length === 0)).toEqual([
    ':::error::pwned',
    'a\u2028::error::pwned',
    'a\u0085::error::pwned',
    'a\u001b[1G::error::pwned',
    'a\u009b1G::error::pwned',
    ...ciAttacks.filter((attack) => /^x+ ?::/.test(attack) || attack.startsWith('x x ')),
  ])
})

const { github, ...others } = reporters

const verdict: typeof github = (report, options) => writeText(viewReport(report), { ...options, brief: true })

test.each(Object.entries({ ...others, verdict }))(
  'no text in the %s report commands a CI system',
  (format, reporter) => {
    for (const attack of ciAttacks)
      for (const report of [violations, incomplete, listed])
        for (const color of format === 'terminal' ? [false, true] : [false]) {
          const hostile = replaceTexts(report, attack)
          expect(findCiCommands(reporter(hostile, { color })), attack).toEqual([])
        }
  },
)

test.each([
  ['report', (report: Report) => github(report, {})],
  ['table of targets', (report: Report) => annotate(viewTargets([report], 1))],
])('the github %s has only its own commands, whatever its texts are', (_what, write) => {
  for (const report of [violations, incomplete, listed])
    for (const attack of ciAttacks) {
      const lines = write(replaceTexts(report, attack)).split('\n')
      const safe = write(report).split('\n')
      expect(lines.map((line) => parseGithubCommand(line)?.name)).toEqual(
        safe.map((line) => parseGithubCommand(line)?.name),
      )
      // Nothing is left for the parsers that look anywhere in a line.
      for (const line of lines) expect(findCiCommands(line.replace(/^::/, '')), attack).toEqual([])
    }
})

test('no text that a reader of a JSON or JUnit report prints begins a line with a command', () => {
  for (const attack of ciAttacks) {
    const hostile = replaceTexts(violations, attack)
    expect(JSON.parse(reporters.json(hostile, { color: false }))).toEqual(hostile)
    const xml = reporters.junit(hostile, { color: false })
    const texts = xml.split(/[<>"]/).map((text) => text.replaceAll('&#xD;', '\r').replaceAll('&amp;', '&'))
    expect(texts.flatMap(findCiCommands), attack).toEqual([])
  }
})

test.each(['sarif', 'gitlab'] as const)('no text in the values of the %s report is a command', (format) => {
  for (const attack of ciAttacks)
    for (const report of [violations, incomplete, listed]) {
      const values: string[] = []
      JSON.parse(reporters[format](replaceTexts(report, attack), { color: false }), (_name, value) => {
        if (typeof value === 'string') values.push(value)
        return value
      })
      expect(values.length).toBeGreaterThan(5)
      expect(values.flatMap(findCiCommands), attack).toEqual([])
    }
})

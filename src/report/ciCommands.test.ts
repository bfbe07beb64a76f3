import { expect, test } from 'vitest'
import type { Report } from '../judge/report.ts'
import { annotate } from './github.ts'
import { reporters } from './reporters.ts'
import { incomplete, listed, replaceTexts, violations } from './sampleReports.test-data.ts'
import { viewTargets } from './targets.ts'
import { ciAttacks, findCiCommands, parseGithubCommand, wrapAttacks } from './text/ciCommands.testing.ts'
import { writeText } from './text.ts'
import { viewReport } from './viewReport.ts'

test('the test doubles of the CI systems find all attacks, except those for other parsers', () => {
  expect(ciAttacks.filter((attack) => findCiCommands(attack).length === 0)).toEqual([
    ':::error::pwned',
    'a\u2028::error::pwned',
    'a\u0085::error::pwned',
    'a\u001b[1G::error::pwned',
    'a\u009b1G::error::pwned',
  ])
})

const samples = [violations, incomplete, listed]
/** Each report, once with each attack in place of its strings. */
const attackWith = (attacks: readonly string[]) =>
  samples.flatMap((report) =>
    attacks.map((attack) => ({ attack, report, attacked: replaceTexts(report, attack) })),
  )
const hostile = attackWith(ciAttacks)

const { github, ...others } = reporters

const verdict: typeof github = (report, options) => writeText(viewReport(report), { ...options, brief: true })

test.each(Object.entries({ ...others, verdict }))(
  'no text in the %s report gives commands to a CI system',
  (format, reporter) => {
    // Only these formats wrap lines.
    const isWrapped = format === 'terminal' || format === 'verdict'
    for (const { attack, attacked } of [...hostile, ...(isWrapped ? attackWith(wrapAttacks) : [])])
      for (const color of format === 'terminal' ? [false, true] : [false])
        expect(findCiCommands(reporter(attacked, { color })), attack).toEqual([])
  },
)

test.each([
  ['report', (report: Report) => github(report, {})],
  ['table of targets', (report: Report) => annotate(viewTargets([report], 1))],
])('the github %s has only its own commands, whatever attack its strings contain', (_what, write) => {
  const listNames = (text: string) => text.split('\n').map((line) => parseGithubCommand(line)?.name)
  const safe = new Map(samples.map((report) => [report, listNames(write(report))]))
  for (const { attack, report, attacked } of hostile) {
    const text = write(attacked)
    expect(listNames(text)).toEqual(safe.get(report))
    // The parsers that search the whole line also find no command.
    expect(findCiCommands(text.replaceAll(/^::/gm, '')), attack).toEqual([])
  }
})

test('a JSON report keeps its values, and no text in a JUnit report is a command', () => {
  for (const { attack, report, attacked } of hostile) {
    if (report !== violations) continue
    expect(JSON.parse(reporters.json(attacked, { color: false }))).toEqual(attacked)
    const xml = reporters.junit(attacked, { color: false })
    const texts = xml.split(/[<>"]/).map((text) => text.replaceAll('&#xD;', '\r').replaceAll('&amp;', '&'))
    expect(texts.flatMap(findCiCommands), attack).toEqual([])
  }
})

test.each(['sarif', 'gitlab'] as const)('no text in the values of the %s report is a command', (format) => {
  for (const { attack, attacked } of hostile) {
    const values: string[] = []
    JSON.parse(reporters[format](attacked, { color: false }), (_name, value) => {
      if (typeof value === 'string') values.push(value)
      return value
    })
    expect(values.length).toBeGreaterThan(5)
    expect(values.flatMap(findCiCommands), attack).toEqual([])
  }
})

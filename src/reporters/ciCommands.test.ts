import { expect, test } from 'vitest'
import type { Report } from '../harness/report.ts'
import { reporters } from './reporters.ts'
import { incomplete, violations } from './sampleReports.test-data.ts'
import { verdict } from './terminal/verdict.ts'
import { ciAttacks, findCiCommands } from './text/ciCommands.testing.ts'

const OURS = ['verdict', 'status', 'level', 'name', 'engines']

/** A report that has the text wherever it could come from a server, an engine or a file. */
function injectEverywhere(report: Report, text: string): Report {
  return JSON.parse(JSON.stringify(report), (name, value) =>
    typeof value === 'string' && !OURS.includes(name) && Number.isNaN(Number(name)) ? text : value,
  )
}

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

test.each(Object.entries({ ...reporters, verdict }))(
  'no text in the %s report commands a CI system',
  (_format, reporter) => {
    for (const attack of ciAttacks)
      for (const report of [violations, incomplete])
        for (const color of [false, true]) {
          const hostile = injectEverywhere(report, attack)
          expect(findCiCommands(reporter(hostile, { color })), attack).toEqual([])
        }
  },
)

test('no text that a reader of a JSON or JUnit report prints begins a line with a command', () => {
  for (const attack of ciAttacks) {
    const hostile = injectEverywhere(violations, attack)
    expect(JSON.parse(reporters.json(hostile, { color: false }))).toEqual(hostile)
    const xml = reporters.junit(hostile, { color: false })
    const texts = xml.split(/[<>"]/).map((text) => text.replaceAll('&#xD;', '\r').replaceAll('&amp;', '&'))
    expect(texts.flatMap(findCiCommands), attack).toEqual([])
  }
})

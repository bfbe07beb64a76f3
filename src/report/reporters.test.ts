import { expect, test } from 'vitest'
import { expectLinear } from '../judge/linear.testing.ts'
import { reporters } from './reporters.ts'
import { replaceTexts, violations } from './sampleReports.test-data.ts'

test.each(Object.entries(reporters))('the %s report ends with one newline', (_format, reporter) => {
  expect(reporter(violations, { color: false })).toMatch(/[^\n]\n$/)
})

test.each(Object.entries(reporters))('the time to write the %s report is linear', (_format, reporter) => {
  // A report contains many strings, so each string is short.
  for (const unit of [' ', '\n', '\r\n', 'x', 'x ', ':', '&', '🌵'])
    expectLinear(unit, (text) => reporter(replaceTexts(violations, `x${text}x`), { color: true }), 500)
})

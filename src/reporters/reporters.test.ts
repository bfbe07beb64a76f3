import { expect, test } from 'vitest'
import { isReportFormat, reporters } from './reporters.ts'
import { violations } from './sampleReports.test-data.ts'

test.each(Object.entries(reporters))('the %s report ends with one line end', (_format, reporter) => {
  expect(reporter(violations, { color: false })).toMatch(/[^\n]\n$/)
})

test('recognizes the formats of the table, and no other names', () => {
  expect(['terminal', 'json', 'junit', 'html', 'toString'].filter(isReportFormat)).toEqual([
    'terminal',
    'json',
    'junit',
  ])
})

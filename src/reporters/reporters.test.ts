import { expect, test } from 'vitest'
import { isReportFormat, reporters } from './reporters.ts'
import { violations } from './sampleReports.test-data.ts'

test.each(Object.entries(reporters))('the %s report ends with one line end', (_format, reporter) => {
  expect(reporter(violations, { color: false })).toMatch(/[^\n]\n$/)
})

test('recognizes the formats of the table, and no other names', () => {
  const formats = Object.keys(reporters)
  expect([...formats, 'xlsx', 'toString'].filter(isReportFormat)).toEqual(formats)
})

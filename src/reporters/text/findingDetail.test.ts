import { expect, test } from 'vitest'
import { failed } from '../sampleReports.test-data.ts'
import { findingDetail } from './findingDetail.ts'
import { plain } from './styler.ts'

test('shows three kinds of violation, and how many more there are', () => {
  const violations = Array.from({ length: 5 }, (_, index) => ({
    message: `kind ${index}`,
    pointer: '',
    expected: 'a name',
    actual: 'none',
  }))
  const lines = findingDetail({ ...failed, violations }, plain)
  expect(lines.filter((line) => line.includes('kind'))).toEqual(['  kind 0', '  kind 1', '  kind 2'])
  expect(lines).toContain('  … 2 more violations in the JSON report')
})

test('omits a message that only repeats the expected and the actual value', () => {
  const [violation] = failed.violations
  expect(findingDetail(failed, plain).join('\n')).not.toContain(violation?.message)
})

test('shows no place for a violation of the whole body', () => {
  const violation = { message: 'not JSON', pointer: '', expected: 'JSON', actual: 'HTML' }
  const lines = findingDetail({ ...failed, violations: [violation] }, plain)
  expect(lines).toContain('  not JSON')
  expect(lines.join('\n')).not.toContain('where')
})

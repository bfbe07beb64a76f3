import { expect, test } from 'vitest'
import { failed } from '../sampleReports.test-data.ts'
import { findingDetail } from './findingDetail.ts'
import { plain } from './ink.ts'

test('of many kinds of violation three are shown, and how many are left', () => {
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

test('a message that only repeats what was expected and what came is left out', () => {
  const [violation] = failed.violations
  expect(findingDetail(failed, plain).join('\n')).not.toContain(violation?.message)
})

test('a violation of the whole body names no place in it', () => {
  const violation = { message: 'not JSON', pointer: '', expected: 'JSON', actual: 'HTML' }
  const lines = findingDetail({ ...failed, violations: [violation] }, plain)
  expect(lines).toContain('  not JSON')
  expect(lines.join('\n')).not.toContain('where')
})

import { expect, test } from 'vitest'
import { failed } from '../sampleReports.test-data.ts'
import { findingDetail } from './findingDetail.ts'
import { plain } from './styler.ts'

function violation(message: string) {
  return { message, pointer: '', expected: 'a name', actual: 'none' }
}

test('shows four kinds of violation, and how many more there are', () => {
  const violations = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => violation(`kind ${name}`))
  const lines = findingDetail({ ...failed, violations }, plain)
  expect(lines.filter((line) => line.includes('kind'))).toEqual([
    '    kind a',
    '    more        kind b',
    '                kind c',
    '                kind d',
    '                … 2 more kinds in the JSON report',
  ])
})

test('shows violations that differ in numbers and names only once', () => {
  const violations = [violation('?limit=1 returns "a" and 2'), violation('?limit=7 returns "b" and 8')]
  const text = findingDetail({ ...failed, violations }, plain).join('\n')
  expect(text).toContain('?limit=1')
  expect(text).not.toContain('?limit=7')
})

test('omits a message that only repeats the expected and the actual value', () => {
  const message = 'expected a name, got none'
  expect(findingDetail({ ...failed, violations: [violation(message)] }, plain).join('\n')).not.toContain(
    message,
  )
})

test('shows how to replay the finding if there is a JSON report', () => {
  const text = findingDetail(failed, plain, {
    replay: (id) => `plant-store replay out/report.json ${id}`,
  }).join('\n')
  expect(text).toContain('again       plant-store replay out/report.json plant-name-string\n')
  expect(findingDetail(failed, plain).join('\n')).not.toContain('replay')
})

test('says how to see it again if there is no curl command', () => {
  const evidence = failed.evidence.map((each) => ({ ...each, curl: '' }))
  expect(findingDetail({ ...failed, evidence }, plain).join('\n')).toContain(
    'again       no curl command shows it: verify with --report json=FILE, then plant-store replay FILE plant-name-string',
  )
  expect(findingDetail({ ...failed, evidence }, plain, { program: 'npx kit@1' }).join('\n')).toContain(
    'then npx kit@1 replay FILE plant-name-string',
  )
  expect(findingDetail({ ...failed, evidence }, plain, { replay: (id) => id }).join('\n')).not.toContain(
    'curl',
  )
})

test('shows the ids of requests only with verbose', () => {
  expect(findingDetail(failed, plain).join('\n')).not.toContain('limit/1 (attempt 2)')
  expect(findingDetail(failed, plain, { verbose: true })).toContain('    requests    limit/1 (attempt 2)')
})

import { expect, test } from 'vitest'
import { conformant, violations } from './sampleReports.test-data.ts'
import { exitCodeOfTargets, type TargetResult, viewTargets } from './targets.ts'

const good: TargetResult = { name: 'go', baseUrl: 'http://go', report: conformant }
const broken: TargetResult = {
  name: 'php',
  baseUrl: 'http://php',
  report: { ...violations, target: { ...violations.target, name: 'php' } },
  files: { html: 'php.html' },
}
const unset: TargetResult = { name: 'java', baseUrl: 'http://java', error: 'JAVA_TOKEN is not set' }

test('the worst target comes first', () => {
  const { headline, sections } = viewTargets([good, unset, broken])
  expect(headline).toMatchObject({ tone: 'bad', text: '1 of 3 targets breaks the contract, 1 is incomplete' })
  const [targets, checks] = sections
  expect(targets?.table?.rows.map(({ tone, cells }) => [tone, ...cells])).toEqual([
    ['bad', { code: 'php', href: './php.html' }, '1 broken, 1 warning'],
    ['warning', { code: 'java' }, 'not tested'],
    ['good', { code: 'go' }, 'conformant'],
  ])
  expect(checks?.table?.rows.map(({ cells }) => cells.at(-1))).toEqual(['1 of 3: php', '1 of 3: php'])
})

test('a target without a report says why, and is incomplete', () => {
  expect(viewTargets([unset]).headline.notes).toEqual(['java: JAVA_TOKEN is not set'])
  expect([[good], [good, unset], [good, unset, broken]].map(exitCodeOfTargets)).toEqual([0, 3, 1])
})

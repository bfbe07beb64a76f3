import { expect, test } from 'vitest'
import type { Report } from '../judge/report.ts'
import { conformant, incomplete, violations } from './sampleReports.test-data.ts'
import { type TargetResult, viewTargets } from './targets.ts'

const rename = (report: Report, name: string): Report => ({ ...report, target: { ...report.target, name } })
const good: TargetResult = { report: rename(conformant, 'go') }
const broken: TargetResult = { report: rename(violations, 'php'), files: { html: 'php.html' } }
const unset: TargetResult = { report: { ...rename(incomplete, 'java'), reasons: ['JAVA_TOKEN is not set'] } }

test('the worst target comes first', () => {
  const { headline, sections } = viewTargets([good, unset, broken])
  expect(headline).toMatchObject({
    tone: 'bad',
    text: 'violations in 1 of 3 targets',
    counts: [{ text: '1 incomplete' }],
  })
  const [targets, checks] = sections
  expect(targets?.table?.rows.map(({ tone, cells }) => [tone, ...cells])).toEqual([
    ['bad', { code: 'php', href: './php.html' }, '1 broken, 1 warning'],
    ['warning', { code: 'java' }, 'incomplete'],
    ['good', { code: 'go' }, 'conformant'],
  ])
  expect(checks?.table?.rows.map(({ cells }) => cells.at(-1))).toEqual(['1 of 3: php', '1 of 3: php'])
})

test('an untested target says why, and is incomplete', () => {
  expect(viewTargets([unset]).headline.notes).toEqual(['java: JAVA_TOKEN is not set'])
  const exitCodes = [[good], [good, unset], [good, unset, broken]].map(
    (results) => viewTargets(results).headline.exitCode,
  )
  expect(exitCodes).toEqual([0, 3, 1])
})

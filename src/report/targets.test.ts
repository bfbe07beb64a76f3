import { expect, test } from 'vitest'
import type { Report } from '../judge/report.ts'
import { conformant, incomplete, violations } from './sampleReports.test-data.ts'
import { viewTargets } from './targets.ts'

const rename = (report: Report, name: string): Report => ({ ...report, target: { ...report.target, name } })
const good = rename(conformant, 'go')
const broken = rename(violations, 'php')
const unset: Report = { ...rename(incomplete, 'java'), reasons: ['JAVA_TOKEN is not set'] }

test('the worst target comes first', () => {
  const { headline, sections } = viewTargets([good, unset, broken], 1)
  expect(headline).toMatchObject({
    tone: 'bad',
    text: 'violations in 1 of 3 targets',
    counts: [{ text: '1 incomplete' }],
  })
  const [targets, checks] = sections
  expect(targets?.table?.rows.map(({ tone, cells }) => [tone, ...cells])).toEqual([
    ['bad', { code: 'php' }, '1 broken, 1 warning'],
    ['warning', { code: 'java' }, 'incomplete'],
    ['good', { code: 'go' }, 'conformant'],
  ])
  expect(checks?.table?.rows.map(({ cells }) => cells.at(-1))).toEqual(['1 of 3: php', '1 of 3: php'])
})

test('an untested target says why', () => {
  expect(viewTargets([unset], 2).headline.notes).toEqual(['java: JAVA_TOKEN is not set'])
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faultyServers, variations } from '../contract-tests/implementations/index.ts'
import { verifyImplementation } from '../contract-tests/verifyImplementation.testing.ts'
import type { Report } from '../src/judge/report.ts'
import { compareReports, viewComparison } from '../src/report/compareReports.ts'
import { documentWriters } from '../src/report/reporters.ts'
import { plantStore } from './commandLine.testing.ts'
import { createFile, createFolder } from './folder.testing.ts'

/** Faults of several levels and topics. The reports also include a valid server with unusual behaviour. */
const FAULTS = ['limit-ignored', 'auth-open-with-limit', 'retry-after-fraction', 'json-html']

const servers = [
  { id: 'correct', difference: {} },
  ...faultyServers.filter(({ id }) => FAULTS.includes(id)),
  ...variations.filter(({ incomplete }) => !incomplete).slice(0, 1),
]
const reports = new Map(
  await Promise.all(servers.map(async (each) => [each.id, await verifyImplementation(each, 3_000)] as const)),
)

function get(id: string): Report {
  const report = reports.get(id)
  if (!report) throw new Error(`no report ${id}`)
  return report
}

function write(...reports: Report[]): string[] {
  return reports.map((report) => createFile('report.json', JSON.stringify(report)))
}

test('for every pair of reports, if a check gets worse in one direction, it is better or unclear in the other direction', () => {
  expect(reports.size).toBe(6)
  for (const [one, before] of reports)
    for (const [other, after] of reports) {
      const there = compareReports(before, after, true)
      const back = compareReports(after, before, true)
      const name = `${one}, ${other}`
      const ids = (changes: { check: string }[]) => changes.map(({ check }) => check)
      const known = [...ids(back.better), ...ids(back.unclear)]
      expect(known, name).toEqual(expect.arrayContaining(ids(there.worse)))
      expect(there.unchanged.toSorted(), name).toEqual(back.unchanged.toSorted())
      const mayBeWorse = there.unclear.some((change) => /fail|warn/.test(change.after))
      expect(there.exitCode, name).toBe(there.worse.length > 0 ? 1 : mayBeWorse ? 3 : 0)
      // Every failed check in the report `after` is in one of the lists.
      const failing = after.findings.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
      const listed = [...ids(there.worse), ...ids(there.unclear), ...ids(there.better), ...there.unchanged]
      expect(listed, name).toEqual(expect.arrayContaining(failing))
      if (before === after) expect(there, name).toMatchObject({ worse: [], better: [], unclear: [] })
    }
})

test.each(['full', 'monitor'] as const)(
  'a violation that only the %s plan can find is neither better nor worse',
  (first) => {
    const wrong = get('retry-after-fraction')
    const monitor: Report = { ...get('correct'), options: { ...wrong.options, plan: 'monitor' } }
    const sides = first === 'full' ? ([wrong, monitor] as const) : ([monitor, wrong] as const)
    const comparison = compareReports(...sides, true)
    // Only a violation in the later run may be a change for the worse.
    expect(comparison).toMatchObject({ worse: [], better: [], exitCode: first === 'monitor' ? 3 : 0 })
    expect(comparison.unclear.map(({ check }) => check)).toContain('retry-after-valid')
    expect(documentWriters.terminal(viewComparison(comparison), { color: false })).toMatch(
      /monitor\s+plan[\s\S]*Unclear[\s\S]*retry-after-valid/,
    )
  },
)

test.each(['not tested', 'missing'])(
  'a violation is unclear if its check is %s in the other report',
  async (how) => {
    const wrong = get('limit-ignored')
    const findings = wrong.findings.flatMap((each): typeof wrong.findings => {
      if (each.id !== 'limit-honoured') return [each]
      return how === 'missing' ? [] : [{ ...each, verdict: 'not-exercised' }]
    })
    const other: Report = { ...wrong, findings }
    const changes = [compareReports(other, wrong, true), compareReports(wrong, other, true)]
    for (const { unclear, worse, better } of changes)
      expect([unclear.map(({ check }) => check), worse, better]).toEqual([['limit-honoured'], [], []])
    // Only a violation in the later run may be a change for the worse.
    expect(changes.map(({ exitCode }) => exitCode)).toEqual([3, 0])
    expect((await plantStore(['compare', ...write(other, wrong)])).stdout).toMatch(/^! .*unclear {3}exit 0\n/)
  },
)

test('after an incomplete run, it is unknown whether a check got worse', async () => {
  const correct = get('correct')
  const incomplete = { verdict: 'incomplete', exitCode: 3, reasons: ['The server is slow.'] } as const
  const files = write(correct, { ...correct, ...incomplete, reasons: [...incomplete.reasons] })
  const { code, stdout } = await plantStore(['compare', ...files, '--fail-on', 'worse'])
  expect([code, stdout]).toEqual([3, expect.stringMatching(/^! no difference {3}exit 3\n/)])
  expect(stdout).toMatch(/\n {2}after: .*, incomplete\n {2}exit code 3: the runs do not show whether/)
  const github = await plantStore(['compare', ...files, '--fail-on', 'worse', '--report', 'github'])
  expect(github.stderr).toMatch(
    /^::error title=plant-store-kit%3A summary::no difference%0A.*incomplete%0Aexit code 3: .*\n$/,
  )
  // Without --fail-on, the exit code is 0, although the server may be worse than before.
  const markdown = await plantStore(['compare', ...files, '--report', 'markdown'])
  expect([markdown.code, markdown.stdout]).toEqual([0, expect.stringMatching(/^## \\! no difference\n/)])
})

test('every format shows the checks that got worse', async () => {
  const files = write(get('correct'), get('limit-ignored'))
  const folder = createFolder()
  const formats = ['terminal', 'html', 'markdown', 'json', 'github']
  const flags = formats.flatMap((format) => ['--report', `${format}=${join(folder, format)}`])
  const env = { GITHUB_STEP_SUMMARY: join(folder, 'summary'), GITHUB_OUTPUT: join(folder, 'output') }
  const result = await plantStore(['compare', ...files, '--fail-on', 'worse', ...flags], env)
  expect([result.code, result.stdout]).toEqual([1, ''])
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
  for (const format of formats) expect(read(format), format).toContain('limit-honoured')
  expect(JSON.parse(read('json'))).toMatchObject({ schemaVersion: 1, exitCode: 1 })
  expect(read('github')).toMatch(
    /^::error title=plant-store-kit%3A limit-honoured::passed → broken%0A.*\n::notice title=plant-store-kit%3A summary::1 worse/,
  )
  expect(read('summary')).toContain(read('markdown').trim())
  expect(read('output')).toMatch(/^worse=1$/m)
  const harmless = await plantStore(['compare', ...files, '--report', 'github'])
  expect([harmless.code, harmless.stderr]).toEqual([0, expect.stringMatching(/^::warning /)])
  const back = await plantStore(['compare', ...files.toReversed(), '--fail-on', 'worse'])
  expect(back.code).toBe(0)
  expect(back.stdout).toMatch(/^✓ 1 better[\s\S]*\nBetter\n.*\n {2}✓ limit-honoured {2}broken → passed/)
})

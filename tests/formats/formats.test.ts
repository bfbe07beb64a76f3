import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parse as parseJunit } from 'junit2json'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Report } from '../../src/judge/report.ts'
import { reporters } from '../../src/report/reporters.ts'
import { createFolder } from '../folder.testing.ts'
import { recordReport, reportNames } from '../reports.testing.ts'
import { readMarkdown } from './readMarkdown.testing.ts'

const folder = createFolder({}, afterAll)

beforeAll(async () => {
  for (const name of reportNames) {
    const report = await recordReport(name)
    for (const format of ['json', 'junit', 'markdown', 'sarif'] as const)
      writeFileSync(join(folder, `${name}.${format}`), reporters[format](report, { color: false }))
  }
})

const read = (name: string, format: string): string => readFileSync(join(folder, `${name}.${format}`), 'utf8')
const readReport = (name: string): Report => JSON.parse(read(name, 'json'))

/** Counts the tests with each result that the JUnit report must show. */
function countTests({ findings, engines, reasons }: Report) {
  const count = (...verdicts: string[]) => findings.filter(({ verdict }) => verdicts.includes(verdict)).length
  const statuses = (...all: string[]) => engines.filter(({ status }) => all.includes(status)).length
  return {
    tests: findings.length + engines.length + 1,
    failures: count('fail'),
    errors: statuses('failed', 'missing') + (reasons.length > 0 ? 1 : 0),
    skipped: count('not-exercised', 'inconclusive') + statuses('skipped'),
  }
}

test('the runs have every verdict, and one run contains attacks on the programs that read reports', () => {
  expect(new Set(reportNames.map((name) => readReport(name).verdict)).size).toBe(3)
  const hostile = read('hostile', 'json')
  for (const attack of ['pwned', '\\u001b', '\\ud800', 'base64']) expect(hostile).toContain(attack)
})

test.each(reportNames)('junit: a parser reads the tests of the %s run', async (name) => {
  const report = readReport(name)
  const { tests, failures, errors, skipped } = countTests(report)
  const parsed = await parseJunit(read(name, 'junit'))
  const [suite] =
    parsed !== undefined && parsed !== null && 'testsuite' in parsed ? (parsed.testsuite ?? []) : []
  expect(suite).toMatchObject({ tests, failures, errors, skipped })
  expect(suite?.testcase).toHaveLength(tests)
  const last = report.findings.at(-1)
  expect(suite?.testcase?.[report.findings.length - 1]?.name).toBe(last?.check)
})

test.each(reportNames)('markdown: the comment on the %s run has only its own structure', (name) => {
  const [markdown, report] = [read(name, 'markdown'), readReport(name)]
  expect(markdown.length).toBeLessThan(60_000)
  const { headings, others, folds, tables, code } = readMarkdown(markdown)
  expect(headings).toEqual([expect.stringContaining(report.target.name)])
  expect(others).toEqual([])
  const wrong = ['fail', 'warn'].flatMap((verdict) =>
    report.findings.filter((each) => each.verdict === verdict),
  )
  const missing = report.findings.filter(({ verdict }) => ['not-exercised', 'inconclusive'].includes(verdict))
  // If no check was tested, the comment has only one sentence about this.
  const untested = missing.length < report.findings.length ? missing : []
  expect(folds).toBe(wrong.length + (untested.length > 0 ? 1 : 0))
  expect(code).toBe(wrong.length + (report.reasons.length > 0 ? 1 : 0))
  const rows = tables.flatMap((table) => table.slice(1))
  expect(rows.map((cells) => cells.find((cell) => cell.includes('-')))).toEqual(
    [...wrong, ...untested].map(({ check }) => check),
  )
  expect(rows.slice(0, wrong.length).map(([, , title]) => title)).toEqual(wrong.map(({ title }) => title))
})

test("sarif: the validator accepts the reports of all runs, with GitHub's rules", () => {
  const require = createRequire(import.meta.url)
  const program: string = createRequire(require.resolve('@microsoft/sarif-multitool/package.json'))(
    `@microsoft/sarif-multitool-${process.platform}`,
  )
  // npm may be configured to run no install scripts, so the program may not be executable.
  chmodSync(program, 0o755)
  const files = reportNames.map((name) => join(folder, `${name}.sarif`))
  const output = join(folder, 'validated.sarif')
  const flags = `--rule-kind Sarif;Ghas --level Error;Warning --log ForceOverwrite --output ${output}`
  execFileSync(program, ['validate', ...files, ...flags.split(' ')], { stdio: 'pipe' })
  const { runs } = JSON.parse(readFileSync(output, 'utf8'))
  expect(runs[0].results).toEqual([])
})

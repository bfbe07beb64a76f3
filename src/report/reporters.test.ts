import { expect, test } from 'vitest'
import { expectLinear } from '../judge/linear.testing.ts'
import type { Report } from '../judge/report.ts'
import { reporters } from './reporters.ts'
import { failed, incomplete, violations } from './sampleReports.test-data.ts'

test.each(Object.entries(reporters))('the %s report ends with one line end', (_format, reporter) => {
  expect(reporter(violations, { color: false })).toMatch(/[^\n]\n$/)
})

test.each(Object.entries(reporters))('the time to write the %s report is linear', (_format, reporter) => {
  for (const unit of [' ', '\n', '\r\n', 'x', 'x ', ':', '&', '🌵'])
    expectLinear(unit, (text) => reporter(longReport(text), { color: true }))
})

/** A report with a long text in every place that has no limit of its own. */
function longReport(text: string): Report {
  const [violation] = failed.violations
  const [evidence] = failed.evidence
  const finding = {
    ...failed,
    note: `${text}x`,
    violations: [{ ...violation, message: text, pointer: text, expected: `${text}x`, actual: `x${text}` }],
    evidence: [{ ...evidence, response: `x${text}x`, curl: text }],
  }
  return {
    ...incomplete,
    target: { baseUrl: text, name: text },
    reasons: [`x${text}x`],
    engines: incomplete.engines.map((engine) => ({ ...engine, detail: `x${text}x` })),
    findings: [
      finding as typeof failed,
      { ...violations.findings[1], violations: finding.violations } as typeof failed,
    ],
  }
}

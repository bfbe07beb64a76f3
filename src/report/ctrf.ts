import type { Report } from '../judge/report.ts'
import type { ReporterOptions } from './reporter.ts'
import { listTestCases, type TestCase } from './testCases.ts'
import { escapeReport } from './text/escapeReport.ts'

const STATUS = { passed: 'passed', failed: 'failed', error: 'failed', skipped: 'skipped' } as const

/** The report in the Common Test Report Format, one test per check. */
export function ctrf(unsafe: Report, options: ReporterOptions): string {
  const report = escapeReport(unsafe)
  const { kit, contract, target, startedAt, durationMs } = report
  const tests = listTestCases(report, options)
  const count = (status: string): number => tests.filter(({ outcome }) => STATUS[outcome] === status).length
  const start = Date.parse(startedAt)
  const document = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: startedAt,
    generatedBy: `${kit.name} ${kit.version}`,
    results: {
      tool: { name: kit.name, version: kit.version },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: 0,
        other: 0,
        start,
        stop: start + Math.round(durationMs),
        duration: Math.round(durationMs),
      },
      tests: tests.map((test) => toTest(test, target.name)),
      environment: {
        testEnvironment: target.name,
        extra: {
          baseUrl: target.baseUrl,
          ...(target.route !== undefined && { route: target.route }),
          contract: `${contract.title} ${contract.version}`,
          verdict: report.verdict,
          exitCode: report.exitCode,
        },
      },
    },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

function toTest({ group, name, durationMs, outcome, message, detail, finding }: TestCase, target: string) {
  return {
    name,
    status: STATUS[outcome],
    duration: Math.round(durationMs),
    suite: [target, group],
    ...(message !== undefined && { message }),
    ...(detail !== undefined && { trace: detail }),
    rawStatus: finding?.verdict ?? outcome,
    ...(finding && { testId: finding.id, tags: [finding.level] }),
  }
}

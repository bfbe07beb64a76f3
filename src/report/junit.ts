import type { Report } from '../judge/report.ts'
import type { ReporterOptions } from './reporter.ts'
import { listTestCases, type TestCase } from './testCases.ts'
import { escapeReport } from './text/escapeReport.ts'
import { element, textElement } from './xml.ts'

/**
 * The report as JUnit XML, one test case per check, for CI systems that display it (GitLab, Jenkins, GitHub actions). It is
 * valid in the schema of Jenkins' xUnit plugin.
 */
export function junit(report: Report, options: ReporterOptions): string {
  const safe = escapeReport(report)
  const tests = listTestCases(safe, options)
  const count = (outcome: TestCase['outcome']): number =>
    tests.filter((test) => test.outcome === outcome).length
  const name = `plant-store ${safe.target.name}`
  const counts = {
    name,
    tests: tests.length,
    failures: count('failed'),
    errors: count('error'),
    time: seconds(safe.durationMs),
  }
  const list = Object.entries(properties(safe)).map(([key, value]) =>
    element('property', { name: key, value }),
  )
  const suite = element('testsuite', { ...counts, skipped: count('skipped'), timestamp: safe.startedAt }, [
    element('properties', {}, list),
    ...tests.map((test) => testCase(test, safe.target.name)),
  ])
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', counts, [suite])}\n`
}

function properties(report: Report): Record<string, string> {
  return {
    'kit.version': report.kit.version,
    'contract.version': report.contract.version,
    'contract.sha256': report.contract.sha256,
    'target.name': report.target.name,
    'target.baseUrl': report.target.baseUrl,
    ...(report.target.route !== undefined && { 'target.route': report.target.route }),
    verdict: report.verdict,
    exitCode: String(report.exitCode),
  }
}

const TAGS = { failed: 'failure', error: 'error', skipped: 'skipped' } as const

function testCase(
  { group, name, durationMs, outcome, message = '', detail, finding }: TestCase,
  target: string,
) {
  // Jenkins takes what is before the last dot for a package, so the target's own dots would be packages, too.
  const classname = `${target.replaceAll('.', '_')}.${group.replaceAll('.', '_')}`
  const type = finding?.level ?? group
  // A check has no duration of its own, but some readers show a missing time as NaN.
  return element('testcase', { classname, name, time: seconds(durationMs) }, [
    ...(outcome === 'passed'
      ? []
      : // GitLab shows the text of an element and Jenkins its message.
        [textElement(TAGS[outcome], { type, message }, detail ?? message)]),
    ...(outcome === 'passed' && detail !== undefined ? [textElement('system-out', {}, detail)] : []),
  ])
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}

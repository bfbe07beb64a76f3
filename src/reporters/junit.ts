import type { EngineReport, Finding, Report } from '../harness/report.ts'
import { escapeReport } from './text/escapeReport.ts'
import { findingDetail } from './text/findingDetail.ts'
import { plain } from './text/styler.ts'
import { element, textElement } from './xml.ts'

/**
 * The report as JUnit XML, one test case per check, for CI systems that display it (GitLab, Jenkins, GitHub actions).
 *
 * A `failure` or an `error` marks the build as failed, so there is one only if the exit code agrees: a `failure` for a
 * failed check, an `error` for an engine that failed or is missing and for an incomplete run. A check that was not tested
 * is `skipped`, and a warning passes with its details as output. GitLab shows the text of an element and Jenkins its
 * message, so both are written.
 */
export function junit(report: Report): string {
  const safe = escapeReport(report)
  const entries = [...safe.findings.map(checkEntry), ...safe.engines.map(engineEntry), runEntry(safe)]
  const count = (kind: Outcome['kind']) => entries.filter(({ outcome }) => outcome?.kind === kind).length
  const counts = {
    name: safe.kit.name,
    tests: entries.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: seconds(safe.durationMs),
  }
  const list = Object.entries(properties(safe)).map(([name, value]) => element('property', { name, value }))
  const suite = element('testsuite', { ...counts, timestamp: safe.startedAt }, [
    element('properties', {}, list),
    ...entries.map(testCase),
  ])
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', counts, [suite])}\n`
}

type Outcome = { kind: 'failure' | 'error' | 'skipped'; message: string; text: string }

type Entry = { classname: string; name: string; time: string; outcome?: Outcome; output?: string }

function checkEntry(finding: Finding): Entry {
  // A check has no duration of its own, but some readers show a missing time as NaN.
  const entry = { classname: finding.clause, name: finding.check, time: '0' }
  const detail = () => findingDetail(finding, plain).join('\n')
  const reason = finding.note ?? finding.title
  switch (finding.verdict) {
    case 'pass':
      return entry
    case 'fail': {
      const message = `${finding.title}: ${finding.violations[0]?.message ?? 'failed'}`
      return { ...entry, outcome: { kind: 'failure', message, text: detail() } }
    }
    case 'warn':
    case 'info':
      return { ...entry, output: detail() }
    case 'not-exercised':
      return { ...entry, outcome: skipped(`not exercised: ${reason}`) }
    case 'inconclusive':
      return { ...entry, outcome: skipped(`inconclusive: ${reason}`) }
  }
}

function engineEntry({ name, status, detail, durationMs }: EngineReport): Entry {
  const entry = { classname: 'engines', name, time: seconds(durationMs) }
  if (status === 'completed') return { ...entry, output: detail }
  const message = `${name} ${status}: ${detail}`
  const outcome: Outcome = status === 'skipped' ? skipped(message) : { kind: 'error', message, text: message }
  return { ...entry, outcome }
}

/** An entry for the run itself, so that an incomplete run is never all green. */
function runEntry({ verdict, reasons, durationMs }: Report): Entry {
  const entry = { classname: 'run', name: 'complete', time: seconds(durationMs) }
  if (verdict !== 'incomplete' && reasons.length === 0) return entry
  return { ...entry, outcome: { kind: 'error', message: reasons.join(' '), text: reasons.join('\n') } }
}

function skipped(message: string): Outcome {
  return { kind: 'skipped', message, text: message }
}

function properties(report: Report): Record<string, string> {
  return {
    'kit.version': report.kit.version,
    'contract.version': report.contract.version,
    'contract.sha256': report.contract.sha256,
    'target.baseUrl': report.target.baseUrl,
    verdict: report.verdict,
    exitCode: String(report.exitCode),
  }
}

function testCase({ outcome, output, ...attributes }: Entry): string {
  return element('testcase', attributes, [
    ...(outcome ? [textElement(outcome.kind, { message: outcome.message }, outcome.text)] : []),
    ...(output ? [textElement('system-out', {}, output)] : []),
  ])
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}

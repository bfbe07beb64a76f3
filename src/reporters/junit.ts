import xmlbuilder from 'xmlbuilder'
import type { EngineReport, Finding, Report } from '../harness/report.ts'
import { findingDetail } from './terminal/findingDetail.ts'
import { plain } from './terminal/ink.ts'
import { visibleReport } from './text/visible.ts'

/**
 * The report as JUnit XML, one entry a check, for the CI systems that show it (GitLab, Jenkins, GitHub actions).
 *
 * They mark a build unstable or failed by any `failure` or `error`, so there is one only where the exit code says the
 * same: `failure` for a broken check, `error` for an engine that broke or is missing and for a run left incomplete.
 * What could not be judged is `skipped`, which they count and show without blame. A warning passes, with its detail as
 * output. GitLab shows the text of an element and Jenkins its message, so both are filled.
 */
export function junit(report: Report): string {
  const shown = visibleReport(report)
  const entries = [
    ...shown.findings.map(entryOfCheck),
    ...shown.engines.map(entryOfEngine),
    entryOfRun(shown),
  ]
  const having = (kind: Outcome['kind']) => entries.filter(({ outcome }) => outcome?.kind === kind).length
  const counts = {
    name: shown.kit.name,
    tests: entries.length,
    failures: having('failure'),
    errors: having('error'),
    skipped: having('skipped'),
    time: seconds(shown.durationMs),
  }
  const root = xmlbuilder.create('testsuites', { encoding: 'UTF-8' })
  const suite = root.att(counts).ele('testsuite', { ...counts, timestamp: shown.startedAt })
  const properties = suite.ele('properties')
  for (const [name, value] of Object.entries(propertiesOf(shown))) properties.ele('property', { name, value })
  for (const entry of entries) append(suite, entry)
  return `${root.end({ pretty: true })}\n`
}

type Outcome = { kind: 'failure' | 'error' | 'skipped'; message: string; text: string }

type Entry = { classname: string; name: string; time: string; outcome?: Outcome; output?: string }

function entryOfCheck(finding: Finding): Entry {
  // A check has no time of its own; some readers take a missing one for not-a-number.
  const entry = { classname: finding.clause, name: finding.check, time: '0' }
  const detail = () => findingDetail(finding, plain).join('\n')
  const because = finding.note ?? finding.title
  switch (finding.verdict) {
    case 'pass':
      return entry
    case 'fail': {
      const message = `${finding.title}: ${finding.violations[0]?.message ?? 'broken'}`
      return { ...entry, outcome: { kind: 'failure', message, text: detail() } }
    }
    case 'warn':
    case 'info':
      return { ...entry, output: detail() }
    case 'not-exercised':
      return { ...entry, outcome: skipped(`not exercised: ${because}`) }
    case 'inconclusive':
      return { ...entry, outcome: skipped(`inconclusive: ${because}`) }
  }
}

function entryOfEngine({ name, status, detail, durationMs }: EngineReport): Entry {
  const entry = { classname: 'engines', name, time: seconds(durationMs) }
  if (status === 'completed') return { ...entry, output: detail }
  const message = `${name} ${status}: ${detail}`
  const outcome: Outcome = status === 'skipped' ? skipped(message) : { kind: 'error', message, text: message }
  return { ...entry, outcome }
}

/** So that a run that left something open never shows as all green, whatever it was. */
function entryOfRun({ verdict, reasons, durationMs }: Report): Entry {
  const entry = { classname: 'run', name: 'complete', time: seconds(durationMs) }
  if (verdict !== 'incomplete' && reasons.length === 0) return entry
  return { ...entry, outcome: { kind: 'error', message: reasons.join(' '), text: reasons.join('\n') } }
}

function skipped(message: string): Outcome {
  return { kind: 'skipped', message, text: message }
}

function propertiesOf(report: Report): Record<string, string> {
  return {
    'kit.version': report.kit.version,
    'contract.version': report.contract.version,
    'contract.sha256': report.contract.sha256,
    'target.baseUrl': report.target.baseUrl,
    verdict: report.verdict,
    exitCode: String(report.exitCode),
  }
}

function append(suite: xmlbuilder.XMLElement, { outcome, output, ...attributes }: Entry): void {
  const element = suite.ele('testcase', attributes)
  if (outcome) element.ele(outcome.kind, { message: outcome.message }, outcome.text)
  if (output) element.ele('system-out', output)
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}

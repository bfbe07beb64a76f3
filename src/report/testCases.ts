import { splitPointer } from '../contract/jsonPointer.ts'
import type { BaselineProblem, EngineReport, Finding, Report } from '../judge/report.ts'
import { type FindingOptions, viewFinding } from './finding.ts'
import { summarise } from './problems.ts'
import type { ReporterOptions } from './reporter.ts'
import { escapeReport } from './text/escapeText.ts'
import { writeFinding } from './text.ts'
import { createFindingOptions } from './viewReport.ts'
import { describeMark, isInContract, shownVerdict } from './words.ts'

/** What programs that read test results show as one test: a check, an engine, or the run itself. */
export type TestCase = {
  /** What the check tests, or `baseline`, `engines` or `run`. */
  group: string
  name: string
  durationMs: number
  outcome: 'passed' | 'failed' | 'error' | 'skipped'
  /** Why it did not pass, on one line. */
  message?: string
  /** The same at length, or the details of a warning. */
  detail?: string
  /** The finding of a check. */
  finding?: Finding
}

/**
 * Lists what a report contains as tests, with escaped texts.
 *
 * A failure or an error marks a build as failed, so there is one only if the exit code agrees: a failure for a failed check,
 * an error for an engine that failed or is missing and for an incomplete run. A check that was not tested is skipped, and so
 * is one whose failure the baseline lists. A warning passes, with its details.
 */
export function listTestCases(report: Report, options: ReporterOptions): TestCase[] {
  const again = createFindingOptions(report, options)
  return escapeReport([
    ...report.findings.map((finding) => checkCase(finding, again)),
    ...(report.baseline?.problems ?? []).map(baselineCase),
    ...report.engines.map(engineCase),
    runCase(report),
  ])
}

function checkCase(finding: Finding, again: FindingOptions): TestCase {
  const test = { group: clauseGroup(finding), name: finding.check, durationMs: 0, finding }
  const detail = (): string => writeFinding(escapeReport(viewFinding(finding, again))).join('\n')
  const reason = finding.note ?? finding.title
  switch (shownVerdict(finding)) {
    case 'pass':
      return { ...test, outcome: 'passed' }
    case 'fail':
      return { ...test, outcome: 'failed', message: summarise(finding), detail: detail() }
    case 'warn':
    case 'info':
      return { ...test, outcome: 'passed', detail: detail() }
    case 'listed':
      return { ...test, outcome: 'skipped', message: describeListed(finding), detail: detail() }
    case 'not-exercised':
      return { ...test, outcome: 'skipped', message: `not exercised: ${reason}` }
    case 'inconclusive':
      return { ...test, outcome: 'skipped', message: `inconclusive: ${reason}` }
  }
}

/** What a clause is about: a part of the contract, such as `contract parameters`, or a standard, such as `RFC 9110`. */
function clauseGroup(finding: Finding): string {
  const { clause } = finding
  if (!isInContract(finding)) return clause.split(/,| section|(?<=^OWASP) /)[0] ?? clause
  const [root, second, , part] = splitPointer(clause.slice(clause.indexOf('#') + 1))
  if (root === 'paths') return `contract ${part ?? 'operation'}`
  return second === 'schemas' ? 'contract schemas' : 'contract security'
}

function describeListed(finding: Finding): string {
  const { baseline } = finding
  return `${baseline ? `${describeMark(baseline)}: ` : ''}${summarise(finding)}`
}

function baselineCase({ id, message }: BaselineProblem): TestCase {
  return { group: 'baseline', name: id, durationMs: 0, outcome: 'failed', message, detail: message }
}

function engineCase({ name, status, detail, durationMs }: EngineReport): TestCase {
  const test = { group: 'engines', name, durationMs }
  if (status === 'completed') return { ...test, outcome: 'passed', detail }
  const message = `${name} ${status}: ${detail}`
  return { ...test, outcome: status === 'skipped' ? 'skipped' : 'error', message }
}

/** A test for the run itself, so that an incomplete run is never all green. */
function runCase({ verdict, reasons, durationMs }: Report): TestCase {
  const test = { group: 'run', name: 'complete', durationMs }
  if (verdict !== 'incomplete' && reasons.length === 0) return { ...test, outcome: 'passed' }
  return { ...test, outcome: 'error', message: reasons.join(' '), detail: reasons.join('\n') }
}

import { splitPointer } from '../contract/jsonPointer.ts'
import type { BaselineProblem, EngineReport, Finding, Level, Report } from '../judge/report.ts'
import type { FindingCard, ReporterOptions } from './document.ts'
import { viewFinding } from './finding.ts'
import { escapeReport } from './text/escapeText.ts'
import { shorten } from './text/wrap.ts'
import { writeFinding } from './text.ts'
import { describeMark, looks, OWN_PATH, readRequirement, shownVerdict } from './words.ts'

/**
 * A result that CI systems and test runners show separately: of a check, a baseline entry, an engine, or the run itself.
 *
 * CI systems fail a build for `failed` and `error`, so these statuses occur only if the exit code is not 0. A check or a baseline entry can
 * be `failed`. An incomplete run, and an engine whose failure makes the run incomplete, have the status `error`.
 */
export type Result = {
  /** A finding's id, `baseline/` and an entry's id, `engine/` and an engine's name, or `run-complete`. */
  id: string
  status: 'failed' | 'error' | 'warning' | 'accepted' | 'skipped' | 'passed'
  /** The group of the result: for a check, the part of the contract or the standard; otherwise `baseline`, `engines` or `run`. */
  group: string
  name: string
  /** The reason why the result is not `passed`, on one line. */
  message: string
  /** The message, and advice for fixing the problem. */
  lines: readonly string[]
  /** The finding's text in the terminal report. */
  detail?: string
  /** The level of a check. */
  level?: Level
  fix?: string
  /** A line in the user's contract or baseline, if this file is in the user's repository. */
  place?: { path: string; line: number } | undefined
  durationMs: number
}

/** The maximum length of a message in characters, because a message may quote a whole HTML page. */
const MAX_MESSAGE = 500
/** The labels of the rows to show in formats that show nothing else of a finding. */
const LINES = ['request', 'when', 'contrast', 'fix', 'baseline']

/** Lists the results of a run. Also returns the report, with all strings escaped. */
export function listResults(unsafe: Report, options: ReporterOptions): { report: Report; results: Result[] } {
  const report = escapeReport(unsafe)
  const { baseline, engines } = report
  const results = [
    ...unsafe.findings.map((finding) =>
      viewCheck(
        escapeReport(finding),
        escapeReport(viewFinding(finding, { ...options, ...unsafe.target })),
        options,
      ),
    ),
    ...(baseline?.problems ?? []).map(viewEntry),
    ...engines.map(viewEngine),
    viewRun(report),
  ]
  return { report, results }
}

/** Sorts problems: first the problems that fail the run, then warnings, then violations that the baseline accepts. */
export function selectProblems(results: readonly Result[]): Result[] {
  const problems = results.filter(({ group }) => group !== 'engines')
  const statuses = ['failed', 'error', 'warning', 'accepted'] as const
  return statuses.flatMap((status) => problems.filter((each) => each.status === status))
}

/** Returns a result's id for tools that compare runs. If the user named the targets, each target has separate results. */
export function fingerprint(report: Report, { id }: Result): string {
  return isNamed(report) ? `${report.target.name}/${id}` : id
}

/** Whether the user gave the target a name, and not only the default: the host and port, which may change with every run. */
export const isNamed = ({ target }: Report): boolean => target.name !== URL.parse(target.baseUrl)?.host

function viewCheck(finding: Finding, card: FindingCard, { contractPath }: ReporterOptions): Result {
  const { id, check, verdict, level, title, fix, violations, baseline } = finding
  const [first] = violations
  const status = looks[shownVerdict(finding)].status
  const summary = first ? `${title}: ${shorten(first.message, MAX_MESSAGE)}` : title
  const start = baseline && status === 'accepted' ? `${describeMark(baseline)}: ` : ''
  const untested = `${verdict === 'not-exercised' ? 'not exercised: ' : ''}${card.brief}`
  const rows = [...card.rows, ...card.help].filter(({ label }) => LINES.includes(label))
  const { path: own, line } = readRequirement(finding)
  return {
    id,
    status,
    group: findGroup(finding),
    name: check,
    message: status === 'skipped' ? untested : `${start}${summary}`,
    lines: [summary, ...rows.map(({ label, texts }) => `${label}: ${texts}`), `spec: ${card.source}`],
    ...(first && { detail: writeFinding(card).join('\n') }),
    level,
    fix,
    place: findPlace(contractPath ?? (own === OWN_PATH ? undefined : own), line),
    durationMs: 0,
  }
}

/** Names the group of a check: `contract parameters`, `RFC 9110`. */
function findGroup(finding: Finding): string {
  const { path, pointer, source } = readRequirement(finding)
  if (path === undefined) return source.split(/,| section|(?<=^OWASP) /)[0] ?? source
  const [root, second, , part = 'operation'] = splitPointer(pointer)
  if (root === 'paths') return `contract ${part}`
  return second === 'schemas' ? 'contract schemas' : 'contract security'
}

function viewEntry({ id, message, place }: BaselineProblem): Result {
  const entry = { id: `baseline/${id}`, group: 'baseline', name: id, durationMs: 0 }
  const lines = [message]
  return { ...entry, status: 'failed', message, lines, place: findPlace(place?.path, place?.line) }
}

/** Creates a place, or returns undefined for files that are not in the user's repository, because CI systems cannot show them. */
function findPlace(path: string | undefined, line = 1): Result['place'] {
  return path === undefined || /^(\.\.|\/|[a-z]:)/i.test(path) ? undefined : { path, line }
}

function viewEngine({ name, status: own, detail, durationMs }: EngineReport): Result {
  const status = own === 'completed' ? 'passed' : own === 'skipped' ? 'skipped' : 'error'
  const message = own === 'completed' ? detail : `${name} ${own}: ${detail}`
  return { id: `engine/${name}`, status, group: 'engines', name, message, lines: [], durationMs }
}

/** Creates the result of the run itself, so that an incomplete run never looks successful. */
function viewRun({ reasons, verdict, durationMs }: Report): Result {
  const run = { id: 'run-complete', group: 'run', name: 'complete', lines: reasons, durationMs } as const
  if (verdict !== 'incomplete' && reasons.length === 0) return { ...run, status: 'passed', message: '' }
  return { ...run, status: 'error', message: reasons.join(' '), detail: reasons.join('\n') }
}

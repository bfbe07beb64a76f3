import { pluralize } from '../contract/words.ts'
import type { Finding, Report, Verdict } from '../judge/report.ts'
import type { Document, Section, Table, TableRow } from './document.ts'
import type { Annotation } from './github.ts'
import { escapeReport } from './text/escapeReport.ts'
import { clauseSource, findingTones, selectShown, shownVerdict, verdictTones } from './words.ts'

/** What became of one of several targets. Without a report, `error` says why there is none. */
export type TargetResult = {
  name: string
  baseUrl: string
  report?: Report
  error?: string
  /** The addresses of its own reports, relative to the page of all targets, by format. */
  files?: Record<string, string>
}

/** From the worst to the best. A violation counts, whatever else could not be tested. */
const VERDICTS: readonly Verdict[] = ['violations', 'incomplete', 'conformant']
const EXIT_CODES = { conformant: 0, violations: 1, incomplete: 3 } as const
/** A wider table is hard to read. */
const MAX_COLUMNS = 20

/** The exit code for several targets: that of the worst one. */
export function exitCodeOfTargets(results: readonly TargetResult[]): Report['exitCode'] {
  return EXIT_CODES[verdictOfTargets(results)]
}

/** An annotation for each target that is not conformant. */
export function annotateTargets(results: readonly TargetResult[]): Annotation[] {
  return escapeReport(results).map(({ name, report, error }) => {
    const failed = selectShown(report?.findings ?? [], 'fail').map(({ id }) => id)
    const reasons = [...(error === undefined ? [] : [error]), ...(report?.reasons ?? [])]
    const type = report?.verdict === 'conformant' ? 'notice' : 'error'
    return { type, title: name, message: [describeResult(report), ...failed, ...reasons].join('\n') }
  })
}

/** Several targets as a document: a row for each target, a column for each check that one of them does not pass, and what these check. */
export function viewTargets(results: readonly TargetResult[]): Document {
  const reports = results.flatMap(({ report }) => report ?? [])
  const checks = listChecks(reports)
  const requests = reports.reduce((sum, report) => sum + report.requests, 0)
  const [first] = reports
  return {
    headline: {
      tone: verdictTones[verdictOfTargets(results)],
      text: describeTargets(results),
      counts: [],
      subject: [],
      facts: [pluralize(requests, 'request'), `exit ${exitCodeOfTargets(results)}`],
      notes: [],
    },
    sections: [
      section('_targets', 'Targets', listTargets(results, checks.slice(0, MAX_COLUMNS))),
      section('_checks', 'What they check', describeChecks(checks, results.length)),
      ...listReasons(results),
    ],
    footer: first ? [describeKit(first)] : [],
  }
}

function describeKit({ kit, contract }: Report): string {
  return `checked by ${kit.name} ${kit.version} against ${contract.title} ${contract.version}`
}

function verdictOf({ report }: TargetResult): Verdict {
  return report?.verdict ?? 'incomplete'
}

/** The verdict on several targets: that of the worst one. */
export function verdictOfTargets(results: readonly TargetResult[]): Verdict {
  return VERDICTS.find((verdict) => results.some((each) => verdictOf(each) === verdict)) ?? 'conformant'
}

/** `2 of 4 targets break the contract, 1 is incomplete` */
function describeTargets(results: readonly TargetResult[]): string {
  const count = (verdict: Verdict): number => results.filter((each) => verdictOf(each) === verdict).length
  const [broken, incomplete] = [count('violations'), count('incomplete')]
  const all = pluralize(results.length, 'target')
  const are = incomplete === 1 ? 'is' : 'are'
  if (broken === 0)
    return incomplete === 0
      ? `${all} ${results.length === 1 ? 'is' : 'are'} conformant`
      : `${incomplete} of ${all} ${are} incomplete`
  const start = `${broken} of ${all} ${broken === 1 ? 'breaks' : 'break'} the contract`
  return incomplete === 0 ? start : `${start}, ${incomplete} ${are} incomplete`
}

/** A check that at least one target does not pass, and the names of those. */
type Check = { finding: Finding; verdict: 'fail' | 'warn'; targets: string[] }

/** The failed checks, then those with warnings only, each in the order of the reports. */
function listChecks(reports: readonly Report[]): Check[] {
  const checks = new Map<string, Check>()
  for (const { target, findings } of reports)
    for (const finding of findings) {
      const verdict = shownVerdict(finding)
      if (verdict !== 'fail' && verdict !== 'warn') continue
      const { verdict: worst = verdict, targets = [] } = checks.get(finding.id) ?? {}
      checks.set(finding.id, {
        finding,
        verdict: worst === 'fail' ? worst : verdict,
        targets: [...targets, target.name],
      })
    }
  return (['fail', 'warn'] as const).flatMap((verdict) =>
    [...checks.values()].filter((check) => check.verdict === verdict),
  )
}

/** The worst targets come first. */
function listTargets(results: readonly TargetResult[], checks: readonly Check[]): Table {
  const rows = VERDICTS.flatMap((verdict) => results.filter((each) => verdictOf(each) === verdict))
  return {
    columns: ['target', 'result', ...checks.map((_check, index) => String(index + 1))],
    rows: rows.map((each): TableRow => {
      const { name, report, files } = each
      const verdicts = new Map(report?.findings.map((finding) => [finding.id, shownVerdict(finding)]))
      const page = files?.html === undefined ? {} : { href: `./${files.html}` }
      return {
        tone: verdictTones[verdictOf(each)],
        cells: [
          { code: name, ...page },
          describeResult(report),
          ...checks.map(({ finding }) => ({
            tone: findingTones[verdicts.get(finding.id) ?? 'not-exercised'],
          })),
        ],
      }
    }),
  }
}

/** `2 broken, 1 warning` */
function describeResult(report: Report | undefined): string {
  if (report === undefined) return 'not tested'
  const { violations, warnings, listed = 0 } = report.summary
  const broken = violations > 0 ? `${violations} broken` : 'baseline out of date'
  return [
    report.verdict === 'violations' ? broken : report.verdict,
    ...(warnings > 0 ? [pluralize(warnings, 'warning')] : []),
    ...(listed > 0 ? [`${listed} in the baseline`] : []),
  ].join(', ')
}

function describeChecks(checks: readonly Check[], count: number): Table {
  return {
    columns: ['no.', 'check', 'requirement', 'source', 'targets'],
    rows: checks.map(({ finding, verdict, targets }, index) => ({
      tone: findingTones[verdict],
      id: finding.id,
      cells: [
        String(index + 1),
        { code: finding.id },
        finding.title,
        `${finding.level}, ${clauseSource(finding)}`,
        `${targets.length} of ${count}: ${targets.join(', ')}`,
      ],
    })),
  }
}

function section(id: string, title: string, table: Table): Section {
  return { id, title, tone: 'absent', weight: 'open', table }
}

/** Why targets were not tested as a whole, and what is wrong with their baselines. */
function listReasons(results: readonly TargetResult[]): Section[] {
  const texts = results.flatMap(({ name, report, error }) => {
    const problems = report?.baseline?.problems.map(({ message }) => message) ?? []
    const [reason] = [...(error === undefined ? [] : [error]), ...problems, ...(report?.reasons ?? [])]
    return reason === undefined ? [] : [`${name}: ${reason}`]
  })
  return texts.length === 0
    ? []
    : [{ id: '_reasons', title: 'What was not complete', tone: 'warning', weight: 'open', texts }]
}

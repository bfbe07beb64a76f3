import { pluralize } from '../contract/words.ts'
import type { Finding, Report, Verdict } from '../judge/report.ts'
import type { Document, Table } from './document.ts'
import type { Annotation } from './github.ts'
import { escapeReport } from './text/escapeText.ts'
import { findingTones, readRequirement, selectShown, shownVerdict, verdictTones } from './words.ts'

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

/** The verdict on several targets: that of the worst one. */
export function verdictOfTargets(results: readonly TargetResult[]): Verdict {
  return VERDICTS.find((verdict) => results.some((each) => verdictOf(each) === verdict)) ?? 'conformant'
}

export function exitCodeOfTargets(results: readonly TargetResult[]): Report['exitCode'] {
  return EXIT_CODES[verdictOfTargets(results)]
}

/** An annotation for each target that is not conformant, or one for all of them. */
export function annotateTargets(results: readonly TargetResult[]): Annotation[] {
  const wrong = escapeReport(results).filter((each) => verdictOf(each) !== 'conformant')
  if (wrong.length === 0) return [{ type: 'notice', title: 'conformant', message: describeTargets(results) }]
  return wrong.map((each) => ({
    type: 'error',
    title: each.name,
    message: [
      describeResult(each),
      ...selectShown(each.report?.findings ?? [], 'fail').map(({ id }) => id),
      ...listReasons(each),
    ].join('\n'),
  }))
}

/** Several targets as a document: a row for each target, a column for each check that one of them does not pass, and what these check. */
export function viewTargets(results: readonly TargetResult[]): Document {
  const reports = results.flatMap(({ report }) => report ?? [])
  const requests = reports.reduce((sum, report) => sum + report.requests, 0)
  const checks = listChecks(reports)
  const reasons = results.flatMap((each) =>
    listReasons(each)
      .map((reason) => `${each.name}: ${reason}`)
      .slice(0, 1),
  )
  const open = { id: '_checks', weight: 'open' } as const
  return {
    headline: {
      tone: verdictTones[verdictOfTargets(results)],
      text: describeTargets(results),
      counts: [],
      subject: [],
      facts: [pluralize(requests, 'request'), `exit ${exitCodeOfTargets(results)}`],
      notes: reasons,
    },
    sections: [
      {
        ...open,
        id: '_targets',
        title: 'Targets',
        table: listTargets(results, checks.slice(0, MAX_COLUMNS)),
      },
      ...(checks.length === 0
        ? []
        : [{ ...open, title: 'What they check', table: describeChecks(checks, results.length) }]),
    ],
    footer: reports.slice(0, 1).map(({ kit, contract }) => {
      return `Checked by ${kit.name} ${kit.version} against ${contract.title} ${contract.version}.`
    }),
  }
}

function verdictOf({ report }: TargetResult): Verdict {
  return report?.verdict ?? 'incomplete'
}

/** Why it was not tested as a whole, and what is wrong with its baseline. */
function listReasons({ report, error }: TargetResult): string[] {
  const problems = report?.baseline?.problems.map(({ message }) => message) ?? []
  return [...(error === undefined ? [] : [error]), ...problems, ...(report?.reasons ?? [])]
}

/** `2 of 4 targets break the contract, 1 is incomplete` */
function describeTargets(results: readonly TargetResult[]): string {
  const count = (verdict: Verdict): number => results.filter((each) => verdictOf(each) === verdict).length
  const [broken, incomplete] = [count('violations'), count('incomplete')]
  const all = pluralize(results.length, 'target')
  const are = incomplete === 1 ? 'is' : 'are'
  if (broken + incomplete === 0) return `${all} ${results.length === 1 ? 'is' : 'are'} conformant`
  if (broken === 0) return `${incomplete} of ${all} ${are} incomplete`
  const start = `${broken} of ${all} ${broken === 1 ? 'breaks' : 'break'} the contract`
  return incomplete === 0 ? start : `${start}, ${incomplete} ${are} incomplete`
}

/** A check that at least one target does not pass, and the names of those. */
type Check = { finding: Finding; targets: string[] }

/** The failed checks, then those with warnings only, each with the finding of the first target. */
function listChecks(reports: readonly Report[]): Check[] {
  const checks = new Map<string, Check>()
  for (const shown of ['fail', 'warn'] as const)
    for (const { target, findings } of reports)
      for (const finding of selectShown(findings, shown)) {
        const known = checks.get(finding.id) ?? { finding, targets: [] }
        checks.set(finding.id, { ...known, targets: [...known.targets, target.name] })
      }
  return [...checks.values()]
}

/** The worst targets come first. */
function listTargets(results: readonly TargetResult[], checks: readonly Check[]): Table {
  const sorted = VERDICTS.flatMap((verdict) => results.filter((each) => verdictOf(each) === verdict))
  return {
    columns: ['target', 'result', ...checks.map((_check, index) => String(index + 1))],
    rows: sorted.map((each) => {
      const { name, report, files } = each
      const verdicts = new Map(report?.findings.map((finding) => [finding.id, shownVerdict(finding)]))
      const cells = checks.map(({ finding }) => findingTones[verdicts.get(finding.id) ?? 'not-exercised'])
      const page = files?.html === undefined ? {} : { href: `./${files.html}` }
      return {
        tone: verdictTones[verdictOf(each)],
        cells: [{ code: name, ...page }, describeResult(each), ...cells.map((tone) => ({ tone }))],
      }
    }),
  }
}

/** `2 broken, 1 warning` */
function describeResult({ report }: TargetResult): string {
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
    rows: checks.map(({ finding, targets }, index) => ({
      tone: findingTones[finding.verdict],
      id: finding.id,
      cells: [
        String(index + 1),
        { code: finding.id },
        finding.title,
        `${finding.level}, ${readRequirement(finding).source}`,
        `${targets.length} of ${count}: ${targets.join(', ')}`,
      ],
    })),
  }
}

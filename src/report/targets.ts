import { pluralize } from '../contract/words.ts'
import type { Report, Verdict } from '../judge/report.ts'
import type { Document, Section, Table } from './document.ts'
import { type Annotation, formatAnnotations } from './github.ts'
import { writeHtml } from './html.ts'
import { writeMarkdown } from './markdown.ts'
import { escapeReport } from './text/escapeText.ts'
import { type TextOptions, writeText } from './text.ts'
import { countMembers, findingTones, selectShown, verdictTones } from './words.ts'

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

/** The verdict on several targets: that of the worst one. */
export function verdictOfTargets(results: readonly TargetResult[]): Verdict {
  return VERDICTS.find((verdict) => results.some((each) => verdictOf(each) === verdict)) ?? 'conformant'
}

export function exitCodeOfTargets(results: readonly TargetResult[]): Report['exitCode'] {
  return EXIT_CODES[verdictOfTargets(results)]
}

/** The formats that show several targets in a table. Each text ends with a newline. */
export const targetsFormats = {
  terminal: (results, options) => writeText(viewTargets(results), options),
  html: (results) => writeHtml(viewTargets(results)),
  markdown: (results) => writeMarkdown(viewTargets(results)),
  github: (results) => formatAnnotations(annotateTargets(results)),
} as const satisfies Record<string, (results: readonly TargetResult[], options: TextOptions) => string>

/** An annotation for each target that is not conformant, or one for all of them. */
function annotateTargets(results: readonly TargetResult[]): Annotation[] {
  const wrong = escapeReport(results).filter((each) => verdictOf(each) !== 'conformant')
  if (wrong.length === 0) return [{ type: 'notice', title: 'conformant', message: describeTargets(results) }]
  return wrong.map((each) => {
    const broken = selectShown(each.report?.findings ?? [], 'fail').map(({ id }) => id)
    const lines = [describeResult(each), ...broken, ...listReasons(each)]
    return { type: 'error', title: each.name, message: lines.join('\n') }
  })
}

/** Several targets as a document: a row for each target, and a row for each check that one of them does not pass. */
export function viewTargets(results: readonly TargetResult[]): Document {
  const reports = results.flatMap(({ report }) => report ?? [])
  const requests = reports.reduce((sum, report) => sum + report.requests, 0)
  const sections: Section[] = [
    { id: '_targets', title: 'Targets', weight: 'open', table: viewResults(results) },
    { id: '_checks', title: 'Checks', weight: 'open', table: viewChecks(reports, results.length) },
  ]
  return {
    headline: {
      tone: verdictTones[verdictOfTargets(results)],
      text: describeTargets(results),
      counts: [],
      subject: [],
      facts: [pluralize(requests, 'request'), `exit ${exitCodeOfTargets(results)}`],
      notes: results.flatMap((each) =>
        listReasons(each)
          .slice(0, 1)
          .map((reason) => `${each.name}: ${reason}`),
      ),
    },
    sections: sections.filter((each) => countMembers(each) > 0),
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

/** The worst targets come first. */
function viewResults(results: readonly TargetResult[]): Table {
  const sorted = VERDICTS.flatMap((verdict) => results.filter((each) => verdictOf(each) === verdict))
  const rows = sorted.map((each) => {
    const page = each.files?.html === undefined ? {} : { href: `./${each.files.html}` }
    return {
      tone: verdictTones[verdictOf(each)],
      cells: [{ code: each.name, ...page }, describeResult(each)],
    }
  })
  return { columns: ['target', 'result'], rows }
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

/** The failed checks, then those with warnings, each with the targets that do not pass it. */
function viewChecks(reports: readonly Report[], count: number): Table {
  const rows = (['fail', 'warn'] as const).flatMap((shown) => {
    const pairs = reports.flatMap(({ target, findings }) =>
      selectShown(findings, shown).map((finding) => ({ finding, target: target.name })),
    )
    const checks = Map.groupBy(pairs, ({ finding }) => finding.id)
    return [...checks].map(([id, own]) => {
      const targets = `${own.length} of ${count}: ${own.map(({ target }) => target).join(', ')}`
      return { tone: findingTones[shown], id, cells: [{ code: id }, own[0]?.finding.title ?? '', targets] }
    })
  })
  return { columns: ['check', 'requirement', 'targets'], rows }
}

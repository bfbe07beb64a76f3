import { pluralize } from '../contract/words.ts'
import type { Report, Verdict } from '../judge/report.ts'
import type { Document, Section, Table } from './document.ts'
import { countMembers, looks, selectShown, verdictTones } from './words.ts'

/** The verdicts, worst first: violations are worse than an incomplete run. */
const VERDICTS: readonly Verdict[] = ['violations', 'incomplete', 'conformant']

/** Sorts the reports, worst first. The verdict of the first report is then the verdict on all targets. */
export function sortTargets(reports: readonly Report[]): Report[] {
  return VERDICTS.flatMap((verdict) => reports.filter((report) => report.verdict === verdict))
}

/** Shows several targets as a document: a row for each target, and a row for each check with a failure or warning in any target. */
export function viewTargets(reports: readonly Report[], exitCode: number): Document {
  const sorted = sortTargets(reports)
  const requests = reports.reduce((sum, report) => sum + report.requests, 0)
  const sections: Section[] = [
    { id: '_targets', title: 'Targets', weight: 'open', table: listTargets(sorted) },
    { id: '_checks', title: 'Checks', weight: 'open', table: listChecks(reports) },
  ]
  const [worst] = sorted
  const count = (verdict: Verdict): number => reports.filter((each) => each.verdict === verdict).length
  const [broken, incomplete] = [count('violations'), count('incomplete')]
  const all = pluralize(reports.length, 'target')
  return {
    headline: {
      tone: verdictTones[worst?.verdict ?? 'incomplete'],
      text: broken > 0 ? `violations in ${broken} of ${all}` : `${count('conformant')} of ${all} conformant`,
      counts: incomplete > 0 ? [{ tone: 'warning', text: `${incomplete} incomplete` }] : [],
      subject: [],
      facts: [pluralize(requests, 'request')],
      exitCode,
      notes: reports.flatMap(({ target, baseline, reasons }) => {
        const [reason] = [...(baseline?.problems.map(({ message }) => message) ?? []), ...reasons]
        return reason === undefined ? [] : [`${target.name}: ${reason}`]
      }),
    },
    sections: sections.filter((each) => countMembers(each) > 0),
    footer: reports.slice(0, 1).map(({ kit, contract }) => {
      return `Checked by ${kit.name} ${kit.version} against ${contract.title} ${contract.version}.`
    }),
  }
}

function listTargets(reports: readonly Report[]): Table {
  const rows = reports.map((report) => ({
    tone: verdictTones[report.verdict],
    cells: [{ code: report.target.name }, describeResult(report)],
  }))
  return { columns: ['target', 'result'], rows }
}

/** Describes the result of a target: `2 broken, 1 warning`. */
function describeResult({ verdict, summary }: Report): string {
  const { violations, warnings, listed = 0 } = summary
  const broken = violations > 0 ? `${violations} broken` : 'the baseline is out of date'
  return [
    verdict === 'violations' ? broken : verdict,
    ...(warnings > 0 ? [pluralize(warnings, 'warning')] : []),
    ...(listed > 0 ? [`${listed} in the baseline`] : []),
  ].join(', ')
}

/** Lists the failed checks, then the checks with warnings, each with its targets. */
function listChecks(reports: readonly Report[]): Table {
  const rows = (['fail', 'warn'] as const).flatMap((shown) => {
    const pairs = reports.flatMap(({ target, findings }) =>
      selectShown(findings, shown).map((finding) => ({ finding, target: target.name })),
    )
    const checks = Map.groupBy(pairs, ({ finding }) => finding.id)
    return [...checks].map(([id, own]) => {
      const targets = `${own.length} of ${reports.length}: ${own.map(({ target }) => target).join(', ')}`
      return { tone: looks[shown].tone, id, cells: [{ code: id }, own[0]?.finding.title ?? '', targets] }
    })
  })
  return { columns: ['check', 'requirement', 'targets'], rows }
}

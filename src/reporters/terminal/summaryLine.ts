import { pluralize } from '../../contract/pluralize.ts'
import type { Finding, Report } from '../../harness/report.ts'
import type { Styler } from '../text/styler.ts'
import { hangingIndent } from '../text/wrap.ts'
import { describeReasons, describeVerdict } from './headline.ts'

/** The counts, who judged, and the verdict again. They come last, so that they are visible above the prompt after a long report. */
export function summaryLines(report: Report, style: Styler, verbose = false): string[] {
  const { kit, contract, engines, exitCode } = report
  const others = engines.filter(({ name, status }) => name !== 'probes' && status === 'completed')
  const by = [`${kit.name} ${kit.version}`, ...others.map(({ name, version }) => `${name} ${version}`)].join(
    ', ',
  )
  return [
    ...(report.verdict === 'violations' ? describeReasons(report) : []),
    ...(report.summary.violations + report.summary.warnings > 0
      ? [
          style(
            'dim',
            '  plant-store checks <id> says more about a check, and how to fix it in your framework',
          ),
        ]
      : []),
    ...hangingIndent('  ', describeCounts(report, verbose)).map((line) => style('dim', line)),
    ...hangingIndent('  ', `checked by ${by} against ${contract.title} ${contract.version}`).map((line) =>
      style('dim', line),
    ),
    `${describeVerdict(report, style)} · exit ${exitCode}`,
  ]
}

function describeCounts({ summary, findings }: Report, verbose: boolean): string {
  const { passed, infos, inconclusive } = summary
  const missing = findings.filter(({ verdict }) => verdict === 'not-exercised')
  const counts = [
    `${passed} passed`,
    ...(infos > 0 ? [pluralize(infos, 'observation')] : []),
    ...(inconclusive > 0 ? [`${inconclusive} inconclusive`] : []),
    ...(missing.length > 0 ? [`${missing.length} not tested: ${describeNeeds(missing)}`] : []),
  ]
  const hint = !verbose && infos + inconclusive + missing.length > 0 ? ' (--verbose lists them)' : ''
  return `${counts.join(' · ')}${hint}`
}

/** What the checks that were not tested need, in groups: `10 need --other-token and --expect, 12 did not apply`. */
function describeNeeds(findings: readonly Finding[]): string {
  const flags = new Set<string>()
  const count = { flags: 0, others: new Map<string, number>(), occasion: 0 }
  for (const { note = '' } of findings) {
    const named = note.match(/--[a-z][a-z-]*/g) ?? []
    const [, first] = /^([a-z0-9.-]+) must pass first$/.exec(note) ?? []
    const [, unread] = /^the bodies could not be read: (.*)$/.exec(note) ?? []
    const cause = first ?? unread
    if (named.length > 0) count.flags += 1
    else if (cause !== undefined) count.others.set(cause, (count.others.get(cause) ?? 0) + 1)
    else count.occasion += 1
    for (const flag of named) flags.add(flag)
  }
  return [
    ...(count.flags > 0 ? [`${count.flags} need ${[...flags].sort().join(' and ')}`] : []),
    ...[...count.others].map(([cause, number]) => `${number} because of ${cause}`),
    ...(count.occasion > 0 ? [`${count.occasion} did not apply`] : []),
  ].join(', ')
}

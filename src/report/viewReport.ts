import { pluralize } from '../contract/words.ts'
import type { Report } from '../judge/report.ts'
import type { Document, FindingCard, Headline, ReporterOptions, Section, Table } from './document.ts'
import { viewFinding } from './finding.ts'
import { countMembers, formatElapsed, looks, type ShownVerdict, selectShown, verdictTones } from './words.ts'

/** Shows a run's report as a document: the verdict, the problems, the checks that were not tested and, on demand, the other parts. */
export function viewReport(
  report: Report,
  options: Pick<ReporterOptions, 'saved' | 'program'> = {},
): Document {
  const { findings, reasons, engines, profile, notJudged = [] } = report
  const { program = 'plant-store-kit' } = options
  const commands = { ...options, ...report.target }
  const cards = (...verdicts: ShownVerdict[]): FindingCard[] =>
    selectShown(findings, ...verdicts).map((finding) => viewFinding(finding, commands))
  const [broken, warnings, untested] = [cards('fail'), cards('warn'), cards('inconclusive', 'not-exercised')]
  // List intermittent entries of the baseline whose violation did not occur in this run: such entries stay valid.
  const absent = findings.filter((each) => each.verdict === 'pass' && each.baseline?.status === 'listed')
  const listed = [...cards('listed'), ...absent.map((finding) => viewFinding(finding, commands))]
  const sections: Section[] = [
    { id: '_violations', title: 'Violations', weight: 'open', tone: 'bad', findings: broken },
    { id: '_warnings', title: 'Warnings', weight: 'open', tone: 'warning', findings: warnings },
    { id: '_baseline', title: 'In the baseline', weight: 'brief', tone: 'accepted', findings: listed },
    {
      id: '_untested',
      title: 'Not tested',
      weight: 'folded',
      tone: 'absent',
      // Leave the table empty if no check was tested, because the notes at the top of the report already give the reason.
      table: listChecks('reason', reasons.length > 0 && untested.length === findings.length ? [] : untested),
    },
    { id: '_observations', title: 'Observations', weight: 'extra', tone: 'remark', findings: cards('info') },
    {
      id: '_passed',
      title: 'Passed',
      weight: 'extra',
      tone: 'good',
      table: listChecks('requirement', cards('pass')),
    },
    { id: '_profile', title: 'Profile', weight: 'extra', table: listEntries(profile) },
    { id: '_run', title: 'Run', weight: 'extra', table: listRun(engines, report.options) },
  ]
  return {
    headline: viewHeadline(report),
    sections: sections.filter((each) => countMembers(each) > 0),
    footer: [
      ...(broken.length + warnings.length === 0
        ? []
        : [`${program} checks <id> explains a check and its fix.`]),
      ...(notJudged.length === 0 ? [] : [`Not judged: ${notJudged.join(', ')}.`]),
      describeKit(report),
    ],
  }
}

function viewHeadline(report: Report): Headline {
  const { verdict, target, requests, durationMs, exitCode, startedAt, baseline, reasons } = report
  const { warnings, listed = 0 } = report.summary
  return {
    tone: verdictTones[verdict],
    text: nameVerdict(report),
    counts: [
      ...(warnings > 0 ? [{ tone: looks.warn.tone, text: pluralize(warnings, 'warning') }] : []),
      ...(listed > 0 ? [{ tone: looks.listed.tone, text: `${listed} in the baseline` }] : []),
    ],
    subject: [target.name, target.baseUrl],
    facts: [pluralize(requests, 'request'), formatElapsed(durationMs)],
    exitCode,
    startedAt,
    notes: [
      ...[...(baseline?.problems ?? []), ...(baseline?.expiring ?? [])].map(({ message }) => message),
      ...reasons,
      ...(report.health ? [`In this run: ${report.health.join('; ')}.`] : []),
    ],
  }
}

/** Describes the verdict in a few words. */
function nameVerdict({ verdict, summary, baseline }: Report): string {
  if (verdict !== 'violations') return verdict
  const { violations } = summary
  if (violations > 0 || baseline === undefined) return `${pluralize(violations, 'requirement')} broken`
  return `${pluralize(baseline.problems.length, 'entry', 'entries')} of the baseline out of date`
}

function listChecks(column: string, cards: readonly FindingCard[]): Table {
  const rows = cards.map(({ tone, id, brief }) => ({ tone, id, cells: [{ code: id }, brief] }))
  return { columns: ['check', column], rows }
}

function listEntries(entries: Readonly<Record<string, unknown>>): Table {
  return {
    columns: ['', ''],
    rows: Object.entries(entries).map(([name, value]) => ({
      cells: [{ code: name }, typeof value === 'string' ? value : JSON.stringify(value)],
    })),
  }
}

function listRun(engines: Report['engines'], options: Report['options']): Table {
  const entries = engines.map(({ name, version, status, detail, durationMs }) => {
    const result =
      status === 'completed' ? `${detail} in ${formatElapsed(durationMs)}` : `${status}: ${detail}`
    return [`${name} ${version}`.trim(), result]
  })
  return listEntries({ ...Object.fromEntries(entries), ...options })
}

/** Describes the tools, the contract and the options. Skipped engines come last. */
function describeKit({ kit, contract, engines, target, options }: Report): string {
  const others = engines.filter(({ name, status }) => name !== 'probes' && status === 'completed')
  const skipped = engines.filter(({ status }) => status === 'skipped').map(({ name }) => name)
  const by = [kit, ...others].map(({ name, version }) => `${name} ${version}`).join(', ')
  const how = [
    `Checked by ${by} against ${contract.title} ${contract.version}`,
    ...(options.plan === undefined ? [] : [`plan ${options.plan}`]),
    ...(target.route === undefined ? [] : [`with ${target.route}`]),
    ...(skipped.length === 0 ? [] : [`without ${skipped.join(' and ')} (--verbose says why)`]),
  ]
  return `${how.join(', ')}.`
}

import { pluralize } from '../contract/words.ts'
import type { Finding, Report } from '../judge/report.ts'
import type { Document, FindingCard, Headline, Section, Table } from './document.ts'
import { viewFinding } from './finding.ts'
import type { ReporterOptions } from './reporter.ts'
import {
  engineTones,
  findingTones,
  formatElapsed,
  listNotices,
  nameVerdict,
  readRequirement,
  type ShownVerdict,
  selectListed,
  selectShown,
  verdictTones,
} from './words.ts'

type Options = Pick<ReporterOptions, 'saved' | 'program'>

/** The report of a run as a document: the verdict, what is wrong, what was not tested, and on demand everything else. */
export function viewReport(report: Report, options: Options = {}): Document {
  const { findings, requests, durationMs, exitCode } = report
  const cards = (...verdicts: ShownVerdict[]): FindingCard[] =>
    selectShown(findings, ...verdicts).map((finding) => viewFinding(finding, report, options))
  const [broken, warnings] = [cards('fail'), cards('warn')]
  const listed = selectListed(findings).map((finding) => viewFinding(finding, report, options))
  return {
    headline: viewHeadline(report),
    sections: [
      section('violations', 'Violations', 'open', { tone: 'bad', findings: broken }),
      section('warnings', 'Warnings', 'open', { tone: 'warning', findings: warnings }),
      section('baseline', 'In the baseline', 'brief', { tone: 'accepted', findings: listed }),
      section('untested', 'Not tested', 'folded', { tone: 'absent', ...viewUntested(report) }),
      section('observations', 'Observations', 'extra', { tone: 'remark', findings: cards('info') }),
      section('passed', 'Passed', 'extra', { tone: 'good', table: viewPassed(findings) }),
      section('profile', 'Profile', 'extra', { table: viewEntries(report.profile) }),
      section('engines', 'Engines', 'extra', { table: viewEngines(report) }),
      section('run', 'Run', 'extra', {
        table: viewEntries({ requests, durationMs, exitCode, ...report.options }),
      }),
    ].filter((each) => (each.findings ?? each.table?.rows ?? []).length > 0),
    footer: [
      ...(broken.length + warnings.length === 0 ? [] : [describeHelp(report, options)]),
      describeKit(report),
    ],
  }
}

type Content = Omit<Section, 'id' | 'title' | 'weight'>

function section(id: string, title: string, weight: Section['weight'], content: Content): Section {
  return { id: `_${id}`, title, weight, ...content }
}

function viewHeadline(report: Report): Headline {
  const { verdict, target, requests, durationMs, exitCode, startedAt, baseline, reasons } = report
  const { warnings, listed = 0 } = report.summary
  return {
    tone: verdictTones[verdict],
    text: nameVerdict(report),
    counts: [
      ...(warnings > 0 ? [{ tone: findingTones.warn, text: pluralize(warnings, 'warning') }] : []),
      ...(listed > 0 ? [{ tone: findingTones.listed, text: `${listed} in the baseline` }] : []),
    ],
    subject: [target.name, target.baseUrl],
    explanation: explain(report),
    facts: [pluralize(requests, 'request'), formatElapsed(durationMs), `exit ${exitCode}`],
    startedAt,
    notes: [
      ...(baseline?.problems ?? []).map(({ message }) => message),
      ...reasons,
      ...(report.health ? [`In this run: ${report.health.join('; ')}.`] : []),
      ...listNotices(report).map(({ message }) => message),
    ],
  }
}

function explain({ verdict, summary, reasons, decidedBy = [], findings }: Report): string {
  if (verdict === 'conformant') return 'Everything that was tested meets the contract.'
  if (verdict === 'incomplete')
    return 'No violation was found, but the run could not test what it needs for a verdict.'
  if (summary.violations === 0)
    return 'Nothing is broken that the baseline does not list, but an entry of the baseline is out of date.'
  const [first] = decidedBy.flatMap((each) => ('finding' in each ? each.finding : []))
  const deciding = findings.find(({ id }) => id === first)
  const also = reasons.length === 0 ? '' : ' The run was not complete, either.'
  return `The server does not meet the contract${deciding ? `: ${deciding.title}` : ''}.${also}`
}

/** What was not tested, and why. What the operator can change comes first. If nothing was tested, the notes say why. */
function viewUntested(report: Report): Pick<Section, 'table' | 'hint'> {
  const { findings, options, reasons } = report
  const untested = selectShown(findings, 'inconclusive', 'not-exercised')
  if (reasons.length > 0 && untested.length === findings.length) return {}
  const flags = [
    ...(options.plan === undefined ? [] : ['the full plan']),
    ...(options.users > 1 ? [] : ['--other-token']),
    ...(options.expectations ? [] : ['--expect']),
  ]
  return {
    ...(flags.length > 0 && { hint: `${flags.join(' and ')} ${flags.length === 1 ? 'tests' : 'test'} more` }),
    table: {
      columns: ['check', 'reason'],
      rows: untested.map((finding) => ({
        tone: findingTones[finding.verdict],
        id: finding.id,
        cells: [{ code: finding.id }, viewFinding(finding, report, {}).brief],
      })),
    },
  }
}

function viewPassed(findings: readonly Finding[]): Table {
  return {
    columns: ['check', 'requirement', 'source'],
    rows: selectShown(findings, 'pass').map((finding) => ({
      tone: 'good',
      id: finding.id,
      cells: [{ code: finding.id }, finding.title, readRequirement(finding).source],
    })),
  }
}

function viewEntries(entries: Readonly<Record<string, unknown>>): Table {
  return {
    columns: ['', ''],
    rows: Object.entries(entries).map(([name, value]) => ({
      cells: [{ code: name }, typeof value === 'string' ? value : JSON.stringify(value)],
    })),
  }
}

function viewEngines({ engines }: Report): Table {
  return {
    columns: ['engine', 'result', 'time'],
    rows: engines.map(({ name, version, status, detail, durationMs }) => ({
      tone: engineTones[status],
      cells: [
        `${name} ${version}`.trim(),
        status === 'completed' ? detail : `${status}: ${detail}`,
        status === 'completed' ? formatElapsed(durationMs) : '',
      ],
    })),
  }
}

function describeHelp(
  { options: { users } }: Report,
  { saved, program = 'plant-store-kit' }: Options,
): string {
  const variables = users > 1 ? 'PLANT_STORE_TOKEN and PLANT_STORE_OTHER_TOKEN' : 'PLANT_STORE_TOKEN'
  const need = saved !== undefined && users > 0 ? ` The commands after "again" read ${variables}.` : ''
  return `${program} checks <id> explains a check and its fix.${need}`
}

/** Who checked what, and how. Engines that were skipped are named at the end. */
function describeKit({ kit, contract, engines, target, options }: Report): string {
  const others = engines.filter(({ name, status }) => name !== 'probes' && status === 'completed')
  const skipped = engines.filter(({ status }) => status === 'skipped').map(({ name }) => name)
  const by = [kit, ...others].map(({ name, version }) => `${name} ${version}`).join(', ')
  const how = [
    `Checked by ${by} against ${contract.title} ${contract.version}`,
    ...(options.plan === undefined ? [] : [`plan ${options.plan}`]),
    ...(target.route === undefined ? [] : [target.route]),
    ...(skipped.length === 0 ? [] : [`without ${skipped.join(' and ')} (--verbose says why)`]),
  ]
  return `${how.join(', ')}.`
}

import type { Finding, Report } from '../judge/report.ts'
import { createFindPlace } from './filePlaces.ts'
import { fingerprint, isNamed } from './fingerprint.ts'
import type { ReporterOptions } from './reporter.ts'
import { describeMark, shownVerdict } from './text/baselineMark.ts'
import { clausePlace } from './text/clausePlace.ts'
import { describeFinding } from './text/describeFinding.ts'
import { escapeReport } from './text/escapeReport.ts'

/** The report as SARIF 2.1.0: a rule per check, a result per failed check or warning. */
export function sarif(unsafe: Report, { contract, program = 'plant-store' }: ReporterOptions): string {
  const report = escapeReport(unsafe)
  const { kit, findings, startedAt, verdict, exitCode, reasons } = report
  const findPlace = createFindPlace(report, contract)
  const toResult = (finding: Finding, level: string, text: string, id: string) => {
    const { path, line } = findPlace(finding)
    return {
      ruleId: finding.id,
      ruleIndex: findings.indexOf(finding),
      level,
      message: { text: unlink(text) },
      locations: [
        {
          physicalLocation: {
            artifactLocation: toLocation(path),
            region: { startLine: line },
          },
        },
      ],
      partialFingerprints: { 'plantStoreCheck/v1': fingerprint(report, id) },
    }
  }
  const problems = new Map(report.baseline?.problems.map(({ id, message }) => [id, message]))
  const results = findings.flatMap((finding) => {
    const { id, verdict: own } = finding
    const problem = problems.get(id)
    const text = describeFinding(finding).join('\n')
    return [
      ...(own === 'fail' || own === 'warn'
        ? [
            {
              ...toResult(finding, own === 'fail' ? 'error' : 'warning', text, id),
              // Either all results of a run have them, or none (section 3.27.23).
              ...(report.baseline && { suppressions: listSuppressions(finding) }),
            },
          ]
        : []),
      ...(problem === undefined
        ? []
        : [{ ...toResult(finding, 'error', problem, `baseline/${id}`), suppressions: [] }]),
    ]
  })
  const run = {
    tool: {
      driver: {
        name: kit.name,
        semanticVersion: kit.version,
        informationUri: HOME,
        rules: findings.map((finding) => toRule(finding, program)),
      },
    },
    // GitHub closes the alerts that are missing in a new analysis with the same id.
    automationDetails: { id: `plant-store/${isNamed(report) ? `${report.target.name}/` : ''}` },
    invocations: [
      {
        executionSuccessful: verdict !== 'incomplete',
        exitCode,
        startTimeUtc: startedAt,
        toolExecutionNotifications: reasons.map((text) => ({
          level: 'error',
          message: { text: unlink(text) },
        })),
      },
    ],
    columnKind: 'utf16CodeUnits',
    results,
  }
  const document = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }
  return `${JSON.stringify(document, null, 2)}\n`
}

function listSuppressions(finding: Finding): object[] {
  const { baseline } = finding
  return shownVerdict(finding) === 'listed' && baseline
    ? [{ kind: 'external', status: 'accepted', justification: describeMark(baseline) }]
    : []
}

const HOME = 'https://www.npmjs.com/package/plant-store-kit'

const LEVELS = { MUST: 'error', SHOULD: 'warning', INFO: 'note' } as const

function toRule(finding: Finding, program: string): object {
  const { id, title, level, fix } = finding
  const help = [`${title}.`, fix, `Source: ${clausePlace(finding)}.`, `More: ${program} checks ${id}`]
  return {
    id,
    name: id.replaceAll(/(?:^|[-.])(\w)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: `${title}.` },
    fullDescription: { text: `${title}. ${fix}` },
    help: { text: help.join('\n') },
    defaultConfiguration: { level: LEVELS[level] },
    properties: { tags: ['contract', level], precision: 'very-high' },
  }
}

/** A path outside of the repository is absolute. */
function toLocation(path: string): object {
  const uri = path.split('/').map(encodeURIComponent).join('/')
  return path.startsWith('/') ? { uri: `file://${uri}` } : { uri, uriBaseId: '%SRCROOT%' }
}

/** In a SARIF message, `[text](1)` would be a link. */
function unlink(text: string): string {
  return text.replaceAll('](', '] (')
}

import type { Finding, Report } from '../judge/report.ts'
import type { ReporterOptions } from './document.ts'
import { fingerprint, isNamed, listResults, type Result, selectProblems } from './results.ts'
import { OWN_PATH, readRequirement } from './words.ts'

const HOME = 'https://www.npmjs.com/package/plant-store-kit'
const LEVELS = { MUST: 'error', SHOULD: 'warning', INFO: 'note' } as const

/** Writes the report as SARIF 2.1.0: a rule per check, and a result per problem of a check or of the baseline. */
export function sarif(unsafe: Report, options: ReporterOptions): string {
  const { report, results } = listResults(unsafe, options)
  const { kit, findings, startedAt: startTimeUtc, verdict, exitCode, reasons } = report
  const toResult = (problem: Result): object => {
    const { name, status, level, message, lines, place } = problem
    const rule = findings.findIndex(({ id }) => id === name)
    const { path, line } = place ?? { path: OWN_PATH, line: findings[rule]?.line ?? 1 }
    const uri = path.split('/').map(encodeURIComponent).join('/')
    const artifactLocation = { uri, uriBaseId: '%SRCROOT%' }
    const isWarning = status === 'warning' || (status === 'accepted' && level === 'SHOULD')
    const accepted = { kind: 'external', status: 'accepted', justification: message }
    return {
      ruleId: findings[rule]?.id,
      ruleIndex: rule,
      level: isWarning ? 'warning' : 'error',
      message: { text: unlink(lines.join('\n')) },
      locations: [{ physicalLocation: { artifactLocation, region: { startLine: line } } }],
      partialFingerprints: { 'plantStoreCheck/v1': fingerprint(report, problem) },
      // Either all results of a run have `suppressions`, or no result has any (SARIF section 3.27.23).
      ...(report.baseline && { suppressions: status === 'accepted' ? [accepted] : [] }),
    }
  }
  const rules = findings.map((finding) => toRule(finding, options))
  const toolExecutionNotifications = reasons.map((text) => ({
    level: 'error',
    message: { text: unlink(text) },
  }))
  const run = {
    tool: { driver: { name: kit.name, semanticVersion: kit.version, informationUri: HOME, rules } },
    // Give each target its own id, because GitHub closes alerts that a new analysis with the same id does not contain.
    automationDetails: { id: `plant-store/${isNamed(report) ? `${report.target.name}/` : ''}` },
    invocations: [
      { executionSuccessful: verdict !== 'incomplete', exitCode, startTimeUtc, toolExecutionNotifications },
    ],
    columnKind: 'utf16CodeUnits',
    results: selectProblems(results)
      .filter(({ group }) => group !== 'run')
      .map(toResult),
  }
  const document = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }
  return `${JSON.stringify(document, null, 2)}\n`
}

function toRule(finding: Finding, { program = 'plant-store-kit' }: ReporterOptions): object {
  const { id, title, level, fix } = finding
  const { source } = readRequirement(finding)
  return {
    id,
    name: id.replaceAll(/(?:^|[-.])(\w)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: `${title}.` },
    fullDescription: { text: `${title}. ${fix}` },
    help: { text: `${title}.\n${fix}\nSource: ${source}.\nMore: ${program} checks ${id}` },
    defaultConfiguration: { level: LEVELS[level] },
    properties: { tags: ['contract', level], precision: 'very-high' },
  }
}

/** Separates brackets with a space, because in a SARIF message, `[text](1)` would be a link. */
const unlink = (text: string): string => text.replaceAll('](', '] (')

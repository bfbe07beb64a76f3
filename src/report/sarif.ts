import type { Finding, Report } from '../judge/report.ts'
import { fingerprint, isNamed, listProblems, type Problem } from './problems.ts'
import type { ReporterOptions } from './reporter.ts'
import { escapeReport } from './text/escapeText.ts'
import { clausePlace, describeMark, OWN_PATH } from './words.ts'

const HOME = 'https://www.npmjs.com/package/plant-store-kit'
const LEVELS = { MUST: 'error', SHOULD: 'warning', INFO: 'note' } as const

/** The report as SARIF 2.1.0: a rule per check, a result per failed check or warning. */
export function sarif(unsafe: Report, { contract, program = 'plant-store-kit' }: ReporterOptions): string {
  const report = escapeReport(unsafe)
  const { kit, findings, startedAt, verdict, exitCode, reasons } = report
  const toResult = (problem: Problem): object => {
    const { id, level, lines, finding, place } = problem
    const { path, line } = place ?? { path: OWN_PATH, line: finding?.line ?? 1 }
    const rule = findings.findIndex((each) => each.id === id.replace(/^baseline\//, ''))
    const { baseline, verdict: own } = finding ?? {}
    const accepted = {
      kind: 'external',
      status: 'accepted',
      justification: baseline && describeMark(baseline),
    }
    return {
      ruleId: findings[rule]?.id,
      ruleIndex: rule,
      level: own === 'warn' || level === 'warning' ? 'warning' : 'error',
      message: { text: unlink(lines.join('\n')) },
      locations: [{ physicalLocation: { artifactLocation: toLocation(path), region: { startLine: line } } }],
      partialFingerprints: { 'plantStoreCheck/v1': fingerprint(report, id) },
      // Either all results of a run have them, or none (section 3.27.23).
      ...(report.baseline && { suppressions: level === 'accepted' ? [accepted] : [] }),
    }
  }
  const rules = findings.map((finding) => toRule(finding, program))
  const notifications = reasons.map((text) => ({ level: 'error', message: { text: unlink(text) } }))
  const run = {
    tool: { driver: { name: kit.name, semanticVersion: kit.version, informationUri: HOME, rules } },
    // GitHub closes the alerts that are missing in a new analysis with the same id.
    automationDetails: { id: `plant-store/${isNamed(report) ? `${report.target.name}/` : ''}` },
    invocations: [
      {
        executionSuccessful: verdict !== 'incomplete',
        exitCode,
        startTimeUtc: startedAt,
        toolExecutionNotifications: notifications,
      },
    ],
    columnKind: 'utf16CodeUnits',
    results: listProblems(report, contract)
      .filter(({ id, level, finding }) => finding ?? (level === 'error' && id !== 'run-complete'))
      .map(toResult),
  }
  const document = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }
  return `${JSON.stringify(document, null, 2)}\n`
}

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

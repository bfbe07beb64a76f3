import type { BaselineProblem, Finding, Report } from '../judge/report.ts'
import { describeRequest } from './finding.ts'
import type { ContractCopy } from './reporter.ts'
import { shorten } from './text/wrap.ts'
import {
  clausePlace,
  describeMark,
  isInContract,
  listNotices,
  OWN_PATH,
  selectShown,
  splitClause,
} from './words.ts'

/** Something to look at, for formats that list problems by file and line. */
export type Problem = {
  /** Of a finding, `baseline/` and the id of an entry, or `run-complete`. */
  id: string
  level: 'error' | 'warning' | 'accepted'
  title: string
  /** What it is, and what helps to fix it. */
  lines: string[]
  /** None if nothing in the user's repository says it. */
  place?: Place | undefined
  finding?: Finding
}

type Place = { path: string; line: number }

// A message may quote a whole HTML page. The JSON report has more of it.
const MAX_MESSAGE = 500

/** What fails the run, then what may later, then what the baseline accepts. */
export function listProblems(report: Report, copy: ContractCopy | undefined): Problem[] {
  const { findings, baseline, reasons } = report
  const findPlace = createFindPlace(report, copy)
  const ofFindings = (shown: 'fail' | 'warn' | 'listed', level: Problem['level']): Problem[] =>
    selectShown(findings, shown).map((finding) => ({
      id: finding.id,
      level,
      title: finding.check,
      lines: describe(finding),
      place: findPlace(finding),
      finding,
    }))
  const ofEntries = (entries: readonly BaselineProblem[] = [], level: Problem['level']): Problem[] =>
    entries.map(({ id, message, place }) => ({
      id: `baseline/${id}`,
      level,
      title: `baseline: ${id}`,
      lines: [message],
      place,
    }))
  const incomplete = { id: 'run-complete', level: 'error', title: 'incomplete', lines: reasons } as const
  return [
    ...ofFindings('fail', 'error'),
    ...ofEntries(baseline?.problems, 'error'),
    ...(reasons.length === 0 ? [] : [incomplete]),
    ...ofEntries(listNotices(report), 'warning'),
    ...ofFindings('warn', 'warning'),
    ...ofFindings('listed', 'accepted'),
  ]
}

/** A finding in one sentence: `Returns at most limit plants: ?limit=1 returns 20 plants`. */
export function summarise({ title, violations: [first] }: Finding): string {
  return first === undefined ? title : `${title}: ${shorten(first.message, MAX_MESSAGE)}`
}

/** A finding in a few lines, with what helps to fix it. */
function describe(finding: Finding): string[] {
  const { when, contrast, fix, evidence, baseline } = finding
  const [example] = evidence
  return [
    summarise(finding),
    ...(example === undefined ? [] : [`request: ${describeRequest(example)}`]),
    ...(when === undefined ? [] : [`when: ${when}`]),
    ...(contrast === undefined ? [] : [`contrast: ${contrast}`]),
    `fix: ${fix}`,
    ...(baseline === undefined ? [] : [`baseline: ${describeMark(baseline)}`]),
    `spec: ${clausePlace(finding)}`,
  ]
}

/** The id of a problem for tools that compare runs. Targets that the user has named apart have problems of their own. */
export function fingerprint(report: Report, id: string): string {
  return isNamed(report) ? `${report.target.name}/${id}` : id
}

/** Whether the user has named the target. The default, host and port, may change with every run. */
export function isNamed({ target }: Report): boolean {
  return target.name !== URL.parse(target.baseUrl)?.host
}

/**
 * Creates a function that finds where to show a finding: the line of its clause in the user's copy of the contract. A finding about a
 * standard is shown where the operation begins. The kit's own contract is not in the user's repository.
 */
function createFindPlace(report: Report, copy?: ContractCopy): (finding: Finding) => Place | undefined {
  const [operation] = report.findings
    .filter((finding) => isInContract(finding) && splitClause(finding.clause).pointer.startsWith('/paths/'))
    .toSorted((one, other) => one.clause.length - other.clause.length)
  return (finding) => {
    const { clause, line = 1 } = (isInContract(finding) ? finding : operation) ?? { clause: '' }
    const { file, pointer } = splitClause(clause)
    if (copy) return { path: copy.path, line: copy.findLine(pointerOf400(pointer, finding)) }
    return file === OWN_PATH ? undefined : { path: file.replace(/^\.\//, ''), line }
  }
}

/** A clause about a member of both responses stands in that of the 200. A problem of a 400 is shown at the 400. */
function pointerOf400(pointer: string, { evidence: [example] }: Finding): string {
  const is400 = /^HTTP\/\S+ 400\b/.test(example?.steps.at(-1)?.response?.head ?? '')
  return is400 ? pointer.replace('/responses/200', '/responses/400') : pointer
}

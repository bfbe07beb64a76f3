import type { Finding, Report } from '../judge/report.ts'
import type { ContractCopy } from './reporter.ts'
import { isInContract, splitClause } from './text/clausePlace.ts'

/** A line in a file of the user's repository. */
type FilePlace = { path: string; line: number }

/**
 * Creates a function that finds where to show a finding: the line of its clause in the user's copy of the contract, if there
 * is one. A finding about a standard, or about the whole run, is shown where the operation begins.
 */
export function createFindPlace(report: Report, copy?: ContractCopy): (finding?: Finding) => FilePlace {
  const [operation] = report.findings
    .filter((finding) => isInContract(finding) && splitClause(finding.clause).pointer.startsWith('/paths/'))
    .toSorted((one, other) => one.clause.length - other.clause.length)
  return (finding) => {
    const { clause, line = 1 } = (finding && isInContract(finding) ? finding : operation) ?? { clause: '' }
    const { file, pointer } = splitClause(clause)
    return copy
      ? { path: copy.path, line: copy.findLine(pointer) }
      : { path: file.replace(/^\.\//, ''), line }
  }
}

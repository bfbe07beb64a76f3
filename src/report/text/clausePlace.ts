import { splitPointer } from '../../contract/jsonPointer.ts'
import type { Finding } from '../../judge/report.ts'

/** What says where the clause of a check is. */
type Source = Pick<Finding, 'clause' | 'line'>

/** The kit's own contract. Another contract has its own path in the clause. */
const OWN = 'openapi.yaml'
/** Where the kit's own contract is, in the kit. */
export const OWN_PATH = 'spec/openapi.yaml'

/** Whether the clause of a finding is in the contract. Otherwise it is in a standard. */
export function isInContract({ clause }: Source): boolean {
  return clause.includes('#/') || clause.endsWith('#')
}

/** Splits a clause of the contract. A clause of a standard counts as the whole contract. */
export function splitClause(clause: string): { file: string; pointer: string } {
  const end = clause.indexOf('#')
  const path = end < 0 ? OWN : clause.slice(0, end)
  return { file: path === OWN ? OWN_PATH : path, pointer: end < 0 ? '' : clause.slice(end + 1) }
}

/** The file and line of a clause, or the section of a standard: `spec/openapi.yaml:35`. */
export function clauseSource(finding: Source): string {
  if (!isInContract(finding)) return finding.clause
  const { file } = splitClause(finding.clause)
  return finding.line === undefined ? file : `${file}:${finding.line}`
}

/** Where to read the clause of a finding: `spec/openapi.yaml:35 › /plants › get › responses › 200`, or `RFC 9110 section 15.5.6`. */
export function clausePlace(finding: Source): string {
  if (!isInContract(finding)) return finding.clause
  const { pointer } = splitClause(finding.clause)
  const [root = '', ...names] = splitPointer(pointer)
  // Omits `paths` and `components`: they say little, and most clauses then fit on one line.
  const place = ['paths', 'components'].includes(root) ? names : [root, ...names]
  return [clauseSource(finding), ...place].filter(Boolean).join(' › ')
}

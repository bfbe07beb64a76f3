import { splitPointer } from '../../contract/jsonPointer.ts'
import type { Finding } from '../../harness/report.ts'

/** The kit's own contract, and where it is. Another contract has its own path in the clause. */
const OWN = 'openapi.yaml'
const OWN_PATH = 'spec/openapi.yaml'

/** Whether the clause of a finding is in the contract. Otherwise it is in a standard. */
export function isInContract({ clause }: Finding): boolean {
  return clause.includes('#/') || clause.endsWith('#')
}

/** Where to read the clause of a finding: `spec/openapi.yaml:35 › /plants › get › responses › 200`, or `RFC 9110 section 15.5.6`. */
export function clausePlace(finding: Finding): string {
  if (!isInContract(finding)) return finding.clause
  const { clause, line } = finding
  const end = clause.indexOf('#')
  const path = clause.slice(0, end)
  const file = `${path === OWN ? OWN_PATH : path}${line === undefined ? '' : `:${line}`}`
  const [root = '', ...names] = splitPointer(clause.slice(end + 1))
  // Omits `paths` and `components`: they say little, and most clauses then fit on one line.
  const place = ['paths', 'components'].includes(root) ? names : [root, ...names]
  return [file, ...place].filter(Boolean).join(' › ')
}

import { splitPointer } from '../../contract/jsonPointer.ts'
import type { Finding } from '../../harness/report.ts'

const CONTRACT = 'openapi.yaml#'

/** Whether the clause of a finding is in the contract. Otherwise it is in a standard. */
export function isInContract({ clause }: Finding): boolean {
  return clause.startsWith(CONTRACT)
}

/** Where to read the clause of a finding: `spec/openapi.yaml:35 › /plants › get › responses › 200`, or `RFC 9110 section 15.5.6`. */
export function clausePlace(finding: Finding): string {
  if (!isInContract(finding)) return finding.clause
  const file = `spec/openapi.yaml${finding.line === undefined ? '' : `:${finding.line}`}`
  const [root = '', ...names] = splitPointer(finding.clause.slice(CONTRACT.length))
  // Omits `paths` and `components`: they say little, and most clauses then fit on one line.
  const place = ['paths', 'components'].includes(root) ? names : [root, ...names]
  return [file, ...place].filter(Boolean).join(' › ')
}

import type { Finding } from '../../harness/report.ts'

const CONTRACT = 'openapi.yaml#'

/** Whether a finding's clause is one of the contract, not of a standard. */
export function isOfContract(finding: Finding): boolean {
  return finding.clause.startsWith(CONTRACT)
}

/** Where to read a finding's clause: `spec/openapi.yaml:35 › /plants › get › responses › 200`, or the section of a standard. */
export function clausePlace(finding: Finding): string {
  if (!isOfContract(finding)) return finding.clause
  const file = `spec/openapi.yaml${finding.line === undefined ? '' : `:${finding.line}`}`
  const [root = '', ...steps] = finding.clause.slice(CONTRACT.length).split('/').slice(1).map(unescapeStep)
  // The two roots that tell a reader nothing are left out, so that most clauses fit in a line.
  const place = ['paths', 'components'].includes(root) ? steps : [root, ...steps]
  return [file, ...place].filter(Boolean).join(' › ')
}

function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

import type { Report } from '../judge/report.ts'

/** The id of a finding for tools that compare runs. Targets that the user has named apart have findings of their own. */
export function fingerprint(report: Report, id: string): string {
  return isNamed(report) ? `${report.target.name}/${id}` : id
}

/** Whether the user has named the target. The default, host and port, may change with every run. */
export function isNamed({ target }: Report): boolean {
  return target.name !== URL.parse(target.baseUrl)?.host
}

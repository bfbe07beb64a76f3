import { createMasker } from '../../harness/mask.ts'
import type { Report } from '../../harness/report.ts'

type Start = {
  /** The command that started the server, as it was given. */
  givenStart?: string | undefined
  startCwd?: string | undefined
  token?: string | undefined
  otherToken: readonly string[]
}

/** Notes in a report how its server was started. The port that was free then is gone, so curl lines read the port from `$PORT`. */
export function noteStart(report: Report, { givenStart, startCwd, token = '', otherToken }: Start): Report {
  if (givenStart === undefined) return report
  const { target, findings } = report
  const command = createMasker([token, ...otherToken])(givenStart)
  const start = { command, ...(startCwd !== undefined && { cwd: startCwd }) }
  const noted = { ...report, target: { ...target, start } }
  if (!command.includes('{port}')) return noted
  const { origin, port } = new URL(target.baseUrl)
  const anyPort = `"${origin.replace(`:${port}`, ':$PORT')}"'`
  return {
    ...noted,
    findings: findings.map((finding) => ({
      ...finding,
      evidence: finding.evidence.map((each) => ({
        ...each,
        curl: each.curl.replaceAll(`'${origin}`, anyPort),
      })),
    })),
  }
}

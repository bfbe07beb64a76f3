import { createMasker } from '../../judge/mask.ts'
import type { Report } from '../../judge/report.ts'

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
  const command = maskSettings(createMasker([token, ...otherToken])(givenStart))
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

const SECRET = /token|secret|pass|key|credential/i

/** Masks what a command gives a server, or its log shows, and looks secret: `DB_PASSWORD=…`, `--api-key=…`, and the user and password in a URL. */
export function maskSettings(command: string): string {
  return command
    .replaceAll(/(?<![\w-])([\w-]+)=(?:'[^']*'|"[^"]*"|[^\s'"]+)/g, (setting, name: string) =>
      SECRET.test(name) ? `${name}=***` : setting,
    )
    .replaceAll(/\/\/[^\s/@]+@/g, '//***@')
}

import { createCredentials } from '../../judge/credentials.ts'
import { listSecrets } from '../../judge/listSecrets.ts'
import { createMasker } from '../../judge/mask.ts'
import { createRandom } from '../../judge/random.ts'
import { CHECK_ADDRESS } from '../../judge/reasons.ts'
import type { Report } from '../../judge/report.ts'
import { shorten } from '../../report/text/wrap.ts'
import { maskSettings } from './noteStart.ts'
import type { StartedServer } from './startServer.ts'

/** The secrets of a run. */
export type Secrets = {
  token?: string | undefined
  otherToken: readonly string[]
  header: readonly (readonly [name: string, value: string])[]
}

const MOST_LINES = 5
/** As logs write what `maskSettings` masks in a command. */
const SETTING = /((?:token|secret|passw(?:or)?d|key|credentials?)["']?: *)(?:"[^"]*"|'[^']*'|[^\s,}]+)/gi
/** Characters. */
const LONGEST_LINE = 200

/**
 * Says in a report why the server of --start could not be tested: what it printed before it ended, or that it runs without listening.
 * The lines are on one, because some formats show a reason in a cell of a table.
 */
export function explainStart(
  report: Report,
  server: Pick<StartedServer, 'ended' | 'lastLines'> | undefined,
  secrets: Secrets,
): Report {
  if (server === undefined) return report
  const { ended } = server
  const hide = createHider(secrets)
  const lines = selectLines(server.lastLines()).map((line) => shorten(hide(line), LONGEST_LINE))
  const printed = lines.length === 0 ? 'It printed nothing.' : `It printed last: ${lines.join(' | ')}`
  const explain = (reason: string): string => {
    if (ended.aborted && reason.includes(String(ended.reason))) return `${reason} ${printed}`
    const advice =
      'The process that --start started is running, but does not answer there: make it listen on the host and port of the base URL.'
    return reason.includes(CHECK_ADDRESS)
      ? `${reason.replace(CHECK_ADDRESS, () => advice)} ${printed}`
      : reason
  }
  return { ...report, reasons: report.reasons.map(explain) }
}

/** The last lines without the frames of a stack trace, which are indented. */
function selectLines(printed: readonly string[]): string[] {
  const lines = printed.filter((line) => line.trim() !== '')
  const outer = lines.filter((line) => !/^\s/.test(line))
  return (outer.length > 0 ? outer : lines).slice(-MOST_LINES).map((line) => line.trim())
}

/**
 * Creates the function that masks what a line of a log shows of secrets: those of the run, the bad tokens that it makes from the
 * token, and what looks like a setting of a secret.
 */
export function createHider({ token, otherToken, header }: Secrets): (line: string) => string {
  // Random ones differ between runs, but are no secrets. Those that a server may accept have the whole token.
  const { bad } = createCredentials(token, undefined, createRandom(1))
  const sent = [...bad.values()].map((credential) => ({ probe: { credential } }))
  const mask = createMasker(listSecrets(sent, { token, otherToken, headers: header }))
  return (line) => maskSettings(mask(line)).replaceAll(SETTING, '$1***')
}

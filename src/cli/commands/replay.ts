import { readContract } from '../../contract/readContract.ts'
import { didYouMean } from '../../contract/suggest.ts'
import { pluralize } from '../../contract/words.ts'
import type { Finding, Report } from '../../judge/report.ts'
import type { ReplayRound } from '../../record/replay.ts'
import { viewFinding } from '../../report/finding.ts'
import { escapeLine, escapeReport } from '../../report/text/escapeText.ts'
import { hangingIndent } from '../../report/text/wrap.ts'
import { writeFinding } from '../../report/text.ts'
import { replay as replayFinding } from '../../verify.ts'
import { UsageError } from '../errors.ts'
import { readExpectations } from '../expectations.ts'
import type { replayFlags } from '../flags.ts'
import { watchInterruption } from '../interruption.ts'
import type { Call } from '../options.ts'
import { readReport } from '../readReport.ts'
import { checkPort, withServer } from '../startedServer.ts'
import { checkServer, findToken } from '../testServer.ts'

/** The last line of output and the exit code, for each result. */
const ENDS = {
  passes: ['✓ fixed: the whole plan no longer shows it (exit 0)', 0],
  fails: ['✗ still fails (exit 1)', 1],
  unknown: ['– cannot tell whether it is fixed (exit 3)', 3],
} as const

/** `plant-store-kit replay`: sends the requests that showed a finding again. */
export async function replay({
  words: [file = '', id = ''],
  flags,
  finish,
}: Call<typeof replayFlags>): Promise<void> {
  const report = readReport(file)
  const finding = findFinding(report, id, file)
  const given = flags.baseUrl ?? reuseUrl(report, flags.start)
  checkServer(given, flags)
  checkPort(flags.start, given)
  const { title, version, sha256 } = report.contract
  // The requests and the checks come from the contract.
  if (sha256 !== readContract(flags.contract).sha256)
    throw new UsageError(
      `${file} is about another contract, "${title}" ${version}; pass that contract with --contract`,
    )
  const { users, plan } = report.options
  const { stop, end } = watchInterruption({ reports: false })
  try {
    const token = await findToken(flags, stop)
    const expectations = await readExpectations(flags)
    await withServer(given, { ...flags, token }, stop, async (server) => {
      process.stdout.write(formatStart(finding, server.baseUrl))
      const ended = await replayFinding(
        server.baseUrl,
        { finding, users },
        { onRound: (round) => process.stdout.write(formatRound(round)), stop: server.stop },
        {
          ...flags,
          waitTimeout: server.waitTimeout,
          token,
          expectations,
          headers: flags.header,
          plan,
          onProgress: ({ done }) => {
            if (done !== undefined) server.answered()
          },
        },
      )
      const [line, code] = ENDS[ended]
      process.stdout.write(`${line}\n`)
      finish(code)
    })
  } finally {
    end()
  }
}

/** The report's base URL. If --start chooses a free port, it replaces the port in that URL. */
function reuseUrl({ target }: Report, start: string | undefined): string {
  if (start === undefined && target.start?.command.includes('{port}'))
    throw new UsageError(
      `the run started ${target.baseUrl} on a free port: expected --start with its command again, or --base-url with the address of a server`,
    )
  if (!start?.includes('{port}')) return target.baseUrl
  const url = new URL(target.baseUrl)
  return target.baseUrl.replace(url.host, `${url.hostname}:{port}`)
}

/** The finding to replay. Throws a UsageError if the report does not have the finding, or the finding has no violation. */
function findFinding({ findings }: Report, id: string, file: string): Finding {
  const violated = findings.filter(({ violations }) => violations.length > 0)
  const finding = violated.find(({ check }) => check === id)
  if (!finding) {
    const ids = violated.map(({ check }) => check)
    const near = didYouMean(id, ids, 3)
    const known = ids.length === 0 ? 'no check was violated' : `violated: ${ids.join(', ')}`
    throw new UsageError(
      `expected the id of a violated check in ${file}, got "${id}"; ${near}${near && ' '}${known}`,
    )
  }
  if (finding.engines.includes('probes')) return finding
  throw new UsageError(
    `only ${finding.engines.join(' and ')} reported ${id} in ${file}, and replay sends the kit's own requests; run verify again`,
  )
}

/** What is replayed, and against which server. */
function formatStart({ check, title, when }: Finding, baseUrl: string): string {
  return toText([
    ...hangingIndent(`${check}  `, title),
    ...(when === undefined ? [] : hangingIndent('  when      ', when)),
    ...hangingIndent('  target    ', baseUrl),
  ])
}

/** What one round of a replay sent, and its result. */
function formatRound({ title, requests, result, reasons, finding }: ReplayRound): string {
  const sent = `${title}, ${pluralize(requests, 'request')}`
  if (result === 'passes') return toText([`✓ passes: ${sent}`])
  if (result === 'unknown')
    return toText([`– shows nothing: ${sent}`, ...reasons.flatMap((reason) => hangingIndent('  ', reason))])
  const card = finding ? writeFinding(escapeReport(viewFinding(finding))) : []
  return toText([`✗ fails: ${sent}`, '', ...card, ''])
}

function toText(lines: readonly string[]): string {
  return lines.map((line) => `${escapeLine(line)}\n`).join('')
}

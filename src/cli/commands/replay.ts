import { readContract } from '../../contract/readContract.ts'
import { didYouMean } from '../../contract/suggest.ts'
import { pluralize } from '../../contract/words.ts'
import type { Finding, Report } from '../../judge/report.ts'
import type { ReplayResult, ReplayRound } from '../../record/replay.ts'
import { viewFinding } from '../../report/finding.ts'
import { escapeLine, escapeReport } from '../../report/text/escapeText.ts'
import { hangingIndent } from '../../report/text/wrap.ts'
import { writeFinding } from '../../report/text.ts'
import { replay as replayFinding } from '../../verify.ts'
import { UsageError } from '../errors.ts'
import type { replayFlags } from '../flags.ts'
import { watchInterruption } from '../interruption.ts'
import type { Call } from '../options.ts'
import { readReport } from '../readReport.ts'
import { checkPort, withServer } from '../startedServer.ts'
import { checkServer, findToken, readExpectations } from '../testServer.ts'

const EXIT_CODES = { passes: 0, fails: 1, unknown: 3 } as const

/** `plant-store-kit replay`: sends what shows a finding of a report again. */
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
      `${file} is about another contract, "${title}" ${version}; pass the same one with --contract`,
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
      process.stdout.write(`${ENDS[ended]}\n`)
      finish(EXIT_CODES[ended])
    })
  } finally {
    end()
  }
}

/** The base URL of the report. If --start chooses the port, it takes the place of the old one. */
function reuseUrl({ target }: Report, start: string | undefined): string {
  if (start === undefined && target.start?.command.includes('{port}'))
    throw new UsageError(
      `the run started ${target.baseUrl} on a free port: expected --start with its command again, or --base-url with the address of a server`,
    )
  if (!start?.includes('{port}')) return target.baseUrl
  const url = new URL(target.baseUrl)
  return target.baseUrl.replace(url.host, `${url.hostname}:{port}`)
}

/** The finding of a report that can be replayed. Throws a UsageError if it is unknown, or has no violation. */
function findFinding({ findings }: Report, id: string, file: string): Finding {
  const finding = findings.find(({ check }) => check === id)
  const violated = findings.filter(({ violations }) => violations.length > 0).map(({ check }) => check)
  const known = violated.length === 0 ? 'no check was violated' : `violated: ${violated.join(', ')}`
  if (!finding) {
    const ids = findings.map(({ check }) => check)
    const near = didYouMean(id, ids, 3)
    throw new UsageError(
      `expected the id of a finding in ${file}, got "${id}"; ${near}${near && ' '}${known}`,
    )
  }
  if (finding.violations.length === 0) {
    const what = finding.verdict === 'pass' ? 'passed' : 'was not tested'
    throw new UsageError(`${id} ${what} in ${file}, so there is nothing to replay; ${known}`)
  }
  if (!finding.engines.includes('probes'))
    throw new UsageError(
      `only ${finding.engines.join(' and ')} reported ${id} in ${file}, and replay sends the kit's own requests; run verify again`,
    )
  return finding
}

/** What is replayed, and where. */
function formatStart({ check, title, when }: Finding, baseUrl: string): string {
  const lines = [
    ...hangingIndent(`${check}  `, title),
    ...(when === undefined ? [] : hangingIndent('  when      ', when)),
    ...hangingIndent('  target    ', baseUrl),
  ]
  return toText(lines)
}

/** What a round sent, and its result. */
function formatRound({ title, requests, result, reasons, finding }: ReplayRound): string {
  const sent = `${title}, ${pluralize(requests, 'request')}`
  if (result === 'passes') return toText([`✓ passes: ${sent}`])
  if (result === 'unknown')
    return toText([`– shows nothing: ${sent}`, ...reasons.flatMap((reason) => hangingIndent('  ', reason))])
  const card = finding ? viewFinding(finding) : undefined
  return toText([`✗ fails: ${sent}`, '', ...(card ? writeFinding(escapeReport(card)) : []), ''])
}

/** The last line. */
const ENDS: Record<ReplayResult, string> = {
  fails: '✗ still fails (exit 1)',
  passes: '✓ fixed: the whole plan no longer shows it (exit 0)',
  unknown: '– cannot tell whether it is fixed (exit 3)',
}

function toText(lines: readonly string[]): string {
  return lines.map((line) => `${escapeLine(line)}\n`).join('')
}

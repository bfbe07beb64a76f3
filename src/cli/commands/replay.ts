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
import { fileError, UsageError, watchInterruption } from '../errors.ts'
import type { replayFlags } from '../flags.ts'
import type { Call, FlagsOf } from '../options.ts'
import { readReport } from '../readReport.ts'
import { prepareRun } from '../testServer.ts'

/** For each result, the last line of output and the exit code. */
const ENDS = {
  passes: ['✓ fixed: the whole plan no longer shows the finding (exit 0)', 0],
  fails: ['✗ still fails (exit 1)', 1],
  unknown: ['– inconclusive: the finding may or may not be fixed (exit 3)', 3],
} as const

/** `plant-store-kit replay`: resends the requests that showed a finding. */
export async function replay({ words, flags, finish }: Call<typeof replayFlags>): Promise<void> {
  const [file = '', id = ''] = words
  const report = readReport(file)
  const finding = findFinding(report, id, file)
  const baseUrl = flags.baseUrl ?? reuseAddress(report, flags)
  // Replay only with the contract of the report, because the requests and the checks depend on the contract.
  if (report.contract.sha256 !== readContract(flags.contract).sha256)
    throw fileError(file, 'the run in this report used another contract; pass this contract with --contract')
  const { users, plan } = report.options
  const { stop } = watchInterruption({})
  await prepareRun(baseUrl, flags, { stop }, async (address, prepared, control) => {
    write([`${id}  ${finding.title}`, `  target    ${address}`])
    const context = { onRound: (round: ReplayRound) => write(viewRound(round)), stop: control.stop }
    const options = { ...flags, ...prepared, plan }
    const [line, code] = ENDS[await replayFinding(address, { finding, users }, context, options)]
    write([line])
    finish(code)
  })
}

/** Finds the finding to replay. Throws a UsageError if the kit's own requests showed no violation of the check. */
function findFinding({ findings }: Report, id: string, file: string): Finding {
  const violated = findings.filter((each) => each.violations.length > 0 && each.engines.includes('probes'))
  const finding = violated.find(({ check }) => check === id)
  if (finding) return finding
  const ids = violated.map(({ check }) => check)
  const known = didYouMean(id, ids, 3) || `this report has violations of ${ids.join(', ') || 'no check'}`
  const other = findings.find(({ check }) => check === id)
  const got = other ? `"${id}", which has the verdict ${other.verdict}` : id === '' ? 'none' : `"${id}"`
  throw fileError(
    file,
    `expected the id of a check with a violation that the kit's own requests showed, got ${got}; ${known}`,
  )
}

/** Returns the address in the report. Someone else may have written the report, so the kit sends no secrets to this address. */
function reuseAddress({ target }: Report, flags: FlagsOf<typeof replayFlags>): string {
  const { token, tokenCommand, otherToken, header, cert } = flags
  const secrets = [token, tokenCommand, ...otherToken, ...header, cert].filter((each) => each !== undefined)
  if (secrets.length === 0) return target.baseUrl
  throw new UsageError(
    `expected --base-url with the server's address: the kit sends no tokens, --header values or client certificates to the address in a report (${target.baseUrl})`,
  )
}

/** Describes one round of a replay: its requests and its result. */
function viewRound({ title, requests, result, reasons, finding }: ReplayRound): string[] {
  const sent = `${title}, ${pluralize(requests, 'request')}`
  if (result === 'passes') return [`✓ passes: ${sent}`]
  if (result === 'unknown')
    return [`– inconclusive: ${sent}`, ...reasons.flatMap((reason) => hangingIndent('  ', reason))]
  const card = finding ? writeFinding(escapeReport(viewFinding(finding))) : []
  return [`✗ fails: ${sent}`, '', ...card, '']
}

function write(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${escapeLine(line)}\n`).join(''))
}
